//! What is asked of a text before any parser that recurses sees it.

use serde_json::{Map, Value};

use crate::domain::arguments::reserved_key;

/// How deep arrays and objects may nest (contract § 2).
pub const MAX_DEPTH: usize = 100;

/// Why a text is not taken, though it may be JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    #[error("keys that begin with $serde_json::private are reserved")]
    ReservedKey,
}

/// Looks `text` through without recursion. A text that is not JSON may well pass: that is the parser's to say.
///
/// # Errors
/// What it is refused for.
pub fn scan(text: &str) -> Result<(), Refused> {
    if depth(text) > MAX_DEPTH {
        Err(Refused::TooDeep)
    } else if reserved_key(text).is_some() {
        Err(Refused::ReservedKey)
    } else {
        Ok(())
    }
}

/// The object that `text` spells; `None` when it spells none, or one that [`scan`] refuses.
pub fn object(text: &str) -> Option<Map<String, Value>> {
    scan(text).ok()?;
    serde_json::from_str(text).ok()
}

/// How deep the brackets outside strings nest.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut quoted = false;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => quoted = !quoted,
            b'\\' if quoted => {
                bytes.next();
            }
            b'{' | b'[' if !quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted_outside_strings() {
        let nested = |depth: usize| format!("{}0{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(scan(&nested(100)), Ok(()));
        assert_eq!(scan(&nested(101)), Err(Refused::TooDeep));
        assert_eq!(scan(&nested(2_000_000)), Err(Refused::TooDeep));
        assert_eq!(scan(&format!("[{}]", vec!["[1]"; 500].join(","))), Ok(()), "siblings are not nested");
        assert_eq!(scan(&format!(r#"["\"{}"]"#, "[".repeat(500))), Ok(()), "brackets in a string are text");
        assert_eq!(scan(&format!("{}{}", "{\"a\":".repeat(101), "}".repeat(101))), Err(Refused::TooDeep));
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
            assert_eq!(scan(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_json_is_walked_to_its_end() {
        for text in ["", "\"", "\"\\", "\"\\\"", "]]]}", "\u{ff}", "{\"a", ":::", "\"\\u00\":"] {
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
