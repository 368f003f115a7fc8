//! Whole units of work on the database; no statement is written twice.
//!
//! The store keeps facts and their order. What a step does to a request is `domain::elicitation`'s word, asked inside the transaction that
//! writes it together with its audit event.

mod driver;
mod engine;
mod inbox;
mod kept;
mod migrations;
mod open;
pub mod postgres;
mod reviewers;
mod sql;
pub mod sqlite;

use async_trait::async_trait;
use serde_json::Value;

use super::auth::{Agent, Digest};
use crate::domain::elicitation::{Decision, Refusal, State};
use crate::domain::history::{Page, Until};
use crate::domain::time::Timestamp;
use crate::domain::unsent::Change;
pub use inbox::{Inbox, Line, Place, Shelf};
pub use kept::{AgentRecord, Event, Head, Item, KeptDraft, Listing, Named, NewElicitation, Record};
pub use open::{Database, OpenError};
pub use reviewers::{Begun, Pass, ReviewerRecord, Reviewers};
pub use sql::SqlStore;
pub use sql::log::{Broken, Log, Verdict};

/// Everything that is kept, in units of work that happen whole or not at all.
#[async_trait]
pub trait Store: Inbox + Reviewers {
    /// Whether the database answers, and takes what is written to it.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Closes the database once what runs on it has ended.
    async fn close(&self);

    /// Makes the agent `name`; without `token`, one that can't call, and which a later one of that name with a token is the same as.
    /// [`StoreError::NameTaken`] while another of that name has a token that isn't revoked.
    async fn add_agent(&self, name: &str, token: Option<&Digest>, admin: bool, now: Timestamp) -> Result<Agent, StoreError>;

    /// The agent called `name` that isn't revoked.
    async fn agent_named(&self, name: &str) -> Result<Option<Agent>, StoreError>;

    /// The agent whose token has this digest, unless revoked.
    async fn agent_with_token(&self, token: &Digest) -> Result<Option<Agent>, StoreError>;

    /// The agent that is an OAuth identity by this name, made when it comes for the first time; `None` once it was revoked, for good.
    async fn identity(&self, name: &str, now: Timestamp) -> Result<Option<Agent>, StoreError>;

    /// Every agent, revoked ones too, oldest first.
    async fn agents(&self) -> Result<Vec<AgentRecord>, StoreError>;

    /// Revokes the token of `name`, or the OAuth identity; `false` when there is none to revoke.
    async fn revoke_agent(&self, name: &str, now: Timestamp) -> Result<bool, StoreError>;

    /// Notes that an agent called.
    async fn note_use(&self, agent: i64, now: Timestamp) -> Result<(), StoreError>;

    /// Keeps a new request with its `created` event, unless its agent has `max_pending` pending ones: then [`StoreError::TooManyPending`].
    async fn create(&self, new: &NewElicitation, max_pending: u32) -> Result<(), StoreError>;

    /// Where the request of `key` stands, as it was last written: an expiry that nobody has met yet is not in it.
    async fn head(&self, key: &Key) -> Result<Option<Head>, StoreError>;

    /// The request of `key`, whole; the same caution as for [`Store::head`].
    async fn record(&self, key: &Key) -> Result<Option<Record>, StoreError>;

    /// Whom the request of `key` is for; `None` when that is nobody by name, or there is no such request.
    async fn named(&self, key: &Key) -> Result<Option<Named>, StoreError>;

    /// What the agent sent as `context`.
    async fn context(&self, key: &Key) -> Result<Option<Value>, StoreError>;

    /// Takes `step` with the request of `key`, in one transaction: reads `clock`, writes an expiry it meets, asks the state machine, writes the
    /// new state and the audit event. `None` when there is no such request.
    async fn advance(&self, key: &Key, step: &Step, clock: &(dyn Fn() -> Timestamp + Sync)) -> Result<Option<Advanced>, StoreError>;

    /// What was entered for a request and not sent; `None` once it is closed.
    async fn draft(&self, elicitation_id: &str) -> Result<Option<KeptDraft>, StoreError>;

    /// How often the draft of a request was kept; 0 when there is none.
    async fn draft_revision(&self, elicitation_id: &str) -> Result<u32, StoreError>;

    /// Changes the draft of `key`'s request, while it is pending, in one transaction, which reads `clock` and writes an expiry that it meets,
    /// and the `drafted` event once a request and `actor`.
    /// Where the request stands, and what came of the draft; `None` when there is no such request.
    async fn keep_draft(
        &self,
        key: &Key,
        change: &Change,
        actor: &str,
        clock: &(dyn Fn() -> Timestamp + Sync),
    ) -> Result<Option<(Advanced, Kept)>, StoreError>;

    /// Appends the `viewed` event, unless the request has one of this actor already.
    async fn note_view(&self, elicitation_id: &str, actor: &str, now: Timestamp) -> Result<(), StoreError>;

    /// Up to `limit` ids of pending requests whose time has come.
    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Removes up to `limit` requests that were closed before `before`, with all that they say; how many it removed. Their events stay, without
    /// content, each with a `purged` event.
    async fn purge(&self, before: Timestamp, limit: u32, now: Timestamp) -> Result<u64, StoreError>;

    /// What happened to a request, in order, also to one that was removed.
    async fn events(&self, elicitation_id: &str) -> Result<Vec<Event>, StoreError>;

    /// One page of the requests that `agent` made (`None`: whoever did), newest first, none made after `until`.
    async fn history(&self, agent: Option<i64>, until: Until, page: Page) -> Result<Listing, StoreError>;

    /// The number of the last event there is; 0 when there is none.
    async fn last_event(&self) -> Result<i64, StoreError>;

    /// Up to `limit` events later than `event` by which a request was made or left `pending`, in order: their numbers, and the ids of the
    /// requests.
    async fn changes(&self, event: i64, limit: u32) -> Result<Vec<(i64, String)>, StoreError>;

    /// Tells other processes on this database that it is served at `url`, as long as this store is open. The first to say so is heard.
    async fn announce(&self, url: &str) -> Result<(), StoreError>;

    /// Where another process serves this database, if one does.
    async fn announced(&self) -> Option<String>;
}

/// Which request, and by what right it is asked for.
#[derive(Clone, Debug)]
pub enum Key {
    /// By its id, as the agent that made it: another's is as good as none.
    Owned { id: String, agent: i64 },
    /// By the secret of its review link.
    Link(Digest),
    /// By its id, as the server itself.
    Id(String),
}

/// One step in the life of a request.
#[derive(Clone, Debug)]
pub enum Step {
    /// Just looks; the look still writes an expiry that it meets.
    Look,
    Decide {
        decision: Decision,
        actor: String,
    },
    Cancel {
        actor: String,
    },
    Consume {
        actor: String,
    },
}

impl Step {
    /// What the step makes of `state`.
    fn take(&self, state: State, now: Timestamp) -> Result<State, Refusal> {
        match self {
            Self::Look => Ok(state),
            Self::Decide { decision, .. } => state.decide(decision.clone(), now),
            Self::Cancel { .. } => state.cancel(now),
            Self::Consume { .. } => state.consume(),
        }
    }
}

/// What a step came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Advanced {
    pub id: String,
    /// Where the request stands now.
    pub state: State,
    /// Why the step was not taken, if it wasn't.
    pub refused: Option<Refusal>,
    /// Whether the request left `pending` by this very call.
    pub closed: bool,
}

/// What came of a change of a draft: its new revision, or that it is too much; `None` when the request no longer is pending.
pub type Kept = Option<Result<u32, TooMuch>>;

/// More bytes than a draft may have, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch(pub usize);

/// Why a unit of work did not happen.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("that name is taken")]
    NameTaken,
    #[error("the agent has too many pending requests")]
    TooManyPending,
    #[error("the database can't be reached")]
    Unreachable,
    /// The database itself: locked for too long, full, gone.
    #[error("the database failed: {0}")]
    Driver(#[from] sqlx::Error),
    /// A row that no release wrote like this.
    #[error("{table}.{column} of {id} can't be read")]
    Corrupt { table: &'static str, column: &'static str, id: String },
}
