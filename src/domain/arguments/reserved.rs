//! Keys that `serde_json` keeps for itself: with exact numbers it would read an object of one as something else. They are refused.

use serde_json::Value;

use crate::domain::violation::{Violations, join};

const PREFIX: &str = "$serde_json::private";

/// Why such a key is refused.
pub(super) const WHY: &str = "keys that begin with $serde_json::private are reserved";

/// The first key in the JSON text `json` that is reserved. Asked of the text, for once read the key may be gone.
pub(super) fn reserved_key(json: &str) -> Option<String> {
    let mut rest = json;
    while let Some(start) = rest.find('"') {
        let length = quoted(&rest[start..])?;
        let (token, after) = rest[start..].split_at(length);
        rest = after;
        // written plainly or with escapes, a reserved key has one of the two
        if token.contains(['$', '\\']) && after.trim_start_matches([' ', '\t', '\r', '\n']).starts_with(':') {
            let key: String = serde_json::from_str(token).ok()?;
            if key.starts_with(PREFIX) {
                return Some(key);
            }
        }
    }
    None
}

/// Notes every reserved key within `value`.
pub(super) fn refuse(value: &Value, path: &str, faults: &mut Violations) {
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| refuse_within(item, || format!("{path}[{i}]"), faults)),
        Value::Object(entries) => {
            for (key, value) in entries {
                if key.starts_with(PREFIX) {
                    faults.push(join(path, key), WHY);
                }
                refuse_within(value, || join(path, key), faults);
            }
        }
        _ => {}
    }
}

fn refuse_within(value: &Value, path: impl Fn() -> String, faults: &mut Violations) {
    // a path is worth its making where there can be a key in it
    if matches!(value, Value::Array(_) | Value::Object(_)) {
        refuse(value, &path(), faults);
    }
}

/// The length of the JSON string that `text` begins with, both quotes included.
fn quoted(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}
