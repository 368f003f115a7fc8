//! Points in time, as the server's clock gave them.

use serde::{Deserialize, Serialize};

/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The time that is `millis` milliseconds after the epoch.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since the epoch.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// The time `seconds` later.
    #[must_use]
    pub const fn plus_seconds(self, seconds: u32) -> Self {
        Self(self.0 + seconds as i64 * 1000)
    }

    /// Milliseconds from `self` to `later`; 0 when `later` has passed.
    #[must_use]
    pub const fn millis_until(self, later: Self) -> i64 {
        let left = later.0 - self.0;
        if left > 0 { left } else { 0 }
    }
}
