//! Which agent a token belongs to.

use std::sync::PoisonError;

use super::{Agent, CallError, Digest, Failed, Service};

/// How exactly the last use of a token is kept: a write for each call would cost each call a sync of the disk.
const USE_MILLIS: i64 = 60_000;

impl Service {
    /// The agent whose token this is, recording its use; `None` for an unknown or revoked one.
    ///
    /// # Errors
    /// [`CallError::Internal`] alone.
    pub async fn authenticate(&self, token: &str) -> Result<Option<Agent>, CallError> {
        let agent = self.store.agent_with_token(&Digest::of(token)).await.map_err(Failed::from)?;
        if let Some(agent) = &agent {
            self.note_use(agent.id);
        }
        Ok(agent)
    }

    /// Writes that an agent called, at most once a minute, and behind the call's back.
    fn note_use(&self, agent: i64) {
        let now = self.clock.now();
        let mut uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        if uses.get(&agent).is_some_and(|noted| noted.millis_until(now) < USE_MILLIS) {
            return;
        }
        uses.insert(agent, now);
        drop(uses);
        let store = self.store.clone();
        tokio::spawn(async move {
            if let Err(error) = store.note_use(agent, now).await {
                tracing::warn!("the last use of a token was not noted: {error}");
            }
        });
    }
}
