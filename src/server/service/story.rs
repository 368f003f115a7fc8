//! A request's story: what the audit log has of it, for those who may see everything.

use super::{Failed, ReviewError, Reviewer, Service};
use crate::domain::audit::Kind;
use crate::domain::time::Timestamp;
use crate::server::store::Event;

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
    /// How often the same happened in a row: an agent may fetch its outcome again and again.
    pub times: usize,
    /// When it last did.
    pub until: Timestamp,
}

impl Happened {
    /// Whether `later` is the same once more.
    fn is_again(&self, later: &Self) -> bool {
        (self.kind, &self.actor) == (later.kind, &later.actor)
    }
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
        let mut story: Vec<Happened> = Vec::new();
        for Event { number, kind, at, actor, included } in events {
            let kind = Kind::from_word(&kind).ok_or_else(|| Failed::noting("an event of a kind that is none of ours"))?;
            let happened = Happened { number, at, actor, kind, included, times: 1, until: at };
            match story.last_mut() {
                Some(last) if last.is_again(&happened) => (last.times, last.until) = (last.times + 1, at),
                _ => story.push(happened),
            }
        }
        Ok(story)
    }
}
