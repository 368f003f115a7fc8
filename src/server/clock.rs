//! The one place that reads the wall clock, and RFC 3339 for the wire.

use jiff::fmt::temporal::DateTimePrinter;

use crate::domain::time::Timestamp;

/// Where the server gets "now" from; tests bring their own.
pub trait Clock: Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that everybody else is told to ask")]
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(jiff::Timestamp::now().as_millisecond())
    }
}

/// `at` as RFC 3339 in UTC, such as `2026-01-31T09:30:00.000Z`. A time beyond year 9999 is shown as the last moment before it.
#[must_use]
pub fn rfc3339(at: Timestamp) -> String {
    let end = if at.millis() < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
    let time = jiff::Timestamp::from_millisecond(at.millis()).unwrap_or(end);
    DateTimePrinter::new().precision(Some(3)).timestamp_to_string(&time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc_with_milliseconds() {
        for (millis, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_769_851_800_000, "2026-01-31T09:30:00.000Z"),
            (1_769_851_800_007, "2026-01-31T09:30:00.007Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(rfc3339(Timestamp::from_millis(millis)), text);
        }
        assert!(rfc3339(Timestamp::from_millis(i64::MAX)).starts_with("9999-12-30T"));
    }
}
