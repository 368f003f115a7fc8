//! The one place that reads the wall clock, and RFC 3339 for the wire.

use jiff::fmt::temporal::DateTimePrinter;

use crate::domain::format::Format;
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

/// The time that `text` names in RFC 3339, to the millisecond (what is finer is cut off); `None` for another text.
#[must_use]
pub fn read_rfc3339(text: &str) -> Option<Timestamp> {
    if !Format::DateTime.accepts(text) {
        return None;
    }
    // such a text is a time; one that does not fit is of the last day of year 9999
    let time: jiff::Timestamp = text.to_ascii_uppercase().parse().unwrap_or(jiff::Timestamp::MAX);
    Some(Timestamp::from_millis(time.as_nanosecond().div_euclid(1_000_000).try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc_with_milliseconds_and_read_as_they_come() {
        for (millis, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_769_851_800_000, "2026-01-31T09:30:00.000Z"),
            (1_769_851_800_007, "2026-01-31T09:30:00.007Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(rfc3339(Timestamp::from_millis(millis)), text);
        }
        for (text, millis) in [
            ("2026-01-31T09:30:00.007Z", Some(1_769_851_800_007)),
            ("2026-01-31t09:30:00z", Some(1_769_851_800_000)),
            ("2026-01-31T10:30:00.0079999+01:00", Some(1_769_851_800_007)),
            ("1969-12-31T23:59:59.9991Z", Some(-1)),
            ("9999-12-31T23:59:59Z", Some(jiff::Timestamp::MAX.as_millisecond())),
            ("2026-01-31T09:30:00", None),
            ("2026-01-31 09:30:00Z", None),
            ("2026-02-31T09:30:00Z", None),
            ("now", None),
        ] {
            assert_eq!(read_rfc3339(text), millis.map(Timestamp::from_millis), "{text}");
        }
        assert!(rfc3339(Timestamp::from_millis(i64::MAX)).starts_with("9999-12-30T"));
    }
}
