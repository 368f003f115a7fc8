//! Why a use case comes to nothing: what agents and reviewers are told, and what is ours alone.

use crate::domain::elicitation::Status;
use crate::domain::grid::RowFault;
use crate::domain::violation::Violations;
use crate::server::store::StoreError;

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
    #[error("too many calls: this token may make {per_minute} a minute; wait {seconds} s, then call again")]
    TooOften { per_minute: u32, seconds: u64 },
    #[error(
        "too many pending requests: this token may have {0} at once; have some decided, or withdraw some with elicit_cancel, then call again"
    )]
    TooManyPending(u32),
    /// Ours, not the caller's: logged where it happened, never shown.
    #[error("internal error: the server could not do this, and its log says why; try again later")]
    Internal,
}

/// Why a reviewer's call is refused.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// No such request, or not theirs to see: all the same.
    #[error("not found")]
    NotFound,
    /// It takes a reviewer who is signed in, and nobody is: the same for what there is not.
    #[error("nobody is signed in")]
    SignIn,
    /// It takes the reviewer that the request names, and nobody is signed in.
    #[error("nobody is signed in, and this is for one reviewer")]
    SignInAsNamed,
    /// It takes the reviewer that the request names, and that is somebody else.
    #[error("this is for another reviewer")]
    ForSomebodyElse,
    /// It was decided, canceled or has expired already. A decision stays named as such when its outcome was fetched meanwhile.
    #[error("this request was already {}", .0.word())]
    Closed(Status),
    /// The rows at fault, or the selection as row 0; nothing was decided.
    #[error("some rows need fixing")]
    Faults(Vec<RowFault>),
    /// Not a submission of this request; says what is wrong with it.
    #[error("{0}")]
    Malformed(String),
    #[error("internal error")]
    Internal,
}

/// Something of ours failed, and the log says what.
pub(super) struct Failed;

impl Failed {
    /// Notes what it was.
    pub(super) fn noting(what: &str) -> Self {
        tracing::error!("{what}");
        Self
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self::noting(&error.to_string())
    }
}

impl From<Failed> for CallError {
    fn from(_: Failed) -> Self {
        Self::Internal
    }
}

impl From<Failed> for ReviewError {
    fn from(_: Failed) -> Self {
        Self::Internal
    }
}
