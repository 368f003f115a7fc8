//! Times for people.

use crate::domain::elicitation::Status;
use crate::domain::time::Timestamp;

/// How long before `now` something happened: `2 minutes ago`.
pub fn ago(at: Timestamp, now: Timestamp) -> String {
    let seconds = at.millis_until(now) / 1000;
    let (count, unit) = match seconds {
        ..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

/// When unsent work was kept: `Draft kept 2 minutes ago`.
pub fn kept(at: Timestamp, now: Timestamp) -> String {
    "Draft kept ".to_owned() + &ago(at, now)
}

/// A moment, to the minute: `31 January 2026, 09:30 UTC`.
pub fn moment(at: Timestamp) -> String {
    jiff::Timestamp::from_millisecond(at.millis()).map_or_else(|_| String::new(), |at| at.strftime("%-d %B %Y, %H:%M UTC").to_string())
}

/// What became of a request before it could be decided.
pub fn already(status: Status) -> String {
    match status {
        Status::Expired => "This request has already expired".to_owned(),
        other => format!("This request was already {}", other.word()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_times() {
        let at = |seconds: i64| Timestamp::from_millis(1_769_851_800_000 + seconds * 1000);
        for (seconds, wanted) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (7200, "2 hours ago"),
            (86_400, "1 day ago"),
        ] {
            assert_eq!(ago(at(0), at(seconds)), wanted);
        }
        assert_eq!(ago(at(10), at(0)), "just now");
        assert_eq!(kept(at(0), at(60)), "Draft kept 1 minute ago");
        assert_eq!(moment(at(0)), "31 January 2026, 09:30 UTC");
    }
}
