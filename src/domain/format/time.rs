//! `date` and `date-time` of RFC 3339.

/// `YYYY-MM-DD`, a real day.
pub(super) fn is_date(bytes: &[u8]) -> bool {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *bytes else {
        return false;
    };
    let (Some(century), Some(year), Some(month), Some(day)) = (two(y1, y2), two(y3, y4), two(m1, m2), two(d1, d2)) else {
        return false;
    };
    let leap = if year == 0 { century % 4 == 0 } else { year % 4 == 0 };
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// A date, `T`, a time with an offset; in either letter case.
pub(super) fn is_date_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() > 10 && matches!(bytes[10], b'T' | b't') && is_date(&bytes[..10]) && is_time(&bytes[11..])
}

/// `HH:MM:SS`, a fraction perhaps, `Z` or `±HH:MM`. Second 60 is a leap second: the last of a UTC day.
fn is_time(bytes: &[u8]) -> bool {
    let [h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = bytes else {
        return false;
    };
    let (Some(hour), Some(minute), Some(second)) = (two(*h1, *h2), two(*m1, *m2), two(*s1, *s2)) else {
        return false;
    };
    let offset = match without_fraction(rest) {
        Some([b'Z' | b'z']) => Some(0),
        Some([sign @ (b'+' | b'-'), h1, h2, b':', m1, m2]) => match (two(*h1, *h2), two(*m1, *m2)) {
            (Some(hours @ 0..=23), Some(minutes @ 0..=59)) => Some((hours * 60 + minutes) * if *sign == b'+' { 1 } else { -1 }),
            _ => None,
        },
        _ => None,
    };
    let Some(offset) = offset else {
        return false;
    };
    let ends_the_day = (hour * 60 + minute - offset).rem_euclid(24 * 60) == 24 * 60 - 1;
    hour <= 23 && minute <= 59 && (second <= 59 || second == 60 && ends_the_day)
}

/// What follows a fraction of a second, if there is one; `None` for a point without digits.
fn without_fraction(rest: &[u8]) -> Option<&[u8]> {
    let [b'.', digits @ ..] = rest else {
        return Some(rest);
    };
    let count = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    (count > 0).then(|| &digits[count..])
}

fn two(a: u8, b: u8) -> Option<i32> {
    (a.is_ascii_digit() && b.is_ascii_digit()).then(|| i32::from(a - b'0') * 10 + i32::from(b - b'0'))
}
