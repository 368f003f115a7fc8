//! Reads dates as V8 does: ECMAScript's own format first, then whatever its old parser made sense of.

use super::{
    legacy::{self, Word},
    parts::{Date, Zone, is_minute},
    token::{Token, Tokens},
};

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
