//! Numbers by exact value, whatever their size (contract § 4): nothing here goes through a double, whether a typed number is finite as
//! one included.

use std::cmp::Ordering;
use std::fmt;

use serde_json::Number;

mod divide;

/// How many digits a number may have to be written without an exponent.
const PLAIN_DIGITS: usize = 40;

/// Exponents are held within this bound (they may have any number of digits in JSON): no two numbers that anybody tells apart meet there.
const EXPONENT_BOUND: i128 = 10_i128.pow(36);

/// 2^1024 - 2^970: the least number that rounds to no finite double.
const DOUBLE_LIMIT: &str = "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792";

/// An exact decimal number: sign · digits · 10^exponent, normalised, so that equal values are equal structs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    /// ASCII digits without leading or trailing zeros; empty for zero.
    digits: String,
    exponent: i128,
}

impl Decimal {
    /// The value of `-?digits(.digits)?([eE][+-]?digits)?` (JSON's numbers, and with leading zeros); `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if is_digits(fraction) => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        if !is_digits(whole) {
            return None;
        }
        let all = [whole, fraction].concat();
        let digits = all.trim_matches('0');
        if digits.is_empty() {
            return Some(Self::default());
        }
        let trailing = all.len() - all.trim_end_matches('0').len();
        let exponent = exponent + trailing as i128 - fraction.len() as i128;
        Some(Self { negative, digits: digits.to_owned(), exponent })
    }

    /// Whether the value has no fraction.
    #[must_use]
    pub const fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The value as a `u64`; `None` when it is negative, has a fraction or is too big for one.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        self.plain()?.parse().ok()
    }

    /// How many digits the value has, zeros at either end aside.
    #[must_use]
    pub const fn digits(&self) -> usize {
        self.digits.len()
    }

    /// Whether the value is `divisor` times an integer, exactly. Nothing but zero is a multiple of zero. The work is bounded by the digits
    /// of both multiplied, however far apart the exponents.
    #[must_use]
    pub fn multiple_of(&self, divisor: &Self) -> bool {
        if self.digits.is_empty() || divisor.digits.is_empty() {
            return self.digits.is_empty();
        }
        let shift = self.exponent - divisor.exponent;
        // neither has a trailing zero, so a power of ten left on the divisor's side divides nothing
        if shift < 0 {
            return false;
        }
        // 10^shift has all factors two and five that the divisor can have once shift passes its bits: more zeros change nothing
        let useful = usize::try_from(shift).unwrap_or(usize::MAX).min(divisor.digits.len().saturating_mul(4));
        divide::divides(divisor.digits.as_bytes(), self.digits.as_bytes(), useful)
    }

    /// Whether arithmetic on doubles gets this number right: fifteen digits at most, from about 10^-10 to 10^25. What goes through doubles is
    /// no judge of any other number.
    #[must_use]
    pub fn suits_doubles(&self) -> bool {
        self.digits.len() <= 15 && (-10..=10).contains(&self.exponent)
    }

    /// Whether the nearest double is finite.
    fn fits_double(&self) -> bool {
        Self::parse(DOUBLE_LIMIT).is_none_or(|limit| self.cmp_magnitude(&limit) == Ordering::Less)
    }

    fn cmp_magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // the place of the first digit decides, then the digits from there
            (false, false) => {
                let place = |number: &Self| number.exponent + number.digits.len() as i128;
                place(self).cmp(&place(other)).then_with(|| self.digits.cmp(&other.digits))
            }
        }
    }

    /// The value without an exponent, when that takes no more than [`PLAIN_DIGITS`].
    fn plain(&self) -> Option<String> {
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        let sign = if self.negative { "-" } else { "" };
        let (digits, count) = (&self.digits, self.digits.len());
        if let Ok(zeros) = usize::try_from(self.exponent) {
            return (count.saturating_add(zeros) <= PLAIN_DIGITS).then(|| [sign, digits, &"0".repeat(zeros)].concat());
        }
        let places = usize::try_from(self.exponent.unsigned_abs()).unwrap_or(usize::MAX);
        if count.max(places.saturating_add(1)) > PLAIN_DIGITS {
            return None;
        }
        Some(match count.checked_sub(places) {
            None | Some(0) => [sign, "0.", &"0".repeat(places - count), digits].concat(),
            Some(whole) => [sign, &digits[..whole], ".", &digits[whole..]].concat(),
        })
    }
}

impl From<&Number> for Decimal {
    fn from(number: &Number) -> Self {
        Self::parse(number.as_str()).unwrap_or_default()
    }
}

impl fmt::Display for Decimal {
    /// The normal form, one text a value: `-12e-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.negative { "-" } else { "" })?;
        f.write_str(if self.digits.is_empty() { "0" } else { &self.digits })?;
        write!(f, "e{}", self.exponent)
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.cmp_magnitude(other),
            (true, true) => other.cmp_magnitude(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

/// The number as it is shown: without an exponent up to 40 digits (`230.0` is `230`, `1e3` is `1000`), beyond that as it was sent, but for
/// the plus sign that `serde_json` puts into an exponent.
#[must_use]
pub fn plain(number: &Number) -> String {
    Decimal::from(number).plain().unwrap_or_else(|| number.as_str().replace("e+", "e"))
}

/// The number that a reviewer typed: trimmed ASCII `-?digits(.digits)?([eE][+-]?digits)?`, finite as a double, in plain spelling up to 40
/// digits; `None` for any other text.
#[must_use]
pub fn typed(text: &str) -> Option<Number> {
    let text = text.trim();
    let value = Decimal::parse(text).filter(Decimal::fits_double)?;
    let spelling = value.plain().unwrap_or_else(|| spelled(text));
    // it is JSON's spelling by now; reading it as JSON would bring serde_json's floating point into the page
    Some(Number::from_string_unchecked(spelling))
}

/// `007.5E60` as `serde_json` spells it: `7.5e+60`.
fn spelled(text: &str) -> String {
    let (sign, unsigned) = text.split_at(usize::from(text.starts_with('-')));
    let (digits, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, ""));
    let digits = digits.trim_start_matches('0');
    let zero = if digits.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    let e = match exponent.as_bytes().first() {
        None => "",
        Some(b'0'..=b'9') => "e+",
        Some(_) => "e",
    };
    [sign, zero, digits, e, exponent].concat()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_exponent(text: &str) -> Option<i128> {
    let (negative, unsigned) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if !is_digits(unsigned) {
        return None;
    }
    let size = unsigned.bytes().fold(0, |sum: i128, digit| (sum * 10 + i128::from(digit - b'0')).min(EXPONENT_BOUND));
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests;
