//! What `elicit_history` can be asked for (contract § 2).

use super::time::Timestamp;

/// Whose requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The caller's own.
    #[default]
    Me,
    /// Everybody's: for admins.
    Org,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Me, Self::Org];

    /// The word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Me => "me",
            Self::Org => "org",
        }
    }
}

/// Up to where a history goes: what was made after it is not in it, on whichever page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Until {
    /// All that there is now.
    #[default]
    Now,
    /// What was made up to this moment, which several requests may share.
    Time(Timestamp),
    /// What was made up to the request of this number, exactly: requests are numbered in the order in which they are kept.
    Number(i64),
}

/// One page of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// From 1 up.
    pub number: u64,
    /// How many requests a page holds.
    pub size: u32,
}
