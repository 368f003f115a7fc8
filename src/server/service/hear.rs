//! What other processes do on the same database: whoever waits here hears of it too.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Failed, Service};

/// How soon they hear of it.
const EVERY: Duration = Duration::from_millis(300);

/// How many events are read at a time.
const BATCH: u32 = 500;

impl Service {
    /// Wakes those who wait for requests that another process made or closed, until `stop`. Asks the database only while somebody waits.
    pub async fn hear(&self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut heard = None;
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = stop.cancelled() => return,
            }
            if heard.is_none() || self.wakes.wanted() {
                // a failure has said so in the log; the next tick asks again
                heard = self.heard(heard).await.ok().or(heard);
            }
        }
    }

    /// Wakes whoever waits for what was made or closed since event `since`; the last event there is at first. The event that was heard last.
    async fn heard(&self, since: Option<i64>) -> Result<i64, Failed> {
        let Some(mut last) = since else { return Ok(self.store.last_event().await?) };
        loop {
            let changes = self.store.changes(last, BATCH).await?;
            let Some((event, _)) = changes.last() else { return Ok(last) };
            last = *event;
            for (_, id) in &changes {
                self.wakes.wake(id);
            }
        }
    }
}
