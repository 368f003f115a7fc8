//! The values of a cell: when they are empty, when they are equal, how they are shown (contract § 5).

use serde_json::Value;

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
/// else as JSON, nothing coerced.
#[must_use]
pub fn equal(a: &Value, b: &Value) -> bool {
    todo!()
}

/// The text of a cell, which is also what copying it types: a string itself, a number's plain digits, `true`/`false`, compact
/// JSON for anything else, nothing for `null`.
#[must_use]
pub fn text(value: &Value) -> String {
    todo!()
}
