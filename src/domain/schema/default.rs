//! A property's `default`: of the property's JSON type, of its options; constraints are left to the reviewer (contract § 4).

use serde_json::Value;

use super::keyword::Keywords;
use super::{Choice, Kind};
use crate::domain::decimal::Decimal;
use crate::domain::value::json_type;
use crate::domain::violation::{join, suggest};

/// The default, `None` when it is absent or `null`.
pub(super) fn parse(keywords: &mut Keywords<'_, '_>, kind: &Kind) -> Option<Value> {
    let value = keywords.get("default").filter(|value| !value.is_null())?;
    let wanted = match (kind, value) {
        (Kind::Text(_), Value::String(_)) | (Kind::Boolean, Value::Bool(_)) => None,
        (Kind::Number(rules), Value::Number(number)) => {
            (rules.integer && !Decimal::from(number).is_integer()).then(|| format!("must be a whole number, not {number}"))
        }
        (Kind::Select(choices), Value::String(text)) => no_option(choices, text),
        (Kind::MultiSelect(rules), Value::Array(items)) => {
            each(keywords, &rules.choices, items);
            None
        }
        (Kind::Text(_) | Kind::Select(_), other) => Some(format!("must be a string, not {}", json_type(other))),
        (Kind::Boolean, other) => Some(format!("must be true or false, not {}", json_type(other))),
        (Kind::Number(_), other) => Some(format!("must be a number, not {}", json_type(other))),
        (Kind::MultiSelect(_), other) => Some(format!("must be an array of options, not {}", json_type(other))),
    };
    if let Some(wanted) = wanted {
        keywords.fault("default", wanted);
    }
    Some(value.clone())
}

fn each(keywords: &mut Keywords<'_, '_>, choices: &[Choice], items: &[Value]) {
    let path = join(keywords.path, "default");
    for (i, item) in items.iter().enumerate() {
        let wanted = match item {
            Value::String(text) => no_option(choices, text),
            other => Some(format!("must be a string, not {}", json_type(other))),
        };
        if let Some(wanted) = wanted {
            keywords.faults.push(format!("{path}[{i}]"), wanted);
        }
    }
}

/// What to say of `text` when it is none of the options; nothing when there are none, for that is said already.
fn no_option(choices: &[Choice], text: &str) -> Option<String> {
    if choices.is_empty() || choices.iter().any(|choice| choice.value == text) {
        return None;
    }
    let meant = suggest(text, choices.iter().map(|choice| choice.value.as_str()));
    let meant = meant.map(|value| format!(" (did you mean {}?)", Value::from(value))).unwrap_or_default();
    Some(format!("{} is not one of the options{meant}", Value::from(text)))
}
