//! The life of a request, by value (contract § 1): one arrow out of `pending` wins.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::time::Timestamp;

/// Where a request is in its life, as `elicit_status` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Pending,
    Submitted,
    Declined,
    Canceled,
    Expired,
    Consumed,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Pending, Self::Submitted, Self::Declined, Self::Canceled, Self::Expired, Self::Consumed];

    /// The word on the wire and in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Submitted => "submitted",
            Self::Declined => "declined",
            Self::Canceled => "canceled",
            Self::Expired => "expired",
            Self::Consumed => "consumed",
        }
    }

    /// The status of `word`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }
}

/// What the reviewer decided.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// What the form submitted (contract § 6): a proposal's included fields or an approval's fields with their final values, in declared order;
    /// a selection's `selectedIds`. `None` where there was no form: an approval in JSON mode.
    Submitted(Option<Map<String, Value>>),
    Declined,
}

/// A request's state with what each state knows.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    Pending,
    Decided { decision: Decision, at: Timestamp, consumed: bool },
    Canceled { at: Timestamp },
    Expired { at: Timestamp },
}

/// Why a transition is refused: what the request already is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the request is already {}", .0.word())]
pub struct Refusal(pub Status);

impl State {
    /// The status as the wire names it.
    #[must_use]
    pub fn status(&self) -> Status {
        match self {
            Self::Pending => Status::Pending,
            Self::Decided { consumed: true, .. } => Status::Consumed,
            Self::Decided { decision: Decision::Submitted(_), .. } => Status::Submitted,
            Self::Decided { decision: Decision::Declined, .. } => Status::Declined,
            Self::Canceled { .. } => Status::Canceled,
            Self::Expired { .. } => Status::Expired,
        }
    }

    /// The state as `now` finds it: a pending request whose `expires_at` has come is expired. Whoever meets that writes it.
    #[must_use]
    pub fn at(self, now: Timestamp, expires_at: Timestamp) -> Self {
        match self {
            Self::Pending if now >= expires_at => Self::Expired { at: expires_at },
            other => other,
        }
    }

    /// The reviewer's decision.
    ///
    /// # Errors
    /// [`Refusal`] unless the request is pending.
    pub fn decide(self, decision: Decision, now: Timestamp) -> Result<Self, Refusal> {
        match self {
            Self::Pending => Ok(Self::Decided { decision, at: now, consumed: false }),
            other => Err(Refusal(other.status())),
        }
    }

    /// The agent's withdrawal. Canceling what is canceled changes nothing.
    ///
    /// # Errors
    /// [`Refusal`] when it was decided or has expired.
    pub fn cancel(self, now: Timestamp) -> Result<Self, Refusal> {
        match self {
            Self::Pending => Ok(Self::Canceled { at: now }),
            canceled @ Self::Canceled { .. } => Ok(canceled),
            other => Err(Refusal(other.status())),
        }
    }

    /// The agent fetches the outcome.
    ///
    /// # Errors
    /// [`Refusal`] with the status when there is no outcome.
    pub fn consume(self) -> Result<Self, Refusal> {
        match self {
            Self::Decided { decision, at, .. } => Ok(Self::Decided { decision, at, consumed: true }),
            other => Err(Refusal(other.status())),
        }
    }
}

#[cfg(test)]
mod tests;
