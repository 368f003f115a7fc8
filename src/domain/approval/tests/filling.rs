//! What is part of a form's submission, and what is absent from it.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::any::filled;
use super::form;
use crate::domain::grid::{Draft, Entry, RowFault};
use crate::domain::validate;

/// What a form of the one field submits once its editor holds `draft`: the JSON text of the value, nothing when it is absent, or its fault.
fn submits(property: &str, required: bool, draft: Option<Draft>) -> Result<Option<String>, String> {
    let names = if required { json!(["x"]) } else { json!([]) };
    let form = form(&json!({"x": serde_json::from_str::<Value>(property).unwrap()}), &names);
    let entry = form.grid.rows[0].filled(draft);
    let (values, mut faults) = form.submission(std::slice::from_ref(&entry));
    assert_eq!(form.grid.rows[0].fault(&entry), faults.first().map(|fault| fault.message.clone()));
    assert_eq!(entry.include, values.len() + faults.len() == 1, "Include says whether it is part of the submission");
    if let Some(fault) = faults.pop() { Err(fault.message) } else { Ok(values.get("x").map(Value::to_string)) }
}

fn text(text: &str) -> Option<Draft> {
    Some(Draft::Text(text.to_owned()))
}

fn set(items: &[&str]) -> Option<Draft> {
    Some(Draft::Set(items.iter().map(|item| (*item).to_owned()).collect()))
}

#[test]
fn what_is_left_empty_is_absent() {
    for (property, draft) in [
        (r#"{"type": "string"}"#, None),
        (r#"{"type": "string"}"#, text("")),
        (r#"{"type": "string", "default": ""}"#, None),
        (r#"{"type": "string", "default": ""}"#, text("")),
        (r#"{"type": "string", "format": "email"}"#, text("")),
        (r#"{"type": "string", "minLength": 3}"#, None),
        (r#"{"type": "number"}"#, None),
        (r#"{"type": "integer"}"#, text("  ")),
        (r#"{"type": "boolean"}"#, None),
        (r#"{"type": "boolean"}"#, Some(Draft::Unchosen)),
        (r#"{"type": "boolean"}"#, text("")),
        (r#"{"type": "string", "enum": ["a"]}"#, None),
        (r#"{"type": "string", "enum": ["a"]}"#, text("")),
        (r#"{"type": "array", "items": {"enum": ["a"]}}"#, None),
        (r#"{"type": "array", "items": {"enum": ["a"]}, "default": []}"#, None),
        (r#"{"type": "array", "items": {"enum": ["a"]}, "minItems": 1}"#, set(&[])),
    ] {
        assert_eq!(submits(property, false, draft), Ok(None), "{property}");
    }
}

#[test]
fn what_is_not_empty_is_submitted() {
    for (property, draft, wanted) in [
        (r#"{"type": "string"}"#, text(" "), r#"" ""#),
        (r#"{"type": "string", "default": "a\r\n"}"#, None, r#""a\r\n""#),
        (r#"{"type": "integer", "default": 230.0}"#, None, "230.0"),
        (r#"{"type": "integer", "default": 0}"#, None, "0"),
        (r#"{"type": "number"}"#, text(" 1e3 "), "1000"),
        (r#"{"type": "boolean", "default": false}"#, None, "false"),
        (r#"{"type": "boolean", "default": true}"#, text("false"), "false"),
        (r#"{"type": "boolean"}"#, text("false"), "false"),
        (r#"{"type": "string", "enum": ["a", ""], "default": ""}"#, None, r#""""#),
        (r#"{"type": "string", "enum": ["a", ""]}"#, text(""), r#""""#),
        (r#"{"type": "array", "items": {"enum": ["p", "q"]}, "default": ["q", "p"]}"#, None, r#"["q","p"]"#),
        (r#"{"type": "array", "items": {"enum": ["p", "q"]}}"#, set(&["q", "p"]), r#"["p","q"]"#),
    ] {
        for required in [false, true] {
            assert_eq!(submits(property, required, draft.clone()), Ok(Some(wanted.to_owned())), "{property}");
        }
    }
}

#[test]
fn what_was_emptied_is_told_where_the_schema_takes_it() {
    for (property, draft, wanted) in [
        (r#"{"type": "string", "default": "a"}"#, text(""), Some(r#""""#)),
        (r#"{"type": "string", "default": "a", "maxLength": 5, "minLength": 0}"#, text(""), Some(r#""""#)),
        (r#"{"type": "string", "default": "a", "minLength": 1}"#, text(""), None),
        (r#"{"type": "string", "default": "a@b.example", "format": "email"}"#, text(""), None),
        (r#"{"type": "string", "default": "a", "pattern": "^a"}"#, text(""), None),
        (r#"{"type": "array", "items": {"enum": ["a"]}, "default": ["a"]}"#, set(&[]), Some("[]")),
        (r#"{"type": "array", "items": {"enum": ["a"]}, "default": ["a"], "minItems": 1}"#, set(&[]), None),
        (r#"{"type": "number", "default": 5}"#, text(""), None),
        (r#"{"type": "string", "enum": ["a"], "default": "a"}"#, Some(Draft::Unchosen), None),
        (r#"{"type": "string", "enum": ["a"], "default": "a"}"#, text(""), None),
    ] {
        assert_eq!(submits(property, false, draft), Ok(wanted.map(str::to_owned)), "{property}");
    }
}

#[test]
fn a_required_field_must_have_a_value() {
    for (property, draft, fault) in [
        (r#"{"type": "string"}"#, None, "Required: enter a value"),
        (r#"{"type": "string", "default": ""}"#, None, "Required: enter a value"),
        (r#"{"type": "string", "default": "a"}"#, text(""), "Required: enter a value"),
        (r#"{"type": "integer"}"#, text(" "), "Required: enter a whole number"),
        (r#"{"type": "number", "default": 1}"#, text(""), "Required: enter a number"),
        (r#"{"type": "boolean"}"#, text(""), "Required: choose Yes or No"),
        (r#"{"type": "string", "enum": ["a"], "default": "a"}"#, text(""), "Required: choose an option"),
        (r#"{"type": "array", "items": {"enum": ["a"]}, "default": ["a"]}"#, set(&[]), "Required: choose at least one option"),
    ] {
        assert_eq!(submits(property, true, draft), Err(fault.to_owned()), "{property}");
    }
}

#[test]
fn a_value_that_does_not_do_is_a_fault_required_or_not() {
    for (property, draft, fault) in [
        (r#"{"type": "string", "minLength": 3}"#, text("ab"), "At least 3 characters: this has 2"),
        (r#"{"type": "integer", "maximum": 10, "default": 99}"#, None, "At most 10"),
        (r#"{"type": "integer"}"#, text("many"), "Enter a whole number, such as 1200"),
        (r#"{"type": "boolean", "default": true}"#, text(""), "Choose Yes or No"),
        (r#"{"type": "string", "enum": ["a"]}"#, text("b"), "\"b\" is not one of the options"),
        (r#"{"type": "array", "items": {"enum": ["a"]}}"#, set(&["a", ""]), "\"\" is not one of the options"),
    ] {
        for required in [false, true] {
            assert_eq!(submits(property, required, draft.clone()), Err(fault.to_owned()), "{property}");
        }
    }
}

#[test]
fn a_pattern_is_asked_about_only_for_what_is_submitted() {
    let form = form(&json!({"x": {"type": "string", "pattern": "^a", "default": "b"}}), &json!([]));
    let row = &form.grid.rows[0];
    let asked = |draft| row.unmatched(&row.filled(draft));
    assert_eq!((asked(None), asked(text("c")), asked(text(""))), (Some("b".to_owned()), Some("c".to_owned()), None));
}

proptest! {
    #[test]
    fn each_field_is_submitted_at_fault_or_absent((form, entries) in filled()) {
        let (values, faults) = form.submission(&entries);
        for (i, (row, entry)) in form.grid.rows.iter().zip(&entries).enumerate() {
            let value = values.get(&row.field.name);
            let fault = faults.iter().find(|fault| fault.row == i);
            prop_assert_eq!(usize::from(value.is_some()) + usize::from(fault.is_some()), usize::from(entry.include));
            prop_assert_eq!(fault.map(|fault| fault.message.clone()), row.fault(entry));
            prop_assert!(entry.include || !row.field.required && row.is_vacant(entry));
            if let Some(value) = value {
                prop_assert_eq!(validate::fault(&row.field, value), None);
            }
            if row.is_vacant(entry) && !row.field.required {
                prop_assert!(fault.is_none(), "an optional field may always be left empty");
            }
        }
        let order: Vec<_> = form.grid.rows.iter().map(|row| &row.field.name).filter(|name| values.contains_key(*name)).collect();
        prop_assert_eq!(values.keys().collect::<Vec<_>>(), order);
    }

    #[test]
    fn include_is_what_the_drafts_say((form, entries) in filled(), on in any::<bool>()) {
        let marked: Vec<Entry> = entries.iter().map(|entry| Entry { include: on, draft: entry.draft.clone() }).collect();
        prop_assert_eq!(form.filled(&marked), entries.clone());
        prop_assert_eq!(form.submission(&marked), form.submission(&entries));
    }

    #[test]
    fn an_untouched_form_submits_its_defaults_as_they_were_sent((form, _) in filled()) {
        let opening = form.opening();
        let (values, faults) = form.submission(&opening);
        for (i, row) in form.grid.rows.iter().enumerate() {
            match (values.get(&row.field.name), &row.field.default) {
                (Some(value), Some(default)) => prop_assert_eq!(value.to_string(), default.to_string()),
                (Some(_), None) => prop_assert!(false, "a value that nobody gave"),
                (None, _) => {
                    let at_fault = faults.iter().any(|RowFault { row, .. }| *row == i);
                    prop_assert!(at_fault || row.is_vacant(&opening[i]));
                }
            }
        }
    }
}

#[test]
fn what_has_to_be_filled_in_is_missing_until_it_is() {
    for (property, required, draft, missing) in [
        (r#"{"type": "string"}"#, true, None, true),
        (r#"{"type": "string"}"#, true, text(""), true),
        (r#"{"type": "string"}"#, true, text("x"), false),
        (r#"{"type": "string"}"#, false, None, false),
        (r#"{"type": "string", "default": "x"}"#, true, text(""), true),
        (r#"{"type": "string", "minLength": 3}"#, true, text("x"), false),
        (r#"{"type": "boolean"}"#, true, None, true),
        (r#"{"type": "integer"}"#, true, text("many"), false),
        (r#"{"type": "array", "items": {"enum": ["a"]}}"#, true, set(&[]), true),
    ] {
        let form = form(&json!({"x": serde_json::from_str::<Value>(property).unwrap()}), &if required { json!(["x"]) } else { json!([]) });
        let row = &form.grid.rows[0];
        assert_eq!(row.is_missing(&row.filled(draft.clone())), missing, "{property} {draft:?}");
    }
}
