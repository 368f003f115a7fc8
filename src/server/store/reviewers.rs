//! Reviewers, their sign-in links and sessions, in units of work that happen whole or not at all.

use async_trait::async_trait;

use super::StoreError;
use crate::domain::identity::Identity;
use crate::domain::time::Timestamp;
use crate::server::auth::{Digest, Reviewer};

/// What is kept of who may sign in and who is signed in. Whoever is revoked is neither.
#[async_trait]
pub trait Reviewers: Send + Sync {
    /// Makes the reviewer `name` with a first sign-in link. [`StoreError::NameTaken`] while another of that name isn't revoked.
    async fn add_reviewer(&self, name: &str, admin: bool, link: &Pass, now: Timestamp) -> Result<(), StoreError>;

    /// Gives the reviewer `name` the sign-in link `link` in place of any before; `false` when there is no such reviewer.
    async fn renew_link(&self, name: &str, link: &Pass) -> Result<bool, StoreError>;

    /// The reviewer whom `name` means ([`meant`](crate::domain::named::meant)), unless revoked.
    async fn reviewer_named(&self, name: &str) -> Result<Option<Reviewer>, StoreError>;

    /// Every reviewer, revoked ones too, oldest first.
    async fn reviewers(&self) -> Result<Vec<ReviewerRecord>, StoreError>;

    /// Revokes the reviewer `name`, ending their sessions and their sign-in link; `false` when there is none to revoke.
    async fn revoke_reviewer(&self, name: &str, now: Timestamp) -> Result<bool, StoreError>;

    /// Whom the sign-in link is for, while it is good.
    async fn invited(&self, link: &Digest, now: Timestamp) -> Result<Option<Reviewer>, StoreError>;

    /// Spends the sign-in link for `session`: whose it is, or `None` when the link is not good (any more). Sessions that are over are removed.
    async fn begin_session(&self, link: &Digest, session: &Pass, now: Timestamp) -> Result<Option<Reviewer>, StoreError>;

    /// Begins `session` for the reviewer whom `identity` means, and binds the two: who they are from then on, whatever their address becomes.
    /// `flow`, the sign-in that this finishes, does so once.
    async fn begin_session_as(&self, identity: &Identity, flow: &Pass, session: &Pass, now: Timestamp) -> Result<Begun, StoreError>;

    /// Whose session it is and when it was last used, while it is good.
    async fn session(&self, session: &Digest, now: Timestamp) -> Result<Option<(Reviewer, Timestamp)>, StoreError>;

    /// Notes that a session was used, which makes it last until `expires_at`.
    async fn prolong_session(&self, session: &Digest, now: Timestamp, expires_at: Timestamp) -> Result<(), StoreError>;

    /// Ends a session.
    async fn end_session(&self, session: &Digest) -> Result<(), StoreError>;
}

/// What came of a sign-in at a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    Session,
    /// It was finished before.
    Spent,
    /// Nobody here is meant.
    Unknown,
}

/// What is kept of a secret that is good for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    pub secret: Digest,
    pub expires_at: Timestamp,
}

/// A reviewer as the operator sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewerRecord {
    pub reviewer: Reviewer,
    pub created_at: Timestamp,
    /// When they last signed in.
    pub signed_in_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
}
