//! The inbox: what there is to decide, and what was.

use super::{Door, Failed, ReviewError, Reviewer, Service};
use crate::domain::inbox::Find;
use crate::domain::time::Timestamp;
use crate::server::store::{Place, Shelf};
use crate::server::wake::Waiter;

/// The inbox of a reviewer, as one moment finds it.
#[derive(Clone, Debug)]
pub struct Inbox {
    /// Soonest to close first.
    pub pending: Shelf,
    /// Newest first.
    pub closed: Shelf,
    /// The server's now, for the time left.
    pub now: Timestamp,
}

impl Service {
    /// What `reviewer` finds. Writes nothing, but the expiries that it meets.
    ///
    /// # Errors
    /// [`ReviewError::Internal`] alone.
    pub async fn inbox(&self, reviewer: &Reviewer, find: &Find) -> Result<Inbox, ReviewError> {
        self.expire().await?;
        let (pending, closed) = self.store.inbox(reviewer, find).await.map_err(Failed::from)?;
        Ok(Inbox { pending, closed, now: self.clock.now() })
    }

    /// Where the request behind `door` stands among what its reviewer has to decide; `None` for whoever comes by a link.
    ///
    /// # Errors
    /// [`ReviewError::Internal`] alone.
    pub async fn place(&self, door: &Door) -> Result<Option<Place>, ReviewError> {
        let Some((reviewer, id)) = door.in_inbox() else { return Ok(None) };
        self.expire().await?;
        Ok(self.store.place(reviewer, id).await.map_err(Failed::from)?)
    }

    /// A waiter that is woken whenever any request is made or leaves `pending`.
    #[must_use]
    pub fn overlook(&self) -> Waiter {
        self.wakes.subscribe_to_all()
    }

    /// Returns once nobody is to be kept waiting any more.
    pub async fn drained(&self) {
        self.draining.cancelled().await;
    }
}
