//! `elicit_cancel`.

use super::{Agent, CallError, Service, actor, owned};
use crate::server::store::Step;

impl Service {
    /// `elicit_cancel`: fine also when it already was canceled.
    ///
    /// # Errors
    /// [`CallError::NotFound`]; [`CallError::CannotCancel`] when a decision or the expiry came first.
    pub async fn cancel(&self, agent: &Agent, elicitation_id: &str) -> Result<(), CallError> {
        let step = Step::Cancel { actor: actor(agent) };
        let advanced = self.advance(owned(agent, elicitation_id), step).await?.ok_or(CallError::NotFound)?;
        advanced.refused.map_or(Ok(()), |refusal| Err(CallError::CannotCancel(refusal.0)))
    }
}
