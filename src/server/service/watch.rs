//! What an open page hears of its request.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::decide::still_pending;
use super::{Door, ReviewError, Service};
use crate::domain::elicitation::Status;
use crate::server::store::Key;
use crate::server::wake::Waiter;

/// How long a draft that another process kept may go unheard of: its closings are heard of at once.
const LOOK: Duration = Duration::from_secs(10);

/// One piece of news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// The draft has been kept this often. The first news of a pending request.
    Draft(u32),
    /// It can't be decided any more: why. The last news there is.
    Closed(Status),
}

/// A page that listens. Dropping it leaves nothing behind.
pub struct Watch {
    service: Service,
    key: Key,
    waiter: Waiter,
    told: Option<News>,
}

impl Service {
    /// Listens for news of the request behind `door`. Writes nothing, but an expiry that it finds.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`].
    pub async fn watch(&self, door: &Door) -> Result<Watch, ReviewError> {
        let key = self.admitted(door).await?;
        let head = self.head(&key).await?.ok_or(ReviewError::NotFound)?;
        // each look at the row comes after this: what is written in between wakes the waiter
        Ok(Watch { waiter: self.wakes.subscribe(&head.id), service: self.clone(), key, told: None })
    }
}

impl Watch {
    /// The next news; `None` when there will be none: the request is closed and that was told, the server stops, or the database failed.
    pub async fn next(&mut self) -> Option<News> {
        while !matches!(self.told, Some(News::Closed(_))) && !self.service.draining.is_cancelled() {
            let head = self.service.head(&self.key).await.ok().flatten()?;
            let news = match still_pending(&head.state) {
                Err(ReviewError::Closed(status)) => News::Closed(status),
                _ => News::Draft(self.service.store.draft_revision(&head.id).await.ok()?),
            };
            if self.told.replace(news) != Some(news) {
                return Some(news);
            }
            let left = Duration::from_millis(self.service.clock.now().millis_until(head.expires_at).unsigned_abs().max(1));
            tokio::select! {
                () = self.waiter.woken() => {}
                () = sleep_until(Instant::now() + left.min(LOOK)) => {}
                () = self.service.draining.cancelled() => {}
            }
        }
        None
    }
}
