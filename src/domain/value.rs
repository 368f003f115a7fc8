//! The values of a cell: when they are empty, when they are equal, how they are shown (contract § 5).

use serde_json::Value;

use super::decimal::{self, Decimal};

/// Whether `value` counts as no value: `null`, `""` or `[]` (an absent one is passed as `null`).
#[must_use]
pub fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    }
}

/// Whether two cells hold the same: both empty; numbers by exact value; arrays as sets (order and repeats aside); anything
/// else as JSON, nothing coerced. Within a value the same rule holds, but that an empty member equals its like alone.
#[must_use]
pub fn equal(a: &Value, b: &Value) -> bool {
    is_empty(a) && is_empty(b) || same(a, b)
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b || Decimal::from(a) == Decimal::from(b),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => a == b || members(a) == members(b),
        (Value::Object(a), Value::Object(b)) => a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b))),
        _ => false,
    }
}

/// The canonical text of an array as a set: the way to compare long arrays in less than every pair.
fn members(items: &[Value]) -> String {
    set(&items.iter().map(canonical).collect::<Vec<_>>())
}

/// `texts` in one order and without repeats, as one text. Sorted as `&str`, as elsewhere in the page, for the page's weight.
fn set(texts: &[String]) -> String {
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.join(",")
}

/// A text that two values share exactly when they are [`same`].
fn canonical(value: &Value) -> String {
    match value {
        Value::Number(number) => Decimal::from(number).to_string(),
        Value::Array(items) => ["[", &members(items), "]"].concat(),
        Value::Object(entries) => {
            let entries: Vec<_> = entries.iter().map(|(key, value)| [&quoted(key), ":", &canonical(value)].concat()).collect();
            ["{", &set(&entries), "}"].concat()
        }
        Value::String(text) => quoted(text),
        Value::Null => "null".to_owned(),
        Value::Bool(true) => "true".to_owned(),
        Value::Bool(false) => "false".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The text of a cell, which is also what copying it types: a string itself, a number's plain digits, `true`/`false`, compact
/// JSON for anything else, nothing for `null`.
#[must_use]
pub fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => decimal::plain(number),
        other => other.to_string(),
    }
}

/// The JSON type of `value`, with its article, for a sentence: `a string`.
#[must_use]
pub const fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests;
