//! JSON read by hand, for the browser's half: what it gets is small and ours, and `serde_json`'s reader with its floating point would be a
//! tenth of what the page weighs.

use serde_json::{Map, Number, Value};

/// How deep a text may nest; the page's own are flatter, but for values that the agent sent (100).
const DEPTH: usize = 200;

/// The value that `text` is, numbers by their very digits; `None` when it is no JSON.
#[must_use]
pub fn read(text: &str) -> Option<Value> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(DEPTH)?;
    reader.space();
    (reader.at == text.len()).then_some(value)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Steps over the bytes that `are`.
    fn skip(&mut self, are: fn(u8) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(are) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn space(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    /// Steps over `byte`, after any space.
    fn eat(&mut self, byte: u8) -> bool {
        self.space();
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        self.space();
        match self.peek()? {
            b'"' => self.string().map(Value::String),
            b'[' => {
                let mut items = Vec::new();
                self.members(b'[', b']', |reader| {
                    items.push(reader.value(depth)?);
                    Some(())
                })?;
                Some(Value::Array(items))
            }
            b'{' => {
                let mut members = Map::new();
                self.members(b'{', b'}', |reader| {
                    reader.space();
                    let key = reader.string()?;
                    if !reader.eat(b':') {
                        return None;
                    }
                    members.insert(key, reader.value(depth)?);
                    Some(())
                })?;
                Some(Value::Object(members))
            }
            b'-' | b'0'..=b'9' => {
                let digits = self.skip(|byte| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9'));
                Some(Value::Number(Number::from_string_unchecked(digits.to_owned())))
            }
            _ => match self.skip(|byte| byte.is_ascii_lowercase()) {
                "null" => Some(Value::Null),
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
        }
    }

    /// What stands between `open` and `close`, each followed by a comma but the last.
    fn members(&mut self, open: u8, close: u8, mut member: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.eat(open);
        if self.eat(close) {
            return Some(());
        }
        loop {
            member(self)?;
            if self.eat(close) {
                return Some(());
            }
            if !self.eat(b',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        if self.peek() != Some(b'"') {
            return None;
        }
        self.at += 1;
        let mut string = String::new();
        loop {
            string.push_str(self.skip(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f)));
            self.at += 1;
            match self.text.as_bytes().get(self.at - 1)? {
                b'"' => return Some(string),
                b'\\' => string.push(self.escape()?),
                _ => return None,
            }
        }
    }

    /// The character that an escape stands for, after its backslash.
    fn escape(&mut self) -> Option<char> {
        let byte = self.peek()?;
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let unit = self.unit()?;
                let paired = (0xd800..0xdc00).contains(&unit);
                if paired && self.text.get(self.at..)?.starts_with("\\u") {
                    self.at += 2;
                    let low = self.unit()?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                    char::from_u32(0x1_0000 + ((unit - 0xd800) << 10) + low)?
                } else {
                    char::from_u32(unit)?
                }
            }
            _ => return None,
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        digits.bytes().try_fold(0, |unit, digit| Some(unit * 16 + char::from(digit).to_digit(16)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_serde_json_reads() {
        let texts = [
            "null",
            " true ",
            "[false,null , []]",
            "{}",
            r#"{"b":1,"a":{"__proto__":[2]},"b":3}"#,
            "123456789012345678901234567890",
            "-0.50",
            "\"\"",
            r#""a\"b\\c\/d\b\f\n\r\t\u00e9\u202e\ud83d\ude00é😀""#,
            "[\n{\"k\" : \"v\"}\t]",
        ];
        for text in texts {
            assert_eq!(read(text), Some(serde_json::from_str(text).unwrap()), "{text}");
        }
        assert_eq!(read("1e400").unwrap().to_string(), "1e400");
    }

    #[test]
    fn refuses_what_is_no_json() {
        let deep = "[".repeat(1000);
        for text in [
            "",
            "[",
            "[1",
            "[1,",
            "[1,]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "\"",
            "\"\\",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\ud800x\"",
            "\"\n\"",
            "nul",
            "1 2",
            &deep,
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
