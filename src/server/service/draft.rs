//! Unsent work: kept while the request is pending, so that it is there again after a reload, a crash or on another device (contract § 10).

use super::decide::still_pending;
use super::{Door, Failed, ReviewError, Service};
use crate::domain::grid::Entry;
use crate::domain::unsent::{Change, MAX_BYTES};
use crate::server::store::TooMuch;

impl Service {
    /// Keeps `rows` (index and entry) and a selection's chosen ids, where they changed; what is not named stays as it was kept. Tells how
    /// often the draft has been kept now. Decides nothing.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`]; [`ReviewError::Closed`] when nothing can be decided any more; [`ReviewError::Malformed`] for what is no
    /// part of the request, or too much.
    pub async fn keep_draft(&self, door: &Door, rows: &[(usize, Entry)], selected: Option<&[String]>) -> Result<u32, ReviewError> {
        let key = self.deciding(door).await?;
        let record = self.record(&key).await?;
        still_pending(&record.head.state)?;
        let change = Change::new(&record.request, rows, selected).map_err(ReviewError::Malformed)?;
        let (service, actor) = (self.clone(), door.actor());
        let work = async move {
            let clock = || service.clock.now();
            let drafted = service.store.keep_draft(&key, &change, &actor, &clock).await?;
            if let Some((found, _)) = &drafted {
                service.wakes.wake(&found.id);
            }
            Ok::<_, Failed>(drafted)
        };
        let (found, kept) = super::to_the_end(work).await??.ok_or(ReviewError::NotFound)?;
        match kept {
            Some(Ok(revision)) => Ok(revision),
            Some(Err(TooMuch(bytes))) => Err(ReviewError::Malformed(format!("a draft may have {MAX_BYTES} bytes, this one has {bytes}"))),
            None => still_pending(&found.state).and(Err(ReviewError::Internal)),
        }
    }
}
