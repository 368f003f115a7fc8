//! `elicit_status` and `elicit_result`.

use serde_json::Value;

use super::{Agent, CallError, Failed, Service, actor, owned};
use crate::domain::elicitation::{Decision, State, Status};
use crate::domain::request::Kind;
use crate::server::store::Step;

/// The outcome of a decided request (contract § 6).
#[derive(Clone, Debug)]
pub struct Outcome {
    pub kind: Kind,
    pub decision: Decision,
    pub context: Value,
}

impl Service {
    /// `elicit_status`.
    ///
    /// # Errors
    /// [`CallError::NotFound`].
    pub async fn status(&self, agent: &Agent, elicitation_id: &str) -> Result<Status, CallError> {
        let head = self.head(&owned(agent, elicitation_id)).await?.ok_or(CallError::NotFound)?;
        Ok(head.state.status())
    }

    /// `elicit_result`: the outcome, recorded as a `consumed` event at every fetch.
    ///
    /// # Errors
    /// [`CallError::NotFound`]; [`CallError::NotDecided`] while, or because, there is no outcome.
    pub async fn result(&self, agent: &Agent, elicitation_id: &str) -> Result<Outcome, CallError> {
        let key = owned(agent, elicitation_id);
        // polling while undecided is answered by a reader
        let head = self.head(&key).await?.ok_or(CallError::NotFound)?;
        if !matches!(head.state, State::Decided { .. }) {
            return Err(CallError::NotDecided(head.state.status()));
        }
        let consumed = self.advance(key.clone(), Step::Consume { actor: actor(agent) }).await?.ok_or(CallError::NotFound)?;
        let State::Decided { decision, .. } = consumed.state else {
            return Err(CallError::NotDecided(consumed.state.status()));
        };
        let context = self.store.context(&key).await.map_err(Failed::from)?.ok_or(CallError::NotFound)?;
        Ok(Outcome { kind: head.kind, decision, context })
    }
}
