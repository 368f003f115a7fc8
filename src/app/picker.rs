//! The date picker beside a date or date-time text: from the text to the picker's value and back, zone kept (contract § 4).

/// Where the zone of a date-time text starts, when it ends in one: `Z`, `z`, `+hh:mm` or `-hh:mm`.
fn zone_at(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [time @ .., b'Z' | b'z'] if time.len() > 10 => Some(time.len()),
        [time @ .., b'+' | b'-', h1, h2, b':', m1, m2]
            if time.len() > 10 && [h1, h2, m1, m2].iter().all(|digit| digit.is_ascii_digit()) =>
        {
            Some(time.len())
        }
        _ => None,
    }
}

/// The zone of a date-time text, such as `+05:30`; UTC where there is none yet.
#[must_use]
pub fn zone(text: &str) -> &str {
    zone_at(text).map_or("Z", |at| &text[at..])
}

/// Which zone the editor speaks of, for the reviewer: `UTC+05:30`.
#[must_use]
pub fn zone_name(text: &str) -> String {
    match zone(text) {
        "Z" | "z" | "+00:00" | "-00:00" => "UTC".to_owned(),
        offset => "UTC".to_owned() + offset,
    }
}

/// What a native picker shows for `text`: the date itself, or the date-time without its zone. A picker shows nothing for a value that it
/// can't take.
#[must_use]
pub fn picked(text: &str, with_time: bool) -> &str {
    if with_time { zone_at(text).map_or("", |at| &text[..at]) } else { text }
}

/// The text after `picked` was chosen in the picker: a date as it is; a date-time with seconds and with the zone that `text` had.
#[must_use]
pub fn typed(picked: &str, text: &str, with_time: bool) -> String {
    if !with_time || picked.is_empty() {
        return picked.to_owned();
    }
    let seconds = if picked.len() == "2024-03-10T15:30".len() { ":00" } else { "" };
    [picked, seconds, zone(text)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_zone() {
        // text, picker shows, picked, new text, zone
        let cases = [
            ("2024-03-10T15:30:45.250+05:30", "2024-03-10T15:30:45.250", "2024-03-11T08:00", "2024-03-11T08:00:00+05:30", "UTC+05:30"),
            ("2024-03-10T15:30:45Z", "2024-03-10T15:30:45", "2024-03-10T15:30:46", "2024-03-10T15:30:46Z", "UTC"),
            ("2024-03-10t15:30:45z", "2024-03-10t15:30:45", "2024-03-10T15:30:46.5", "2024-03-10T15:30:46.5z", "UTC"),
            ("2024-03-10T15:30:45-08:00", "2024-03-10T15:30:45", "2024-03-10T15:30:45", "2024-03-10T15:30:45-08:00", "UTC-08:00"),
            ("", "", "2024-03-11T08:00", "2024-03-11T08:00:00Z", "UTC"),
            ("next Tuesday", "", "2024-03-11T08:00", "2024-03-11T08:00:00Z", "UTC"),
            ("some-time or-other", "", "2024-03-11T08:00", "2024-03-11T08:00:00Z", "UTC"),
        ];
        for (text, shows, choice, wanted, name) in cases {
            assert_eq!(picked(text, true), shows, "{text}");
            assert_eq!(typed(choice, text, true), wanted, "{text}");
            assert_eq!(zone_name(text), name, "{text}");
        }
    }

    #[test]
    fn a_date_has_no_zone() {
        assert_eq!(picked("2024-03-10", false), "2024-03-10");
        assert_eq!(typed("2024-03-11", "2024-03-10", false), "2024-03-11");
        assert_eq!(typed("", "2024-03-10T00:00:00Z", true), "");
    }
}
