//! JSON values: patched, reworded, and walked side by side.

use serde_json::Value;

/// Applies a JSON merge patch (RFC 7396).
pub fn merge(value: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *value = patch.clone();
        return;
    };
    if !value.is_object() {
        *value = Value::Object(serde_json::Map::new());
    }
    let Some(entries) = value.as_object_mut() else { return };
    for (key, patch) in patch {
        if patch.is_null() {
            entries.shift_remove(key);
        } else {
            merge(entries.entry(key).or_insert(Value::Null), patch);
        }
    }
}

/// Puts what `other` says in place of every text in `value`.
pub fn each_text(value: &mut Value, other: &dyn Fn(&str) -> Option<String>) {
    match value {
        Value::String(text) => {
            if let Some(other) = other(text) {
                *text = other;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_text(item, other)),
        Value::Object(entries) => entries.values_mut().for_each(|entry| each_text(entry, other)),
        _ => {}
    }
}

/// The ids and links of `real`, each with what stands in its place in `written`.
pub fn named(real: &Value, written: &Value, told: &mut Vec<(String, String)>) {
    match real {
        Value::Object(entries) => {
            for (key, real) in entries {
                match (key.as_str(), real, &written[key]) {
                    ("elicitationId" | "reviewUrl", Value::String(real), Value::String(written)) => {
                        told.push((real.clone(), written.clone()))
                    }
                    (_, real, written) => named(real, written, told),
                }
            }
        }
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| named(item, &written[i], told)),
        _ => {}
    }
}
