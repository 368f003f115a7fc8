//! Addresses: percent-encoded and back, slugs.

use std::sync::LazyLock;

use regex::Regex;

use super::{
    super::{
        budget::Fallible,
        coerce::{Text, is_truthy, plain, string},
        run::Run,
        value::Value,
    },
    Filter, Input,
};

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "cgi_escape" => |run, input| encode(run, input, |byte| is_safe(byte, b"-_.~"), true),
        "slugify" => slugify,
        "uri_escape" => |run, input| encode(run, input, |byte| is_safe(byte, b"-_.!~*'();/?:@&=+$,#[]"), false),
        "url_decode" => decode,
        "url_encode" => |run, input| encode(run, input, |byte| is_safe(byte, b"-_.!~*'()"), true),
        _ => return None,
    })
}

fn is_safe(byte: u8, signs: &[u8]) -> bool {
    byte.is_ascii_alphanumeric() || signs.contains(&byte)
}

fn encode(run: &mut Run<'_>, input: &Input<'_>, safe: fn(u8) -> bool, plus: bool) -> Fallible<Value> {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let text = input.text(run)?;
    let mut encoded = Text::new(run.budget);
    for byte in text.bytes() {
        let unit = match byte {
            b' ' if plus => vec![b'+'],
            byte if safe(byte) => vec![byte],
            byte => vec![b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]],
        };
        encoded.push(std::str::from_utf8(&unit).unwrap_or_default())?;
    }
    Ok(encoded.value())
}

fn decode(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let malformed = || "filter \"url_decode\" was given a malformed address".to_owned();
    let text = input.text(run)?;
    run.budget.allocate(text.len())?;
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits = rest.get(..2).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit)).ok_or_else(malformed)?;
                let digits = std::str::from_utf8(digits).unwrap_or_default();
                bytes.push(u8::from_str_radix(digits, 16).unwrap_or_default());
                rest = &rest[2..];
            }
            byte => bytes.push(*byte),
        }
    }
    let decoded = String::from_utf8(bytes).map_err(|_| malformed())?;
    Value::made(&decoded, run.budget)
}

#[expect(clippy::unwrap_used, reason = "the patterns are constants, tested below")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap()
}

static DEFAULT: LazyLock<Regex> = LazyLock::new(|| pattern(r"[^\p{M}\p{L}\p{Nd}]+"));
static PRETTY: LazyLock<Regex> = LazyLock::new(|| pattern(r"[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+"));
static ASCII: LazyLock<Regex> = LazyLock::new(|| pattern(r"[^A-Za-z0-9]+"));
static SPACE: LazyLock<Regex> = LazyLock::new(|| pattern(r"[\s\x{feff}--\x{85}]+"));

fn slugify(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let mut text = input.text(run)?.to_string();
    let mode = string(&plain(&input.argument_or(0, Value::text("default"))), run.budget)?;
    let separators = match &*mode {
        "raw" => Some(&SPACE),
        "default" => Some(&DEFAULT),
        "pretty" => Some(&PRETTY),
        "ascii" => Some(&ASCII),
        "latin" => {
            text = text.chars().map(without_accent).collect::<Vec<_>>().concat();
            Some(&DEFAULT)
        }
        _ => None,
    };
    if let Some(separators) = separators {
        let dashed = separators.replace_all(&text, "-");
        let dashed = dashed.strip_prefix('-').unwrap_or(&dashed);
        text = dashed.strip_suffix('-').unwrap_or(dashed).to_owned();
    }
    let cased = is_truthy(&input.argument(1));
    Value::made(&if cased { text } else { text.to_lowercase() }, run.budget)
}

/// Latin letters without their accents, by LiquidJS' short list.
fn without_accent(c: char) -> String {
    let plain = match c {
        'à'..='å' => "a",
        'æ' => "ae",
        'ç' => "c",
        'è'..='ë' => "e",
        'ì'..='ï' => "i",
        'ð' => "d",
        'ñ' => "n",
        'ò'..='ö' | 'ø' => "o",
        'ù'..='ü' => "u",
        'ý' | 'ÿ' => "y",
        'ß' => "ss",
        'œ' => "oe",
        'þ' => "th",
        'ẞ' => "SS",
        'Œ' => "OE",
        'Þ' => "TH",
        c => return c.to_string(),
    };
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns_compile() {
        for pattern in [&super::DEFAULT, &super::PRETTY, &super::ASCII, &super::SPACE] {
            assert!(pattern.is_match("\u{feff} "));
        }
    }
}
