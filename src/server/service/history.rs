//! `elicit_history`.

use super::{Agent, CallError, Failed, Item, Service};
use crate::domain::elicitation::{State, Status};
use crate::domain::history::{Page, Scope, Until};
use crate::domain::time::Timestamp;
use crate::domain::violation::Violations;
use crate::server::store::{Key, Step};

/// One page of an agent's requests, or of everybody's.
#[derive(Clone, Debug)]
pub struct History {
    /// Newest first.
    pub items: Vec<Item>,
    /// How many there are on all pages.
    pub total: u64,
    /// What [`Until::Number`] takes for the further pages of the same history.
    pub newest: i64,
    /// When this was looked up.
    pub now: Timestamp,
}

impl Service {
    /// `elicit_history`: one page of what was asked up to `until`, newest first.
    ///
    /// # Errors
    /// [`CallError::Invalid`] when an agent that is no admin asks for everybody's.
    pub async fn history(&self, agent: &Agent, scope: Scope, until: Until, page: Page) -> Result<History, CallError> {
        if scope == Scope::Org && !agent.admin {
            let mut faults = Violations::default();
            faults.push("scope", "org is for admins' tokens (countersign token create NAME --admin): leave it out for your own requests");
            return Err(faults.into());
        }
        let owner = (scope == Scope::Me).then_some(agent.id);
        let mut listing = self.store.history(owner, until, page).await.map_err(Failed::from)?;
        for item in &mut listing.items {
            self.catch_up(item).await?;
        }
        Ok(History { items: listing.items, total: listing.total, newest: listing.newest, now: self.clock.now() })
    }

    /// Brings a pending request whose time has come to where it stands: that is written before it is told.
    async fn catch_up(&self, item: &mut Item) -> Result<(), Failed> {
        if item.status != Status::Pending || self.clock.now() < item.expires_at {
            return Ok(());
        }
        if let Some(found) = self.advance(Key::Id(item.id.clone()), Step::Look).await? {
            item.status = found.state.status();
            if let State::Decided { at, .. } = found.state {
                item.decided_at = Some(at);
            }
        }
        Ok(())
    }
}
