//! A request's story: what the audit log has of it, for those who may see everything.

use super::{Failed, ReviewError, Reviewer, Service};
use crate::domain::audit::Kind;
use crate::domain::time::Timestamp;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// Its number in the log.
    pub number: i64,
    pub at: Timestamp,
    /// `agent:NAME`, `reviewer:NAME`, `link` (whoever holds it) or `server`.
    pub actor: String,
    pub kind: Kind,
    /// What a submission included: fields by name, or options by id.
    pub included: Vec<String>,
}

impl Service {
    /// What happened to the request `elicitation_id`, in order, also when it was removed since.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`] when nothing ever happened to such a request, or the reviewer is no admin.
    pub async fn story(&self, reviewer: &Reviewer, elicitation_id: &str) -> Result<Vec<Happened>, ReviewError> {
        if !reviewer.admin {
            return Err(ReviewError::NotFound);
        }
        let events = self.store.events(elicitation_id).await.map_err(Failed::from)?;
        if events.is_empty() {
            return Err(ReviewError::NotFound);
        }
        let told = events.into_iter().map(|event| {
            let kind = Kind::from_word(&event.kind).ok_or_else(|| Failed::noting("an event of a kind that is none of ours"))?;
            Ok(Happened { number: event.number, at: event.at, actor: event.actor, kind, included: event.included })
        });
        told.collect()
    }
}
