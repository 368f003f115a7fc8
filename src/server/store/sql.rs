//! The store in SQL: what each unit of work does, once for both databases.

mod agents;
mod drafts;
mod elicitations;
mod events;
mod history;
mod inbox;
pub(super) mod log;
mod reviewers;
mod row;
mod step;
#[cfg(test)]
pub(super) mod tests;

use async_trait::async_trait;
use serde_json::Value;

pub(super) use self::events::insert as insert_event;
use super::driver::{Db, FromRow, Row};
use super::engine::Engine;
use super::{
    Advanced, AgentRecord, Event, Head, Kept, KeptDraft, Key, Listing, Named, NewElicitation, OpenError, Record, Step, Store, StoreError,
};
use crate::domain::audit::Kind;
use crate::domain::elicitation::State;
use crate::domain::history::{Page, Until};
use crate::domain::time::Timestamp;
use crate::domain::unsent::Change;
use crate::server::auth::{Agent, Digest};

/// The newest of everything.
const NEWEST: &str =
    "select coalesce((select max(id) from agents), (select max(rowid) from elicitations), (select max(id) from events), 0)";

/// The store in an SQL database.
pub struct SqlStore {
    engine: Box<dyn Engine>,
}

impl SqlStore {
    pub(super) fn new(engine: impl Engine + 'static) -> Self {
        Self { engine: Box::new(engine) }
    }

    /// Reads the database through, where that is ours to do, to see that it is whole.
    ///
    /// # Errors
    /// [`OpenError`] when it is not.
    pub async fn check(&self) -> Result<(), OpenError> {
        self.engine.check().await
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn ping(&self) -> Result<(), StoreError> {
        self.engine.read().await?.db().query(NEWEST).fetch_one::<i64>().await?;
        self.engine.takes_writes().await
    }

    async fn close(&self) {
        self.engine.close().await;
    }

    async fn add_agent(&self, name: &str, token: Option<&Digest>, admin: bool, now: Timestamp) -> Result<Agent, StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        let agent = match agents::named(db, name).await? {
            None => agents::add(db, name, token, admin, now).await?,
            Some(agent) => agents::equip(db, agent.id, token, admin).await?.ok_or(StoreError::NameTaken)?,
        };
        tx.commit().await?;
        Ok(agent)
    }

    async fn agent_named(&self, name: &str) -> Result<Option<Agent>, StoreError> {
        agents::named(&mut self.engine.read().await?.db(), name).await
    }

    async fn agent_with_token(&self, token: &Digest) -> Result<Option<Agent>, StoreError> {
        agents::with_token(&mut self.engine.read().await?.db(), token).await
    }

    async fn identity(&self, name: &str, now: Timestamp) -> Result<Option<Agent>, StoreError> {
        if let Some(known) = agents::identity(&mut self.engine.read().await?.db(), name).await? {
            return Ok(known.live);
        }
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        agents::adopt(db, name).await?;
        // somebody may have been faster
        let agent = match agents::identity(db, name).await? {
            Some(known) => known.live,
            None => Some(agents::add(db, name, None, false, now).await?),
        };
        tx.commit().await?;
        Ok(agent)
    }

    async fn agents(&self) -> Result<Vec<AgentRecord>, StoreError> {
        agents::all(&mut self.engine.read().await?.db()).await
    }

    async fn revoke_agent(&self, name: &str, now: Timestamp) -> Result<bool, StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        let revoked = agents::revoke(db, name, now).await?;
        tx.commit().await?;
        Ok(revoked)
    }

    async fn note_use(&self, agent: i64, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        agents::note_use(db, agent, now).await?;
        Ok(tx.commit().await?)
    }

    async fn create(&self, new: &NewElicitation, max_pending: u32) -> Result<(), StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        if elicitations::pending(db, new.agent.id, max_pending).await? >= max_pending {
            return Err(StoreError::TooManyPending);
        }
        elicitations::insert(db, new).await?;
        Ok(tx.commit().await?)
    }

    async fn head(&self, key: &Key) -> Result<Option<Head>, StoreError> {
        elicitations::head(&mut self.engine.read().await?.db(), key).await
    }

    async fn record(&self, key: &Key) -> Result<Option<Record>, StoreError> {
        elicitations::record(&mut self.engine.read().await?.db(), key).await
    }

    async fn named(&self, key: &Key) -> Result<Option<Named>, StoreError> {
        elicitations::named(&mut self.engine.read().await?.db(), key).await
    }

    async fn context(&self, key: &Key) -> Result<Option<Value>, StoreError> {
        elicitations::context(&mut self.engine.read().await?.db(), key).await
    }

    async fn advance(&self, key: &Key, step: &Step, clock: &(dyn Fn() -> Timestamp + Sync)) -> Result<Option<Advanced>, StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        let advanced = step::advance(db, key, step, clock()).await?;
        // also when the step was refused: an expiry may have been written on the way
        tx.commit().await?;
        Ok(advanced)
    }

    async fn draft(&self, elicitation_id: &str) -> Result<Option<KeptDraft>, StoreError> {
        drafts::of(&mut self.engine.read().await?.db(), elicitation_id).await
    }

    async fn draft_revision(&self, elicitation_id: &str) -> Result<u32, StoreError> {
        drafts::revision(&mut self.engine.read().await?.db(), elicitation_id).await
    }

    async fn keep_draft(
        &self,
        key: &Key,
        change: &Change,
        actor: &str,
        clock: &(dyn Fn() -> Timestamp + Sync),
    ) -> Result<Option<(Advanced, Kept)>, StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        let now = clock();
        let Some(found) = step::advance(db, key, &Step::Look, now).await? else { return Ok(None) };
        let kept = match found.state {
            State::Pending => Some(drafts::change(db, &found.id, change, now).await?),
            _ => None,
        };
        // once a reviewer and request: the log is no record of keystrokes
        if let Some(Ok(_)) = kept
            && !events::drafted(db, &found.id, actor).await?
        {
            events::append(db, &found.id, Kind::Drafted, now, actor, None).await?;
        }
        tx.commit().await?;
        Ok(Some((found, kept)))
    }

    async fn note_view(&self, elicitation_id: &str, actor: &str, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.engine.write().await?;
        let db = &mut tx.db();
        if !events::viewed(db, elicitation_id, actor).await? {
            events::append(db, elicitation_id, Kind::Viewed, now, actor, None).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<String>, StoreError> {
        elicitations::due(&mut self.engine.read().await?.db(), now, limit).await
    }

    async fn purge(&self, before: Timestamp, limit: u32, now: Timestamp) -> Result<u64, StoreError> {
        if elicitations::closed_before(&mut self.engine.read().await?.db(), before).await? {
            let mut tx = self.engine.write().await?;
            let db = &mut tx.db();
            let removed = elicitations::remove(db, before, limit, now).await?;
            tx.commit().await?;
            return Ok(removed);
        }
        Ok(0)
    }

    async fn events(&self, elicitation_id: &str) -> Result<Vec<Event>, StoreError> {
        events::of(&mut self.engine.read().await?.db(), elicitation_id).await
    }

    async fn history(&self, agent: Option<i64>, until: Until, page: Page) -> Result<Listing, StoreError> {
        // one look: the count and the page are of the same moment
        let mut tx = self.engine.look().await?;
        history::list(&mut tx.db(), agent, until, page).await
    }

    async fn last_event(&self) -> Result<i64, StoreError> {
        events::last(&mut self.engine.read().await?.db()).await
    }

    async fn changes(&self, event: i64, limit: u32) -> Result<Vec<(i64, String)>, StoreError> {
        events::changes(&mut self.engine.read().await?.db(), event, limit).await
    }

    async fn announce(&self, url: &str) -> Result<(), StoreError> {
        self.engine.announce(url).await
    }

    async fn announced(&self) -> Option<String> {
        self.engine.announced().await
    }
}
