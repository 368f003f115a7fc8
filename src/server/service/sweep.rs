//! What nobody asks for still happens: expiries are written, old records removed.

use super::{Failed, Service};
use crate::domain::time::Timestamp;
use crate::server::store::{Key, Step};

/// How many expiries are looked up at a time.
const BATCH: u32 = 50;

/// How many requests one transaction removes: few, so that a decision never waits long behind it.
const PURGE: u32 = 20;

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

    pub(super) async fn expire(&self) -> Result<(), Failed> {
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
        let now = self.clock.now();
        let before = Timestamp::from_millis(now.millis() - i64::from(retention_days) * DAY_MILLIS);
        while self.store.purge(before, PURGE, now).await? == u64::from(PURGE) {
            // whoever waits to write is before the next batch
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}
