//! Numbers as JavaScript reads and writes them.

use super::character::is_space;

/// `number` as JavaScript prints it: the fewest digits that read back the same, an exponent from 10^21 on and below 10^-6.
pub fn text(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{:e}", number.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    // where the point stands, counted from the first digit
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let unsigned = layout(&digits, point);
    if number < 0.0 { ["-", &unsigned].concat() } else { unsigned }
}

fn layout(digits: &str, point: i32) -> String {
    let count = digits.len();
    match usize::try_from(point) {
        Ok(whole @ 1..=21) if whole >= count => [digits, &"0".repeat(whole - count)].concat(),
        Ok(whole @ 1..=21) => [&digits[..whole], ".", &digits[whole..]].concat(),
        _ if (-5..=0).contains(&point) => ["0.", &"0".repeat(point.unsigned_abs() as usize), digits].concat(),
        _ => {
            let exponent = point - 1;
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let sign = if exponent < 0 { "-" } else { "+" };
            format!("{first}{dot}{rest}e{sign}{}", exponent.abs())
        }
    }
}

/// What JavaScript's `Number(text)` gives: blank is 0, anything unreadable is NaN.
pub fn parse(text: &str) -> f64 {
    let text = text.trim_matches(is_space);
    if text.is_empty() {
        return 0.0;
    }
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            return in_radix(digits, radix);
        }
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned == "Infinity" {
        return if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    if is_decimal(unsigned) { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

fn in_radix(digits: &str, radix: u32) -> f64 {
    if digits.is_empty() {
        return f64::NAN;
    }
    digits.chars().try_fold(0.0, |sum, c| c.to_digit(radix).map(|digit| sum * f64::from(radix) + f64::from(digit))).unwrap_or(f64::NAN)
}

/// `digits(.digits?)?(e±digits)?` or `.digits(e±digits)?`
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let some = !(whole.is_empty() && fraction.is_empty());
    some && digits(whole) && digits(fraction) && exponent.is_none_or(|exponent| !exponent.is_empty() && digits(exponent))
}

/// `number` cut to an integer and held within ±2^53, NaN being 0: what JavaScript makes of an index.
#[expect(clippy::cast_possible_truncation, reason = "held within 2^53 first")]
pub fn integer(number: f64) -> i64 {
    const LARGEST: f64 = 9_007_199_254_740_992.0;
    if number.is_nan() { 0 } else { number.trunc().clamp(-LARGEST, LARGEST) as i64 }
}

/// Like [`integer`], with what is below zero as 0.
pub fn count(number: f64) -> usize {
    usize::try_from(integer(number)).unwrap_or(0)
}

/// A length as a number: exact, since nothing here is 2^53 long.
pub const fn from_length(length: usize) -> f64 {
    length as f64
}

/// A point in time as a number: exact for as long as JavaScript has dates.
pub const fn from_millis(millis: i64) -> f64 {
    millis as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_javascript_does() {
        for (number, wanted) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1.5e-7, "1.5e-7"),
            (0.000_001, "0.000001"),
            (1e300, "1e+300"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(text(number), wanted);
        }
    }

    #[test]
    fn reads_as_javascript_does() {
        for (text, wanted) in [
            ("", 0.0),
            (" 5 ", 5.0),
            ("5.", 5.0),
            (".5", 0.5),
            ("-1e3", -1000.0),
            ("0x1f", 31.0),
            ("0b11", 3.0),
            ("-Infinity", f64::NEG_INFINITY),
        ] {
            assert!((parse(text) - wanted).abs() < f64::EPSILON || parse(text) == wanted, "{text}");
        }
        for text in ["a", "1a", "1e", "e1", ".", "inf", "nan", "--1", "0x", "-0x1", "1 2"] {
            assert!(parse(text).is_nan(), "{text}");
        }
    }
}
