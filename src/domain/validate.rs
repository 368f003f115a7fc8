//! The one checker of a value against its field, run in the browser while typing and on the server on submit.
//!
//! It knows every keyword of the subset but `pattern`, which the server alone matches. The server also has the `jsonschema` crate's word;
//! a property test holds the two together.

use serde_json::{Number, Value};

use super::decimal::{self, Decimal};
use super::schema::{Choice, Field, Kind, NumberRules, SetRules, TextRules};

/// The first thing wrong with `value` as a value of `field`, as a sentence for the reviewer ("Enter a whole number"), `None` when it
/// is fine. Agrees with the `jsonschema` crate on [`Field::json_schema`], `pattern` aside.
#[must_use]
pub fn fault(field: &Field, value: &Value) -> Option<String> {
    match (&field.kind, value) {
        (Kind::Text(rules), Value::String(text)) => text_fault(rules, text),
        (Kind::Number(rules), Value::Number(number)) => number_fault(rules, number),
        (Kind::Boolean, Value::Bool(_)) => None,
        (Kind::Select(choices), Value::String(text)) => (!is_choice(choices, text)).then(|| no_choice(value)),
        (Kind::MultiSelect(rules), Value::Array(items)) => set_fault(rules, items),
        (Kind::Text(_), _) => Some("Enter a text".to_owned()),
        (Kind::Number(rules), _) => Some(if rules.integer { "Enter a whole number" } else { "Enter a number" }.to_owned()),
        (Kind::Boolean, _) => Some("Choose yes or no".to_owned()),
        (Kind::Select(_), _) => Some("Choose one of the options".to_owned()),
        (Kind::MultiSelect(_), _) => Some("Choose among the options".to_owned()),
    }
}

fn text_fault(rules: &TextRules, text: &str) -> Option<String> {
    let length = text.chars().count() as u64;
    if let Some(least) = rules.min_length.filter(|least| length < *least) {
        return Some(format!("At least {}: this has {length}", characters(least)));
    }
    if let Some(most) = rules.max_length.filter(|most| length > *most) {
        return Some(format!("At most {}: this has {length}", characters(most)));
    }
    rules.format.filter(|format| !format.accepts(text)).map(|format| format.wanted().to_owned())
}

fn characters(count: u64) -> String {
    if count == 1 { "1 character".to_owned() } else { format!("{count} characters") }
}

fn number_fault(rules: &NumberRules, number: &Number) -> Option<String> {
    let value = Decimal::from(number);
    let broken = |bound: &Option<Number>, holds: fn(&Decimal, &Decimal) -> bool, words: &str| {
        let bound = bound.as_ref()?;
        (!holds(&value, &Decimal::from(bound))).then(|| [words, &decimal::plain(bound)].concat())
    };
    if rules.integer && !value.is_integer() {
        return Some("Enter a whole number".to_owned());
    }
    broken(&rules.minimum, |value, bound| value >= bound, "At least ")
        .or_else(|| broken(&rules.maximum, |value, bound| value <= bound, "At most "))
        .or_else(|| broken(&rules.exclusive_minimum, |value, bound| value > bound, "More than "))
        .or_else(|| broken(&rules.exclusive_maximum, |value, bound| value < bound, "Less than "))
        .or_else(|| broken(&rules.multiple_of, Decimal::multiple_of, "Enter a multiple of "))
}

fn set_fault(rules: &SetRules, items: &[Value]) -> Option<String> {
    let count = items.len() as u64;
    let stray = items.iter().find(|item| !item.as_str().is_some_and(|text| is_choice(&rules.choices, text)));
    if let Some(item) = stray {
        return Some(no_choice(item));
    }
    if let Some(least) = rules.min_items.filter(|least| count < *least) {
        return Some(format!("Choose at least {least}"));
    }
    if let Some(most) = rules.max_items.filter(|most| count > *most) {
        return Some(format!("Choose at most {most}: {count} are chosen"));
    }
    // more items than options have a repeat, without comparing each with each
    let repeats = || items.len() > rules.choices.len() || items.iter().enumerate().any(|(i, item)| items[..i].contains(item));
    (rules.unique_items && repeats()).then(|| "Choose each option once".to_owned())
}

fn is_choice(choices: &[Choice], text: &str) -> bool {
    choices.iter().any(|choice| choice.value == text)
}

fn no_choice(value: &Value) -> String {
    format!("{value} is not one of the options")
}

#[cfg(test)]
mod tests;
