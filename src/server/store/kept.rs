//! What is kept, as the rest of the server gets it.

use crate::domain::elicitation::{State, Status};
use crate::domain::request::{Kind, Request};
use crate::domain::selection::Rows;
use crate::domain::time::Timestamp;
use crate::domain::unsent::Unsent;
use crate::server::auth::{Agent, Digest, Reviewer};

/// Where a request stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    pub id: String,
    pub kind: Kind,
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
    /// What was asked; its `context` is `null` here unless the request is an approval, whose page shows it.
    pub request: Request,
    /// What the display template gave, or why there is nothing.
    pub banner: Option<Result<String, String>>,
    /// What a selection's row template gave.
    pub rows: Option<Rows>,
    pub decided_by: Option<String>,
}

/// A request to be kept.
#[derive(Clone, Debug)]
pub struct NewElicitation {
    pub id: String,
    pub agent: Agent,
    pub request: Request,
    pub banner: Option<Result<String, String>>,
    pub rows: Option<Rows>,
    /// The digest of its review link's secret.
    pub link: Digest,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// Whom it is for; `None`: whoever may decide any.
    pub reviewer: Option<Reviewer>,
}

/// Whom a request is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub id: i64,
    pub name: String,
    /// They are no reviewer any more.
    pub revoked: bool,
}

/// What was entered for a request and not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptDraft {
    pub unsent: Unsent,
    /// How often it was kept.
    pub revision: u32,
    /// When it was kept last.
    pub at: Timestamp,
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
    /// Its number in the chain of all events.
    pub number: i64,
    /// The word of an [`audit::Kind`](crate::domain::audit::Kind).
    pub kind: String,
    pub at: Timestamp,
    /// `agent:NAME`, `reviewer:NAME`, `link` (whoever holds it) or `server`.
    pub actor: String,
    /// Of a submission that is still kept: the fields that are in it, by name, or the options, by id.
    pub included: Vec<String>,
}

/// One page of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Newest first.
    pub items: Vec<Item>,
    /// How many there are on all pages.
    pub total: u64,
    /// The number of the latest that was kept of them, 0 when there are none: what [`Until::Number`](crate::domain::history::Until) takes.
    pub newest: i64,
}

/// A request in a list, as it was last written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub id: String,
    pub kind: Kind,
    pub message: String,
    pub status: Status,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// When the reviewer decided, if one did.
    pub decided_at: Option<Timestamp>,
}
