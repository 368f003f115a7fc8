//! Whether the file is whole and can be written to: what `/healthz` asks, and what is looked at before anything is served.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sqlx::{Connection as _, SqlitePool};
use tokio::time::{Instant, timeout};

use super::open::OpenError;
use crate::server::store::StoreError;

/// For how long a write that went well speaks for the next one: a health check must not cost a sync of the disk each time.
const GOOD: Duration = Duration::from_secs(5);

/// How long the check waits for its turn to write. Others that are before it are no illness.
const TURN: Duration = Duration::from_millis(500);

/// When a check last wrote.
#[derive(Default)]
pub(super) struct Written(Mutex<Option<Instant>>);

impl Written {
    /// Writes what is there already, unless that went well a moment ago: a full disk is not seen by who only reads.
    pub(super) async fn check(&self, writer: &SqlitePool) -> Result<(), StoreError> {
        if self.last().is_some_and(|last| last.elapsed() < GOOD) {
            return Ok(());
        }
        let Ok(connection) = timeout(TURN, writer.acquire()).await else { return Ok(()) };
        let mut connection = connection?;
        let mut tx = connection.begin_with("begin immediate").await?;
        // a number that SQLite keeps for its user and nobody uses: it stays what it is, and its page is written
        sqlx::query("pragma user_version = 0").execute(&mut *tx).await?;
        tx.commit().await?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        Ok(())
    }

    fn last(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the file through, to see that it is whole.
///
/// # Errors
/// [`OpenError::Damaged`] when it is not.
pub(super) async fn whole(readers: &SqlitePool) -> Result<(), OpenError> {
    let found: String = sqlx::query_scalar("pragma quick_check(1)").fetch_one(readers).await?;
    if found == "ok" { Ok(()) } else { Err(OpenError::Damaged) }
}
