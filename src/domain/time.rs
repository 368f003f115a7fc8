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
        Self(self.0.saturating_add(seconds as i64 * 1000))
    }

    /// Milliseconds from `self` to `later`; 0 when `later` has passed.
    #[must_use]
    pub const fn millis_until(self, later: Self) -> i64 {
        let left = later.0.saturating_sub(self.0);
        if left > 0 { left } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_never_runs_below_nothing() {
        let at = Timestamp::from_millis;
        for (now, later, left) in [(0, 1, 1), (5, 5, 0), (6, 5, 0), (-1, 1, 2), (i64::MIN, i64::MAX, i64::MAX)] {
            assert_eq!(at(now).millis_until(at(later)), left, "{now} to {later}");
        }
    }

    #[test]
    fn seconds_are_added_up_to_the_end_of_time() {
        let at = Timestamp::from_millis;
        for (from, seconds, wanted) in [(0, 0, 0), (1, 60, 60_001), (-500, 1, 500), (i64::MAX - 1, 1, i64::MAX)] {
            assert_eq!(at(from).plus_seconds(seconds), at(wanted));
        }
    }
}
