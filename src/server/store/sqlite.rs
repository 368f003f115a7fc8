//! SQLite: a real file in WAL mode. One connection writes, each transaction immediate and synced; a few others read meanwhile.

mod adopt;
mod backup;
mod beacon;
mod health;
mod open;
pub(super) mod reading;
#[cfg(test)]
mod tests;

use async_trait::async_trait;
use sqlx::SqlitePool;

pub use self::backup::{BackupError, Copied, backup};
use self::beacon::Beacon;
pub use self::open::OpenError;
use super::StoreError;
use super::driver::{Session, Transaction};
use super::engine::Engine;

/// One SQLite file.
pub(super) struct SqliteFile {
    /// One connection: writers queue here, fairly, rather than for the file's lock.
    writer: SqlitePool,
    readers: SqlitePool,
    beacon: Beacon,
    written: health::Written,
}

#[async_trait]
impl Engine for SqliteFile {
    async fn read(&self) -> Result<Session, StoreError> {
        Ok(Session::Sqlite(self.readers.acquire().await?))
    }

    async fn look(&self) -> Result<Transaction, StoreError> {
        Ok(Transaction::Sqlite(self.readers.begin().await?))
    }

    /// Holds the file's write lock from its first statement.
    async fn write(&self) -> Result<Transaction, StoreError> {
        Ok(Transaction::Sqlite(self.writer.begin_with("begin immediate").await?))
    }

    async fn check(&self) -> Result<(), super::OpenError> {
        Ok(health::whole(&self.readers).await?)
    }

    async fn takes_writes(&self) -> Result<(), StoreError> {
        self.written.check(&self.writer).await
    }

    async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
        self.beacon.put_out();
    }

    async fn announce(&self, url: &str) -> Result<(), StoreError> {
        Ok(self.beacon.light(url).await.map_err(sqlx::Error::Io)?)
    }

    async fn announced(&self) -> Option<String> {
        self.beacon.seen()
    }
}
