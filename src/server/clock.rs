//! The one place that reads the wall clock, and RFC 3339 for the wire.

use crate::domain::time::Timestamp;

/// Where the server gets "now" from; tests bring their own.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(jiff::Timestamp::now().as_millisecond())
    }
}

/// `at` as RFC 3339 in UTC, such as `2026-01-31T09:30:00.000Z`.
#[must_use]
pub fn rfc3339(at: Timestamp) -> String {
    todo!()
}
