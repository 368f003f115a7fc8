//! SQLite: a real file in WAL mode. One connection writes, each transaction immediate and synced; a few others read meanwhile.

mod adopt;
mod agents;
mod backup;
mod beacon;
mod drafts;
mod elicitations;
mod events;
mod health;
mod history;
mod inbox;
mod log;
mod open;
mod reviewers;
mod step;
#[cfg(test)]
mod tests;

use async_trait::async_trait;
use serde_json::Value;
use sqlx::{Sqlite, SqlitePool, Transaction};

pub use self::backup::{BackupError, Copied, backup};
use self::beacon::Beacon;
pub use self::log::{Broken, Log, Verdict};
pub use self::open::OpenError;
use super::{Advanced, AgentRecord, Event, Head, Kept, KeptDraft, Key, Listing, Named, NewElicitation, Record, Step, Store, StoreError};
use crate::domain::audit::Kind;
use crate::domain::elicitation::State;
use crate::domain::history::{Page, Until};
use crate::domain::time::Timestamp;
use crate::domain::unsent::Change;
use crate::server::auth::{Agent, Digest};

/// The store in one SQLite file.
pub struct SqliteStore {
    /// One connection: writers queue here, fairly, rather than for the file's lock.
    writer: SqlitePool,
    readers: SqlitePool,
    beacon: Beacon,
    written: health::Written,
}

impl SqliteStore {
    /// A write transaction, holding the file's write lock from its first statement: what it reads stays true until it commits.
    async fn write(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        Ok(self.writer.begin_with("begin immediate").await?)
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn ping(&self) -> Result<(), StoreError> {
        health::read(&self.readers).await?;
        self.written.check(&self.writer).await
    }

    async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
        self.beacon.put_out();
    }

    async fn add_agent(&self, name: &str, token: Option<&Digest>, admin: bool, now: Timestamp) -> Result<Agent, StoreError> {
        let mut tx = self.write().await?;
        let agent = match agents::named(&mut *tx, name).await? {
            None => agents::add(&mut *tx, name, token, admin, now).await?,
            Some(agent) => agents::equip(&mut *tx, agent.id, token, admin).await?.ok_or(StoreError::NameTaken)?,
        };
        tx.commit().await?;
        Ok(agent)
    }

    async fn agent_named(&self, name: &str) -> Result<Option<Agent>, StoreError> {
        agents::named(&self.readers, name).await
    }

    async fn agent_with_token(&self, token: &Digest) -> Result<Option<Agent>, StoreError> {
        agents::with_token(&self.readers, token).await
    }

    async fn identity(&self, name: &str, now: Timestamp) -> Result<Option<Agent>, StoreError> {
        if let Some(known) = agents::identity(&self.readers, name).await? {
            return Ok(known.live);
        }
        let mut tx = self.write().await?;
        agents::adopt(&mut *tx, name).await?;
        // somebody may have been faster
        let agent = match agents::identity(&mut *tx, name).await? {
            Some(known) => known.live,
            None => Some(agents::add(&mut *tx, name, None, false, now).await?),
        };
        tx.commit().await?;
        Ok(agent)
    }

    async fn agents(&self) -> Result<Vec<AgentRecord>, StoreError> {
        agents::all(&self.readers).await
    }

    async fn revoke_agent(&self, name: &str, now: Timestamp) -> Result<bool, StoreError> {
        let mut tx = self.write().await?;
        let revoked = agents::revoke(&mut *tx, name, now).await?;
        tx.commit().await?;
        Ok(revoked)
    }

    async fn note_use(&self, agent: i64, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        agents::note_use(&mut *tx, agent, now).await?;
        Ok(tx.commit().await?)
    }

    async fn create(&self, new: &NewElicitation, max_pending: u32) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        if elicitations::pending(&mut *tx, new.agent.id, max_pending).await? >= max_pending {
            return Err(StoreError::TooManyPending);
        }
        elicitations::insert(&mut tx, new).await?;
        Ok(tx.commit().await?)
    }

    async fn head(&self, key: &Key) -> Result<Option<Head>, StoreError> {
        elicitations::head(&self.readers, key).await
    }

    async fn record(&self, key: &Key) -> Result<Option<Record>, StoreError> {
        elicitations::record(&self.readers, key).await
    }

    async fn named(&self, key: &Key) -> Result<Option<Named>, StoreError> {
        elicitations::named(&self.readers, key).await
    }

    async fn context(&self, key: &Key) -> Result<Option<Value>, StoreError> {
        elicitations::context(&self.readers, key).await
    }

    async fn advance(&self, key: &Key, step: &Step, clock: &(dyn Fn() -> Timestamp + Sync)) -> Result<Option<Advanced>, StoreError> {
        let mut tx = self.write().await?;
        let advanced = step::advance(&mut tx, key, step, clock()).await?;
        // also when the step was refused: an expiry may have been written on the way
        tx.commit().await?;
        Ok(advanced)
    }

    async fn draft(&self, elicitation_id: &str) -> Result<Option<KeptDraft>, StoreError> {
        drafts::of(&self.readers, elicitation_id).await
    }

    async fn draft_revision(&self, elicitation_id: &str) -> Result<u32, StoreError> {
        drafts::revision(&self.readers, elicitation_id).await
    }

    async fn keep_draft(
        &self,
        key: &Key,
        change: &Change,
        actor: &str,
        clock: &(dyn Fn() -> Timestamp + Sync),
    ) -> Result<Option<(Advanced, Kept)>, StoreError> {
        let mut tx = self.write().await?;
        let now = clock();
        let Some(found) = step::advance(&mut tx, key, &Step::Look, now).await? else { return Ok(None) };
        let kept = match found.state {
            State::Pending => Some(drafts::change(&mut tx, &found.id, change, now).await?),
            _ => None,
        };
        // once a reviewer and request: the log is no record of keystrokes
        if let Some(Ok(_)) = kept
            && !events::drafted(&mut *tx, &found.id, actor).await?
        {
            events::append(&mut tx, &found.id, Kind::Drafted, now, actor, None).await?;
        }
        tx.commit().await?;
        Ok(Some((found, kept)))
    }

    async fn note_view(&self, elicitation_id: &str, actor: &str, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        if !events::viewed(&mut *tx, elicitation_id, actor).await? {
            events::append(&mut tx, elicitation_id, Kind::Viewed, now, actor, None).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<String>, StoreError> {
        elicitations::due(&self.readers, now, limit).await
    }

    async fn purge(&self, before: Timestamp, limit: u32, now: Timestamp) -> Result<u64, StoreError> {
        if elicitations::closed_before(&self.readers, before).await? {
            let mut tx = self.write().await?;
            let removed = elicitations::remove(&mut tx, before, limit, now).await?;
            tx.commit().await?;
            return Ok(removed);
        }
        Ok(0)
    }

    async fn events(&self, elicitation_id: &str) -> Result<Vec<Event>, StoreError> {
        events::of(&self.readers, elicitation_id).await
    }

    async fn history(&self, agent: Option<i64>, until: Until, page: Page) -> Result<Listing, StoreError> {
        // one look: the count and the page are of the same moment
        let mut tx = self.readers.begin().await?;
        history::list(&mut tx, agent, until, page).await
    }

    async fn last_event(&self) -> Result<i64, StoreError> {
        events::last(&self.readers).await
    }

    async fn changes(&self, event: i64, limit: u32) -> Result<Vec<(i64, String)>, StoreError> {
        events::changes(&self.readers, event, limit).await
    }

    async fn announce(&self, url: &str) -> Result<(), StoreError> {
        Ok(self.beacon.light(url).await.map_err(sqlx::Error::Io)?)
    }

    async fn announced(&self) -> Option<String> {
        self.beacon.seen()
    }
}
