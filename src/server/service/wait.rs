//! `elicit_await`.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::{Agent, CallError, Service, owned};
use crate::domain::elicitation::Status;

impl Service {
    /// `elicit_await`: at once unless pending, else when it leaves pending or `window` closes. Dropping the future cancels nothing.
    ///
    /// # Errors
    /// [`CallError::NotFound`].
    pub async fn wait(&self, agent: &Agent, elicitation_id: &str, window: Duration) -> Result<Status, CallError> {
        let closes = Instant::now() + window;
        let key = owned(agent, elicitation_id);
        // before the first read: what is decided after it wakes us
        let mut waiter = self.wakes.subscribe(elicitation_id);
        loop {
            let head = self.head(&key).await?.ok_or(CallError::NotFound)?;
            let status = head.state.status();
            if status != Status::Pending || self.draining.is_cancelled() || Instant::now() >= closes {
                return Ok(status);
            }
            let left = self.clock.now().millis_until(head.expires_at).unsigned_abs();
            let expiry = Instant::now() + Duration::from_millis(left.max(1));
            tokio::select! {
                () = waiter.woken() => {}
                () = sleep_until(expiry.min(closes)) => {}
                () = self.draining.cancelled() => {}
            }
        }
    }
}
