//! Which agent a token belongs to.

use std::sync::PoisonError;

use super::{Agent, Digest, Failed, Service};
use crate::domain::access::Fault;
use crate::server::access::{self, is_access_token};

/// How exactly the last use of a token is kept: a write for each call would cost each call a sync of the disk.
const USE_MILLIS: i64 = 60_000;

/// Why nobody is let in by a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// Not one of ours, or revoked.
    #[error("no such token")]
    Unknown,
    /// An access token with something wrong in it.
    #[error("{0}")]
    Faulty(access::Denied),
    #[error("it lacks the scope elicit:request")]
    Scope,
    /// A good access token of somebody who was revoked here.
    #[error("whom it is for was revoked here")]
    Revoked,
    /// An access token that can't be judged now.
    #[error("its issuer can't be reached")]
    Unreachable,
    #[error("internal error")]
    Internal,
}

impl Service {
    /// The agent whose token this is, recording its use.
    ///
    /// # Errors
    /// [`Denied`].
    pub async fn authenticate(&self, token: &str) -> Result<Agent, Denied> {
        let agent = match &self.access {
            Some(access) if is_access_token(token) => {
                let now = self.clock.now();
                let grant = access.verify(token, now).await?;
                let agent = self.store.identity(&grant.name, now).await.map_err(Failed::from)?.ok_or(Denied::Revoked)?;
                Agent { admin: grant.admin, ..agent }
            }
            _ => self.store.agent_with_token(&Digest::of(token)).await.map_err(Failed::from)?.ok_or(Denied::Unknown)?,
        };
        self.note_use(agent.id);
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

impl From<access::Denied> for Denied {
    fn from(denied: access::Denied) -> Self {
        match denied {
            access::Denied::Unreachable => Self::Unreachable,
            access::Denied::Claims(Fault::Scope) => Self::Scope,
            faulty => Self::Faulty(faulty),
        }
    }
}

impl From<Failed> for Denied {
    fn from(_: Failed) -> Self {
        Self::Internal
    }
}
