//! Reading one argument: of the right type, of a sound length, without keys that nobody knows.

use std::io;

use serde_json::{Map, Value};

use super::{MAX_DEPTH, reserved_key, type_name};
use crate::domain::decimal::Decimal;
use crate::domain::violation::{Violations, join, unknown_key};

/// The object at `path`, which has to be there; `wanted` says what it holds. `None` when that is noted as a fault.
pub fn object<'v>(value: Option<&'v Value>, path: &str, wanted: &str, faults: &mut Violations) -> Option<&'v Map<String, Value>> {
    match value {
        Some(Value::Object(entries)) => return Some(entries),
        None | Some(Value::Null) => faults.push(path, format!("required: {wanted}")),
        Some(other) => faults.push(path, format!("must be an object, not {}: {wanted}", type_name(other))),
    }
    None
}

/// The text at `path`, which has to be there, not blank, and at most `most` code points long. `None` when that is noted as a fault.
pub fn text(value: Option<&Value>, path: &str, most: usize, faults: &mut Violations) -> Option<String> {
    match value {
        Some(Value::String(text)) if text.trim().is_empty() => faults.push(path, "must not be blank"),
        Some(Value::String(text)) => match text.chars().count() {
            length if length > most => faults.push(path, format!("{length} characters are too many: at most {most}")),
            _ => return Some(text.clone()),
        },
        None | Some(Value::Null) => faults.push(path, "required: a non-blank string"),
        Some(other) => faults.push(path, format!("must be a string, not {}", type_name(other))),
    }
    None
}

/// The text at `path`, trimmed and at most `most` code points long as it was sent; `None` when it is absent, blank, or noted as a fault.
pub fn words(value: Option<&Value>, path: &str, most: usize, faults: &mut Violations) -> Option<String> {
    match value {
        None | Some(Value::Null) => None,
        Some(Value::String(words)) if words.trim().is_empty() => None,
        _ => text(value, path, most, faults).map(|words| words.trim().to_owned()),
    }
}

/// The whole number from zero up at `path` (`2.0` is one; what no count can reach is the greatest); `None` when that is noted as a fault.
pub fn count(value: &Value, path: &str, faults: &mut Violations) -> Option<u64> {
    let Value::Number(number) = value else {
        faults.push(path, format!("must be a number, not {}", type_name(value)));
        return None;
    };
    let value = Decimal::from(number);
    if !value.is_integer() || value < Decimal::default() {
        faults.push(path, format!("must be a whole number from 0 up, not {number}"));
        return None;
    }
    Some(value.to_u64().unwrap_or(u64::MAX))
}

/// Notes the keys of `entries` that are not among `known`; `what` names those ("a key of columns").
pub fn known_keys(entries: &Map<String, Value>, path: &str, what: &str, known: &[&str], faults: &mut Violations) {
    for key in entries.keys().filter(|key| !known.contains(&key.as_str())) {
        faults.push(join(path, key), unknown_key(what, key, known.iter().copied()));
    }
}

/// The object that `text` is the JSON text of; agents do send that. `None` when a fault is noted instead.
pub(super) fn embedded(text: &str, path: &str, faults: &mut Violations) -> Option<Value> {
    let value = match serde_json::from_str::<Value>(text) {
        Ok(value @ Value::Object(_)) => value,
        _ => {
            faults.push(path, "must be an object, not a string (nor is it the JSON text of one)");
            return None;
        }
    };
    if let Some(key) = reserved_key(text) {
        faults.push(join(path, &key), "keys that begin with $serde_json::private are reserved");
        return None;
    }
    if depth(&value) > MAX_DEPTH {
        faults.push(path, format!("nested too deep: at most {MAX_DEPTH} levels"));
        return None;
    }
    Some(value)
}

/// The length of `value` as compact JSON.
pub(super) fn bytes(value: &Value) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // neither the counter nor a Value can fail
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

/// How deep arrays and objects are nested.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(entries) => 1 + entries.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
