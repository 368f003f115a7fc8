//! Whole units of work on the database; no statement is written twice.
//!
//! The store keeps facts and their order. What a step does to a request is `domain::elicitation`'s word, asked inside the transaction that
//! writes it together with its audit event.

mod row;
pub mod sqlite;

use async_trait::async_trait;
use serde_json::Value;

use super::auth::{Agent, Digest};
use crate::domain::elicitation::{Decision, Refusal, State};
use crate::domain::proposal::Proposal;
use crate::domain::time::Timestamp;

/// Everything that is kept, in units of work that happen whole or not at all.
#[async_trait]
pub trait Store: Send + Sync {
    /// Whether the database answers.
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

    /// Every agent, revoked ones too, oldest first.
    async fn agents(&self) -> Result<Vec<AgentRecord>, StoreError>;

    /// Revokes the token of `name`; `false` when there is none to revoke.
    async fn revoke_agent(&self, name: &str, now: Timestamp) -> Result<bool, StoreError>;

    /// Notes that an agent called.
    async fn note_use(&self, agent: i64, now: Timestamp) -> Result<(), StoreError>;

    /// Keeps a new request with its `created` event.
    async fn create(&self, new: &NewElicitation) -> Result<(), StoreError>;

    /// Where the request of `key` stands, as it was last written: an expiry that nobody has met yet is not in it.
    async fn head(&self, key: &Key) -> Result<Option<Head>, StoreError>;

    /// The request of `key`, whole; the same caution as for [`Store::head`].
    async fn record(&self, key: &Key) -> Result<Option<Record>, StoreError>;

    /// What the agent sent as `context`.
    async fn context(&self, key: &Key) -> Result<Option<Value>, StoreError>;

    /// Takes `step` with the request of `key`, in one transaction: reads `clock`, writes an expiry it meets, asks the state machine, writes the
    /// new state and the audit event. `None` when there is no such request.
    async fn advance(&self, key: &Key, step: &Step, clock: &(dyn Fn() -> Timestamp + Sync)) -> Result<Option<Advanced>, StoreError>;

    /// Appends the `viewed` event, unless the request has one already.
    async fn note_view(&self, elicitation_id: &str, actor: &str, now: Timestamp) -> Result<(), StoreError>;

    /// Up to `limit` ids of pending requests whose time has come.
    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Removes up to `limit` requests that were closed before `before`, with their events; how many it removed.
    async fn purge(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;

    /// What happened to a request, in order.
    async fn events(&self, elicitation_id: &str) -> Result<Vec<Event>, StoreError>;
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

/// Where a request stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub id: String,
    pub state: State,
    pub expires_at: Timestamp,
}

/// A request as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub head: Head,
    /// The name of the agent that made it.
    pub agent: String,
    pub created_at: Timestamp,
    /// What was proposed, its `context` aside (which is `null` here).
    pub proposal: Proposal,
    /// What the display template gave, or why there is nothing.
    pub banner: Option<Result<String, String>>,
    pub decided_by: Option<String>,
}

/// A request to be kept.
#[derive(Clone, Debug)]
pub struct NewElicitation {
    pub id: String,
    pub agent: Agent,
    /// The tool that made it.
    pub tool: &'static str,
    pub proposal: Proposal,
    pub banner: Option<Result<String, String>>,
    /// The digest of its review link's secret.
    pub link: Digest,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// An agent as the operator sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentRecord {
    pub agent: Agent,
    /// Whether it ever had a token (the demo's agent has none).
    pub has_token: bool,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}

/// One line of a request's audit trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// `created`, `viewed`, `submitted`, `declined`, `canceled`, `expired` or `consumed`.
    pub kind: String,
    pub at: Timestamp,
    /// `agent:NAME`, `link` (whoever holds it) or `server`.
    pub actor: String,
    /// What more there is to say, as JSON.
    pub detail: Option<String>,
}

/// Why a unit of work did not happen.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("an agent of that name has a token already")]
    NameTaken,
    /// The database itself: locked for too long, full, gone.
    #[error("the database failed: {0}")]
    Driver(#[from] sqlx::Error),
    /// A row that no release wrote like this.
    #[error("{table}.{column} of {id} can't be read")]
    Corrupt { table: &'static str, column: &'static str, id: String },
}
