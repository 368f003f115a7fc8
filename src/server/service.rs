//! The use cases, one file each: load → domain → save with its audit event, one transaction → wake.
//!
//! Agents' calls come in through [`crate::server::mcp`], reviewers' through [`crate::api`] and [`crate::server::pages`]; both say who asks.

use std::time::Duration;

use serde_json::{Map, Value};

use super::auth::Agent;
use crate::domain::elicitation::{Decision, State, Status};
use crate::domain::grid::{Entry, Grid, RowFault};
use crate::domain::labels::Labels;
use crate::domain::time::Timestamp;
use crate::domain::violation::Violations;

/// Cheap to clone: shared handles inside.
#[derive(Clone)]
pub struct Service {}

/// Why an agent's call is refused. `mcp::reply` turns each into the contract's words.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// Unknown, another token's, or purged: all the same.
    #[error("not found")]
    NotFound,
    #[error("{0}")]
    Invalid(#[from] Violations),
    #[error("not decided (status={})", .0.word())]
    NotDecided(Status),
    #[error("cannot cancel (status={})", .0.word())]
    CannotCancel(Status),
    /// Ours, not the caller's: logged where it happened, never shown.
    #[error("internal error")]
    Internal,
}

/// A request just made.
#[derive(Clone, Debug)]
pub struct Opened {
    pub elicitation_id: String,
    /// Built from the public URL, with the link's secret.
    pub review_url: String,
    pub expires_at: Timestamp,
}

/// The outcome of a decided request (contract § 6).
#[derive(Clone, Debug)]
pub struct Outcome {
    pub decision: Decision,
    pub context: Value,
}

/// What the review page shows.
#[derive(Clone, Debug)]
pub struct Review {
    /// The name of the token that asked.
    pub asked_by: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// The server's now, for the time left.
    pub now: Timestamp,
    pub message: String,
    /// What the display template gave: sanitised HTML, or why there is none.
    pub banner: Option<Result<String, String>>,
    pub grid: Grid,
    pub labels: Labels,
    pub state: State,
    /// Who decided, as the audit says it (`link`), once decided.
    pub decided_by: Option<String>,
}

/// Why a reviewer's call is refused.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// No such link.
    #[error("not found")]
    NotFound,
    /// It was decided, canceled or has expired already.
    #[error("this request was already {}", .0.word())]
    Closed(Status),
    /// The rows at fault; nothing was decided.
    #[error("some rows need fixing")]
    Faults(Vec<RowFault>),
    /// Not a submission of this request; says what is wrong with it.
    #[error("{0}")]
    Malformed(String),
    #[error("internal error")]
    Internal,
}

impl Service {
    /// `elicit_proposal`: parses, renders the template, stores the request with its `created` event.
    pub async fn open_proposal(&self, agent: &Agent, arguments: &Map<String, Value>) -> Result<Opened, CallError> {
        todo!()
    }

    /// `elicit_status`.
    pub async fn status(&self, agent: &Agent, elicitation_id: &str) -> Result<Status, CallError> {
        todo!()
    }

    /// `elicit_await`: at once unless pending, else when it leaves pending or `window` closes. Dropping the future cancels nothing.
    pub async fn wait(&self, agent: &Agent, elicitation_id: &str, window: Duration) -> Result<Status, CallError> {
        todo!()
    }

    /// `elicit_result`: the outcome, recorded as a `consumed` event at every fetch.
    pub async fn result(&self, agent: &Agent, elicitation_id: &str) -> Result<Outcome, CallError> {
        todo!()
    }

    /// `elicit_cancel`: fine also when it already was canceled.
    pub async fn cancel(&self, agent: &Agent, elicitation_id: &str) -> Result<(), CallError> {
        todo!()
    }

    /// The agent whose token this is, recording its use; `None` for an unknown or revoked one.
    pub async fn authenticate(&self, token: &str) -> Result<Option<Agent>, CallError> {
        todo!()
    }

    /// What the page of link `secret` shows. Writes nothing, but an expiry that it finds.
    pub async fn review(&self, secret: &str) -> Result<Review, ReviewError> {
        todo!()
    }

    /// The opened page says it was seen: the `viewed` event, once a request.
    pub async fn viewed(&self, secret: &str) -> Result<(), ReviewError> {
        todo!()
    }

    /// Decides for submission: `entries`, one a row, become values by `domain::grid`, are judged, and stored if the request still is pending.
    pub async fn submit(&self, secret: &str, entries: &[Entry]) -> Result<(), ReviewError> {
        todo!()
    }

    /// Decides against.
    pub async fn decline(&self, secret: &str) -> Result<(), ReviewError> {
        todo!()
    }

    /// The faults of `texts` (row index and text) against their rows' patterns.
    pub async fn match_patterns(&self, secret: &str, texts: &[(usize, String)]) -> Result<Vec<RowFault>, ReviewError> {
        todo!()
    }
}
