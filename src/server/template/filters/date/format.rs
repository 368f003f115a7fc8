//! `strftime`, as LiquidJS has it.

use super::{
    super::super::{
        budget::{Budget, Fallible},
        coerce::Text,
        number::integer,
        value::Value,
    },
    calendar::Moment,
};

const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// `%`, flags, a width, a modifier that means nothing, and the letter.
struct Directive<'f> {
    flags: &'f str,
    width: &'f str,
    letter: char,
}

/// `moment` by `format`; what is no directive stands for itself.
pub fn format(moment: &Moment, format: &str, budget: &Budget) -> Fallible<Value> {
    let mut text = Text::new(budget);
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        text.push(&rest[..at])?;
        let (directive, length) = directive(&rest[at + 1..]);
        let written = &rest[at..=at + length];
        rest = &rest[at + 1 + length..];
        match directive.and_then(|directive| convert(moment, &directive).map(|plain| (plain, directive))) {
            Some((plain, directive)) => pad(&plain, &directive, &mut text, budget)?,
            None => text.push(written)?,
        }
    }
    text.push(rest)?;
    Ok(text.value())
}

/// The directive at the start of `rest`, and how many bytes it has; none where the text or line ends first.
fn directive(rest: &str) -> (Option<Directive<'_>>, usize) {
    let flags = rest.len() - rest.trim_start_matches(['-', '_', '0', '^', '#', ':']).len();
    let behind = &rest[flags..];
    let width = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let end = flags + width;
    let modifier = rest[end..].starts_with(['E', 'O']);
    let is_letter = |c: &char| !matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
    let letter = rest[end + usize::from(modifier)..].chars().next().filter(is_letter);
    match letter {
        Some(letter) => {
            let length = end + usize::from(modifier) + letter.len_utf8();
            (Some(Directive { flags: &rest[..flags], width: &rest[flags..end], letter }), length)
        }
        None => (None, end + usize::from(modifier)),
    }
}

fn convert(moment: &Moment, directive: &Directive<'_>) -> Option<String> {
    let hour12 = if moment.hour % 12 == 0 { 12 } else { moment.hour % 12 };
    let month = usize::try_from(moment.month - 1).ok().and_then(|at| MONTHS.get(at))?;
    let day = usize::try_from(moment.weekday).ok().and_then(|at| DAYS.get(at))?;
    Some(match directive.letter {
        'a' => day[..3].to_owned(),
        'A' => (*day).to_owned(),
        'b' | 'h' => month[..3].to_owned(),
        'B' => (*month).to_owned(),
        'c' => format!("{}, {}", date(moment), time(moment)),
        'C' => moment.year.div_euclid(100).to_string(),
        'd' | 'e' => moment.day.to_string(),
        'H' | 'k' => moment.hour.to_string(),
        'I' | 'l' => hour12.to_string(),
        'j' => moment.day_of_year.to_string(),
        'L' => moment.milli.to_string(),
        'm' => moment.month.to_string(),
        'M' => moment.minute.to_string(),
        'N' => fraction(moment, directive),
        'p' => half(moment).to_owned(),
        'P' => half(moment).to_lowercase(),
        'q' => ordinal(moment.day).to_owned(),
        's' => moment.millis.div_euclid(1000).to_string(),
        'S' => moment.second.to_string(),
        'u' => (if moment.weekday == 0 { 7 } else { moment.weekday }).to_string(),
        'U' => week(moment, 0).to_string(),
        'w' => moment.weekday.to_string(),
        'W' => week(moment, 1).to_string(),
        'x' => date(moment),
        'X' => time(moment),
        'y' => moment.year.rem_euclid(100).to_string(),
        'Y' => moment.year.to_string(),
        'z' => offset(moment, directive),
        'Z' if !moment.zone.is_empty() => moment.zone.to_string(),
        'Z' => offset(moment, directive),
        't' => "\t".to_owned(),
        'n' => "\n".to_owned(),
        '%' => "%".to_owned(),
        _ => return None,
    })
}

fn pad(plain: &str, directive: &Directive<'_>, text: &mut Text<'_>, budget: &Budget) -> Fallible<()> {
    let flag = |flag: char| directive.flags.contains(flag);
    let plain = match (flag('^'), flag('#')) {
        (true, _) => plain.to_uppercase(),
        (false, true) if plain.contains(|c: char| c.is_ascii_lowercase()) => plain.to_uppercase(),
        (false, true) => plain.to_lowercase(),
        (false, false) => plain.to_owned(),
    };
    let spaced = "aAbBceklpP".contains(directive.letter);
    let padding = if flag('_') || spaced && !flag('0') { " " } else { "0" };
    let fraction = directive.letter == 'N';
    let width = if flag('-') && !fraction { 0 } else { width(directive) };
    let missing = width.saturating_sub(plain.chars().count());
    budget.allocate(missing)?;
    if fraction {
        text.push(&plain)?;
        return text.push(&"0".repeat(missing));
    }
    let (sign, digits) = if padding == "0" { plain.strip_prefix('-').map_or(("", &*plain), |digits| ("-", digits)) } else { ("", &*plain) };
    text.push(sign)?;
    text.push(&padding.repeat(missing))?;
    text.push(digits)
}

/// The width that is asked for, or the letter's own.
fn width(directive: &Directive<'_>) -> usize {
    match directive.width.trim_start_matches('0') {
        "" => match directive.letter {
            'C' | 'd' | 'e' | 'H' | 'I' | 'k' | 'l' | 'm' | 'M' | 'S' | 'U' | 'W' | 'y' => 2,
            'j' | 'L' => 3,
            'Y' => 4,
            'N' => 9,
            _ => 0,
        },
        digits => digits.parse().unwrap_or(usize::MAX),
    }
}

/// `3/10/2024`; years before the first count backwards, without a word about it.
fn date(moment: &Moment) -> String {
    let year = if moment.year > 0 { moment.year } else { 1 - moment.year };
    format!("{}/{}/{year}", moment.month, moment.day)
}

/// `11:30:05 PM`
fn time(moment: &Moment) -> String {
    let hour = if moment.hour % 12 == 0 { 12 } else { moment.hour % 12 };
    format!("{hour}:{:02}:{:02} {}", moment.minute, moment.second, half(moment))
}

const fn half(moment: &Moment) -> &'static str {
    if moment.hour < 12 { "AM" } else { "PM" }
}

/// The digits behind the second's point that there are; `pad` adds zeros.
fn fraction(moment: &Moment, directive: &Directive<'_>) -> String {
    format!("{:03}", moment.milli).chars().take(width(directive)).collect()
}

const fn ordinal(day: i64) -> &'static str {
    match (day, day % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

/// The week of the year, counted from the first `start` day.
const fn week(moment: &Moment, start: i64) -> i64 {
    let since_start = (moment.weekday - start).rem_euclid(7);
    (moment.day_of_year - 1 - since_start + 7).div_euclid(7)
}

fn offset(moment: &Moment, directive: &Directive<'_>) -> String {
    let sign = if moment.behind > 0.0 { '-' } else { '+' };
    let minutes = integer(moment.behind.abs());
    let colon = if directive.flags.contains(':') { ":" } else { "" };
    format!("{sign}{:02}{colon}{:02}", minutes / 60, minutes % 60)
}
