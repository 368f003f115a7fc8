//! What nobody asks for still happens: expiries are written, old records removed.

use super::{Failed, Service};
use crate::domain::time::Timestamp;
use crate::server::store::{Key, Step};

/// How much one transaction takes on: small, so that a decision never waits long behind it.
const BATCH: u32 = 50;

const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

impl Service {
    /// Writes every expiry that is due, waking whoever waits, and removes what was closed more than `retention_days` ago; a service that
    /// defers leaves that to the one that serves the database, which may be told to keep things longer.
    /// A failure is logged, and tried again at the next sweep.
    pub async fn sweep(&self, retention_days: u32) {
        // a failure has said so in the log already
        let _ = self.expire().await;
        if !self.defers || self.store.announced().await.is_none() {
            let _ = self.purge(retention_days).await;
        }
    }

    async fn expire(&self) -> Result<(), Failed> {
        loop {
            let due = self.store.due(self.clock.now(), BATCH).await?;
            if due.is_empty() {
                return Ok(());
            }
            for id in due {
                self.advance(Key::Id(id), Step::Look).await?;
            }
        }
    }

    async fn purge(&self, retention_days: u32) -> Result<(), Failed> {
        let before = Timestamp::from_millis(self.clock.now().millis() - i64::from(retention_days) * DAY_MILLIS);
        while self.store.purge(before, BATCH).await? == u64::from(BATCH) {
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}
