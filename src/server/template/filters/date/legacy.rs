//! V8's old date parser: `March 10, 2024 5:30 PM GMT+0100`, `10/3/2024`, `Sun, 10 Mar 2024 23:30:00 EST`.

use super::{
    parts::{Date, is_minute},
    read::milliseconds,
    token::{Token, Tokens},
};

/// A word within a date, by its first three letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// From 1.
    Month(i64),
    /// 12 for PM, 0 for AM.
    Half(i64),
    /// Hours before UTC.
    Zone(i64),
    /// The `T` between date and time.
    Time,
    Unknown,
}

impl Word {
    /// The word that begins with `start`, in lower case; months alone may be longer than that.
    pub fn find(start: &str, length: usize) -> Self {
        const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
        const ZONES: [(&str, i64); 12] = [
            ("ut", 0),
            ("utc", 0),
            ("z", 0),
            ("gmt", 0),
            ("cdt", -5),
            ("cst", -6),
            ("edt", -4),
            ("est", -5),
            ("mdt", -6),
            ("mst", -7),
            ("pdt", -7),
            ("pst", -8),
        ];
        if let Some(month) = (1..).zip(MONTHS).find_map(|(number, name)| (name == start).then_some(number)) {
            return Self::Month(month);
        }
        match start {
            _ if length > 3 => Self::Unknown,
            "am" => Self::Half(0),
            "pm" => Self::Half(12),
            "t" => Self::Time,
            start => ZONES.iter().find(|(name, _)| *name == start).map_or(Self::Unknown, |(_, hours)| Self::Zone(*hours)),
        }
    }
}

/// Reads on from `token`; `None` if no date comes of it.
pub fn read(token: Token, tokens: &mut Tokens, date: &mut Date) -> Option<()> {
    let mut counted = !date.day.is_empty();
    let mut token = token;
    while token != Token::End {
        match token {
            Token::Number { value, .. } => {
                counted = true;
                number(value, tokens, date)?;
            }
            Token::Word { word, .. } => self::word(word, counted, tokens, date)?,
            Token::Sign(sign @ ('+' | '-')) if !date.time.is_empty() || is_utc(date) => {
                counted = true;
                offset(if sign == '+' { 1 } else { -1 }, tokens, date)?;
            }
            Token::Sign('+' | '-' | ')') if counted => return None,
            _ => {}
        }
        token = tokens.take();
    }
    Some(())
}

fn is_utc(date: &Date) -> bool {
    date.zone.hour == Some(0) && date.zone.minute == Some(0)
}

fn number(value: i64, tokens: &mut Tokens, date: &mut Date) -> Option<()> {
    if tokens.skip(':') {
        if tokens.skip(':') {
            if !date.time.is_empty() {
                return None;
            }
            date.time.extend([value, 0]);
            return Some(());
        }
        push_time(date, value)?;
        tokens.skip('.');
        return Some(());
    }
    if tokens.skip('.') && expects_time(date, value) {
        push_time(date, value)?;
        let millis = milliseconds(tokens.next)?;
        tokens.take();
        finish_time(date, millis);
    } else if date.zone.hour.is_some() && date.zone.minute.is_none() && is_minute(value) {
        date.zone.minute = Some(value);
    } else if expects_time(date, value) {
        finish_time(date, value);
        let ends =
            matches!(tokens.next, Token::End | Token::Space | Token::Sign('+' | '-') | Token::Word { word: Word::Zone(_), length: 1 });
        return ends.then_some(());
    } else {
        if date.day.len() >= 3 {
            return None;
        }
        date.day.push(value);
        tokens.skip('-');
    }
    Some(())
}

fn expects_time(date: &Date, value: i64) -> bool {
    match date.time.len() {
        1 | 2 => is_minute(value),
        3 => (0..1000).contains(&value),
        _ => false,
    }
}

fn push_time(date: &mut Date, value: i64) -> Option<()> {
    (date.time.len() < 4).then(|| date.time.push(value))
}

fn finish_time(date: &mut Date, value: i64) {
    date.time.push(value);
    date.time.resize(4, 0);
}

fn word(word: Word, counted: bool, tokens: &mut Tokens, date: &mut Date) -> Option<()> {
    match word {
        Word::Half(half) if !date.time.is_empty() => date.half = Some(half),
        Word::Month(month) => {
            date.month = Some(month);
            tokens.skip('-');
        }
        Word::Zone(hours) if counted => {
            date.zone.sign = Some(if hours < 0 { -1 } else { 1 });
            date.zone.hour = Some(hours.abs());
            date.zone.minute = Some(0);
        }
        // other words may stand before the first number, apart from it
        _ if counted || matches!(tokens.next, Token::Number { .. }) => return None,
        _ => {}
    }
    Some(())
}

/// `+0100`, `+1`, `+01:00`; the minutes after a colon follow as a number of their own.
fn offset(sign: i64, tokens: &mut Tokens, date: &mut Date) -> Option<()> {
    date.zone.sign = Some(sign);
    let (value, digits) = if let Token::Number { value, digits } = tokens.next {
        tokens.take();
        (value, digits)
    } else {
        (0, 0)
    };
    (date.zone.hour, date.zone.minute) = match digits {
        _ if tokens.next == Token::Sign(':') => (Some(value), None),
        1 | 2 => (Some(value), Some(0)),
        3 | 4 => (Some(value / 100), Some(value % 100)),
        _ => return None,
    };
    Some(())
}
