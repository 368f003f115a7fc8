//! PostgreSQL, for one server or several. Whoever writes holds one lock for the length of its transaction, as SQLite has it: what happens has one
//! order, events are numbered and chained in it, and with only one lock there is nothing to be taken in the wrong order.

mod address;
mod beacon;
mod open;
mod pool;
pub(super) mod reading;
#[cfg(test)]
mod tests;

use async_trait::async_trait;

pub use self::address::Address;
use self::beacon::Beacon;
pub use self::open::OpenError;
use self::pool::Pool;
use super::StoreError;
use super::driver::{Session, Transaction};
use super::engine::Engine;

/// The key of the lock, which is one of this database alone.
const LOCK: i64 = i64::from_be_bytes(*b"countrsn");

/// Takes the lock until the transaction ends; $1 is its key.
const TAKE: &str = "select pg_advisory_xact_lock($1)";

/// How many of a server's connections write. One does; the next stands behind it already.
const WRITERS: u32 = 2;

const READERS: u32 = 8;

/// A database on a PostgreSQL server.
pub(super) struct PostgresDatabase {
    writers: Pool,
    readers: Pool,
    beacon: Beacon,
}

#[async_trait]
impl Engine for PostgresDatabase {
    async fn read(&self) -> Result<Session, StoreError> {
        let (connection, turn) = self.readers.acquire().await?;
        Ok(Session::Postgres { connection, _turn: turn })
    }

    async fn look(&self) -> Result<Transaction, StoreError> {
        let (transaction, turn) = self.readers.begin(reading::ONE_MOMENT).await?;
        Ok(Transaction::Postgres { transaction, _turn: turn })
    }

    async fn write(&self) -> Result<Transaction, StoreError> {
        // each statement sees what was committed before it: with the lock, that is all there is
        let (mut transaction, turn) = self.writers.begin("begin isolation level read committed").await?;
        sqlx::query(TAKE).bind(LOCK).execute(&mut *transaction).await?;
        Ok(Transaction::Postgres { transaction, _turn: turn })
    }

    /// PostgreSQL looks after its files itself.
    async fn check(&self) -> Result<(), super::OpenError> {
        Ok(())
    }

    async fn takes_writes(&self) -> Result<(), StoreError> {
        self.beacon.forget_the_dead().await
    }

    async fn close(&self) {
        self.beacon.put_out().await;
        self.readers.close().await;
        self.writers.close().await;
    }

    async fn announce(&self, url: &str) -> Result<(), StoreError> {
        self.beacon.light(url).await
    }

    async fn announced(&self) -> Option<String> {
        self.beacon.seen().await
    }
}
