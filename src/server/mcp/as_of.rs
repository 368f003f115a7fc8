//! `asOf`: up to where a history goes, as an RFC 3339 time that an agent gets and passes back (contract § 2).
//!
//! A time alone would not do: what shares its millisecond, or is written a little later, would slip in. So the fraction of ours goes on
//! after the milliseconds, with the number of the newest request that belongs to the history.

use crate::domain::history::Until;
use crate::domain::time::Timestamp;
use crate::server::clock::{read_rfc3339, rfc3339};

/// How many digits the milliseconds have, and the number.
const DIGITS: (usize, usize) = (3, 15);

/// The `asOf` of what was looked up at `now`, whose newest request has the number `newest`.
pub fn write(now: Timestamp, newest: i64) -> String {
    let (time, digits) = (rfc3339(now), DIGITS.1);
    format!("{}{newest:0digits$}Z", time.trim_end_matches('Z'))
}

/// What an `asOf` stands for: one of ours, or any RFC 3339 time; `None` when it is neither.
pub fn read(text: &str) -> Option<Until> {
    let (millis, number) = DIGITS;
    let Some((seconds, rest)) = text.split_once('.') else { return read_rfc3339(text).map(Until::Time) };
    let (fraction, offset) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    if fraction.len() != millis + number {
        // finer than a nanosecond is nothing to the clock
        let fraction = &fraction[..fraction.len().min(9)];
        return read_rfc3339(&format!("{seconds}.{fraction}{offset}")).map(Until::Time);
    }
    let (fraction, number) = fraction.split_at(millis);
    read_rfc3339(&format!("{seconds}.{fraction}{offset}"))?;
    number.parse().ok().map(Until::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_769_851_800_007);

    #[test]
    fn ours_is_a_time_that_holds_a_number() {
        assert_eq!(write(NOW, 253), "2026-01-31T09:30:00.007000000000000253Z");
        for number in [0, 1, 253, 999_999_999_999_999] {
            let text = write(NOW, number);
            assert!(crate::domain::format::Format::DateTime.accepts(&text), "{text}");
            assert_eq!(read(&text), Some(Until::Number(number)));
        }
    }

    #[test]
    fn any_time_will_do() {
        let time = |millis| Some(Until::Time(Timestamp::from_millis(millis)));
        for (text, until) in [
            ("2026-01-31T09:30:00.007Z", time(1_769_851_800_007)),
            ("2026-01-31T09:30:00Z", time(1_769_851_800_000)),
            ("2026-01-31T09:30:00.0071Z", time(1_769_851_800_007)),
            ("2026-01-31T10:30:00.007000000+01:00", time(1_769_851_800_007)),
            ("2026-01-31T10:30:00.00799999999999999999999999+01:00", time(1_769_851_800_007)),
            ("", None),
            ("7", None),
            ("2026-01-31", None),
            ("2026-01-31T09:30:00.Z", None),
            ("2026-01-31T09:30:00.007", None),
            ("2026-01-31T09:30:00.007000000000000253", None),
            ("2026-13-31T09:30:00.007000000000000253Z", None),
            (" 2026-01-31T09:30:00Z", None),
            ("2026-01-31T09:30:00.007é000000000000253Z", None),
        ] {
            assert_eq!(read(text), until, "{text}");
        }
    }
}
