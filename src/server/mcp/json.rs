//! What is asked of a body's bytes before any parser that recurses sees them.

use serde_json::{Map, Value};

/// How deep arrays and objects may nest (contract § 2).
pub const MAX_DEPTH: usize = 100;

/// serde_json's own spelling of an exact number: as a key it would turn an object into something else.
const RESERVED: &str = "$serde_json::private";

/// Why a text is not taken, though it may be JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    #[error("object keys that begin with \"{RESERVED}\" are reserved")]
    ReservedKey,
}

/// Walks `text` once, without recursion. A text that is not JSON may well pass: that is the parser's to say.
///
/// # Errors
/// [`Refused`], the first that is met.
pub fn scan(text: &[u8]) -> Result<(), Refused> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(Refused::TooDeep);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let end = string_end(text, at);
                if is_key(&text[end..]) && is_reserved(&text[at..end]) {
                    return Err(Refused::ReservedKey);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// The object that `text` spells; `None` when it spells none, or one that [`scan`] refuses.
pub fn object(text: &str) -> Option<Map<String, Value>> {
    scan(text.as_bytes()).ok()?;
    serde_json::from_str(text).ok()
}

/// The index after the string that begins at `start`; the text's end when it is never closed.
fn string_end(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// Whether a string followed by `rest` is an object's key.
fn is_key(rest: &[u8]) -> bool {
    rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

/// Whether `quoted` spells a reserved key, escapes or not.
fn is_reserved(quoted: &[u8]) -> bool {
    (quoted.starts_with(b"\"$") || quoted.contains(&b'\\'))
        && serde_json::from_slice::<String>(quoted).is_ok_and(|key| key.starts_with(RESERVED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted_outside_strings() {
        let nested = |depth: usize| format!("{}0{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(scan(nested(100).as_bytes()), Ok(()));
        assert_eq!(scan(nested(101).as_bytes()), Err(Refused::TooDeep));
        assert_eq!(scan(nested(4_000_000).as_bytes()), Err(Refused::TooDeep));
        assert_eq!(scan(format!("[{}]", vec!["[1]"; 500].join(",")).as_bytes()), Ok(()), "siblings are not nested");
        assert_eq!(scan(format!(r#"["\"{}"]"#, "[".repeat(500)).as_bytes()), Ok(()), "brackets in a string are text");
        assert_eq!(scan(format!("{}{}", "{\"a\":".repeat(101), "}".repeat(101)).as_bytes()), Err(Refused::TooDeep));
    }

    #[test]
    fn reserved_keys_are_found_however_spelled() {
        for (text, expected) in [
            (r#"{"$serde_json::private::Number":"5"}"#, Err(Refused::ReservedKey)),
            (r#"{"a":[{"$serde_json::private::RawValue" : "5"}]}"#, Err(Refused::ReservedKey)),
            (r#"{"\u0024serde_json::privat\u0065":1}"#, Err(Refused::ReservedKey)),
            (r#"{"a":"$serde_json::private::Number"}"#, Ok(())),
            (r#"["$serde_json::private::Number"]"#, Ok(())),
            (r#"{"$serde_json":1,"$ref":2}"#, Ok(())),
        ] {
            assert_eq!(scan(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_json_is_walked_to_its_end() {
        for text in [&b""[..], b"\"", b"\"\\", b"\"\\\"", b"]]]}", b"\xff\xfe", b"{\"a", b":::", b"\"\\u00\":"] {
            assert_eq!(scan(text), Ok(()), "{text:?}");
        }
    }

    #[test]
    fn an_object_is_read_exactly() {
        let text = r#"{"b":123456789012345678901234567890,"a":1e400,"__proto__":[]}"#;
        let read = object(text).map(|map| Value::Object(map).to_string());
        assert_eq!(read.as_deref(), Some(r#"{"b":123456789012345678901234567890,"a":1e+400,"__proto__":[]}"#));
        for none in ["[1]", "1", "", "{", "{} {}", r#"{"$serde_json::private::Number":"5"}"#] {
            assert_eq!(object(none), None, "{none}");
        }
    }
}
