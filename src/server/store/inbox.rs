//! What a reviewer has to decide, and what was decided.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::elicitation::Status;
use crate::domain::inbox::Find;
use crate::domain::request::Kind;
use crate::domain::time::Timestamp;
use crate::server::auth::Reviewer;

/// The requests as a reviewer may see them, as they were last written: an expiry that nobody has met yet is not in it.
#[async_trait]
pub trait Inbox: Send + Sync {
    /// What `reviewer` finds, of what is for them or for nobody by name, admins of everything: pending ones, soonest to close first, and closed ones, newest first; all of one moment.
    async fn inbox(&self, reviewer: &Reviewer, find: &Find) -> Result<(Shelf, Shelf), StoreError>;

    /// Where the request `id` stands among the pending ones that `reviewer` may decide; `None` when they can't see such a request.
    async fn place(&self, reviewer: &Reviewer, id: &str) -> Result<Option<Place>, StoreError>;
}

/// Some of the requests that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// How many there are.
    pub total: u64,
    /// The first of them.
    pub lines: Vec<Line>,
}

/// A request in the inbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub id: String,
    pub kind: Kind,
    /// How many rows, fields or options there are to decide on.
    pub size: u32,
    /// Its first 400 characters.
    pub message: String,
    /// The name of the agent that asks.
    pub agent: String,
    /// A decision stays named as such when its outcome was fetched.
    pub status: Status,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub closed_at: Option<Timestamp>,
    /// Who decided, as the audit says it.
    pub decided_by: Option<String>,
    /// The name of the reviewer that it is for.
    pub reviewer: Option<String>,
}

/// Where a request stands among the pending ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its place from 1 up while it is pending and theirs to decide.
    pub number: Option<u64>,
    /// How many are pending and theirs to decide.
    pub of: u64,
    /// The one of those that comes after it, or from the start again; never itself.
    pub next: Option<String>,
}
