//! Reads dates as V8 does: ECMAScript's own format first, then whatever its old parser made sense of.

use super::{
    calendar::days_to,
    legacy::{self, Word},
};

/// What a date is read as, with the points of the text that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Number {
        value: i64,
        digits: usize,
    },
    Word {
        word: Word,
        length: usize,
    },
    /// `:` `-` `+` `.` `)`
    Sign(char),
    Space,
    Other,
    End,
}

/// Milliseconds since 1970, if JavaScript's `new Date(text)` is valid.
pub fn read(text: &str) -> Option<f64> {
    let mut tokens = Tokens::new(text);
    let mut date = Date::default();
    let rest = standard(&mut tokens, &mut date)?;
    if rest != Token::End {
        legacy::read(rest, &mut tokens, &mut date)?;
    }
    date.millis()
}

/// The words of a date, one by one.
pub struct Tokens {
    chars: Vec<char>,
    at: usize,
    pub next: Token,
}

impl Tokens {
    fn new(text: &str) -> Self {
        let mut tokens = Self { chars: text.chars().collect(), at: 0, next: Token::End };
        tokens.next = tokens.scan();
        tokens
    }

    /// The next token.
    pub fn take(&mut self) -> Token {
        let token = self.next;
        self.next = self.scan();
        token
    }

    /// Skips `sign` if it comes next.
    pub fn skip(&mut self, sign: char) -> bool {
        let found = self.next == Token::Sign(sign);
        if found {
            self.take();
        }
        found
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn scan(&mut self) -> Token {
        let from = self.at;
        let Some(c) = self.peek() else { return Token::End };
        if c.is_ascii_digit() {
            return self.number(from);
        }
        self.at += 1;
        match c {
            ':' | '-' | '+' | '.' | ')' => Token::Sign(c),
            c if is_space(c) => {
                while self.peek().is_some_and(is_space) {
                    self.at += 1;
                }
                Token::Space
            }
            c if c >= 'A' => {
                while self.peek().is_some_and(|c| c >= 'A' && !is_space(c)) {
                    self.at += 1;
                }
                let length = self.at - from;
                let start: String = self.chars[from..self.at].iter().take(3).map(char::to_ascii_lowercase).collect();
                Token::Word { word: Word::find(&start, length), length }
            }
            '(' => {
                self.skip_parentheses();
                Token::Other
            }
            _ => Token::Other,
        }
    }

    /// Nine digits count, leading zeros apart; further ones are read over.
    fn number(&mut self, from: usize) -> Token {
        let mut value = 0;
        let mut significant = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            if significant < 9 && (significant > 0 || digit > 0) {
                value = value * 10 + i64::from(digit);
            }
            significant += usize::from(significant > 0 || digit > 0);
            self.at += 1;
        }
        Token::Number { value, digits: self.at - from }
    }

    fn skip_parentheses(&mut self) {
        let mut open = 1;
        while let Some(c) = self.peek() {
            match c {
                '(' => open += 1,
                ')' => open -= 1,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return;
            }
        }
    }
}

fn is_space(c: char) -> bool {
    super::super::super::character::is_space(c)
}

/// A date as it is put together.
#[derive(Default)]
pub struct Date {
    /// Numbers of the day, in the order they came.
    pub day: Vec<i64>,
    pub month: Option<i64>,
    pub standard: bool,
    /// Hours, minutes, seconds, milliseconds.
    pub time: Vec<i64>,
    /// 12 for PM, 0 for AM.
    pub half: Option<i64>,
    pub zone: Zone,
}

/// How far a date is from UTC.
#[derive(Default)]
pub struct Zone {
    pub sign: Option<i64>,
    pub hour: Option<i64>,
    pub minute: Option<i64>,
}

impl Date {
    fn millis(mut self) -> Option<f64> {
        if self.day.is_empty() {
            return None;
        }
        self.day.resize(3, 1);
        let (year, month, day) = self.parts();
        let year = match year {
            0..=49 if !self.standard => year + 2000,
            50..=99 if !self.standard => year + 1900,
            year => year,
        };
        // JavaScript's dates end long before this year
        if !(1..=12).contains(&month) || !is_day(day) || year.abs() > 400_000 {
            return None;
        }
        self.time.resize(4, 0);
        let [mut hour, minute, second, milli] = self.time[..] else { return None };
        if let Some(half) = self.half {
            if !(0..=12).contains(&hour) {
                return None;
            }
            hour = hour % 12 + half;
        }
        let within = (0..24).contains(&hour) && is_minute(minute) && is_minute(second) && (0..1000).contains(&milli);
        if !within && (hour, minute, second, milli) != (24, 0, 0, 0) {
            return None;
        }
        let zone = self.zone.sign.map_or(0, |sign| sign * (self.zone.hour.unwrap_or(0) * 60 + self.zone.minute.unwrap_or(0)));
        let minutes = days_to(year, month, day) * 1440 + hour * 60 + minute - zone;
        Some(super::super::super::number::from_millis(minutes * 60_000 + second * 1000 + milli))
    }

    /// Year, month and day, by what the numbers can be.
    fn parts(&self) -> (i64, i64, i64) {
        let [first, second, third] = self.day[..] else { return (0, 0, 0) };
        match self.month {
            None if self.standard || !is_day(first) => (first, second, third),
            None => (third, first, second),
            Some(month) if !is_day(first) => (first, month, second),
            Some(month) => (second, month, first),
        }
    }
}

const fn is_day(number: i64) -> bool {
    matches!(number, 1..=31)
}

pub const fn is_minute(number: i64) -> bool {
    matches!(number, 0..=59)
}

/// The next number, if it has so many digits and lies within.
fn fixed(tokens: &mut Tokens, wanted: usize, least: i64, most: i64) -> Option<i64> {
    match tokens.next {
        Token::Number { value, digits } if digits == wanted && (least..=most).contains(&value) => {
            tokens.take();
            Some(value)
        }
        _ => None,
    }
}

/// `(+|-)YYYYYY` or `YYYY`, `-MM`, `-DD`, `THH:mm`, `:ss`, `.sss`, `Z` or `(+|-)HH:mm`. What is left for the old parser is handed back;
/// `None` if a time was begun and is wrong.
fn standard(tokens: &mut Tokens, date: &mut Date) -> Option<Token> {
    if let Token::Sign(sign @ ('+' | '-')) = tokens.next {
        let token = tokens.take();
        let Token::Number { value: year, digits: 6 } = tokens.next else { return Some(token) };
        tokens.take();
        if sign == '-' && year == 0 {
            return Some(token);
        }
        date.day.push(if sign == '-' { -year } else { year });
    } else if let Some(year) = fixed(tokens, 4, 0, 9999) {
        date.day.push(year);
    } else {
        return Some(tokens.take());
    }
    for most in [12, 31] {
        if !tokens.skip('-') {
            break;
        }
        match fixed(tokens, 2, 1, most) {
            Some(number) => date.day.push(number),
            None => return Some(tokens.take()),
        }
    }
    match tokens.next {
        Token::Word { word: Word::Time, .. } => {
            tokens.take();
            time(tokens, date)?;
            if tokens.next != Token::End {
                return None;
            }
        }
        Token::End => {}
        _ => return Some(tokens.take()),
    }
    if date.time.is_empty() {
        date.zone.sign = Some(1);
    }
    date.standard = true;
    Some(Token::End)
}

fn time(tokens: &mut Tokens, date: &mut Date) -> Option<()> {
    let hour = fixed(tokens, 2, 0, 24)?;
    let most = if hour == 24 { 0 } else { 59 };
    date.time.push(hour);
    if !tokens.skip(':') {
        return None;
    }
    date.time.push(fixed(tokens, 2, 0, most)?);
    if tokens.skip(':') {
        date.time.push(fixed(tokens, 2, 0, most)?);
        if tokens.skip('.') {
            match tokens.next {
                Token::Number { value, .. } if hour == 24 && value > 0 => return None,
                token @ Token::Number { .. } => date.time.push(milliseconds(token)?),
                _ => return None,
            }
            tokens.take();
        }
    }
    match tokens.next {
        Token::Word { word: Word::Zone(_), length: 1 } => {
            tokens.take();
            date.zone.sign = Some(1);
        }
        Token::Sign(sign @ ('+' | '-')) => {
            tokens.take();
            offset(tokens, date, if sign == '+' { 1 } else { -1 })?;
        }
        _ => {}
    }
    Some(())
}

fn offset(tokens: &mut Tokens, date: &mut Date, sign: i64) -> Option<()> {
    let (hour, minute) = if let Some(both) = fixed(tokens, 4, 0, 2359) {
        (both / 100, both % 100)
    } else {
        let hour = fixed(tokens, 2, 0, 23)?;
        if !tokens.skip(':') {
            return None;
        }
        (hour, fixed(tokens, 2, 0, 59)?)
    };
    date.zone = Zone { sign: Some(sign), hour: Some(hour), minute: Some(minute) };
    is_minute(minute).then_some(())
}

/// The milliseconds that a fraction of a second is: three digits count.
pub fn milliseconds(token: Token) -> Option<i64> {
    let Token::Number { value, digits } = token else { return None };
    Some(match digits {
        1 => value * 100,
        2 => value * 10,
        3 => value,
        digits => value / 10_i64.pow(u32::try_from(digits.min(9)).ok()? - 3),
    })
}
