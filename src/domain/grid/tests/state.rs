//! What a row says of its state: clears, edited, changed, a pattern to ask about.

use serde_json::{Value, json};

use super::super::{Draft, Entry};
use super::{holds, raw, required, row, set, text};

const NULL: Value = Value::Null;
const UNTOUCHED: Entry = Entry { include: true, draft: None };

#[test]
fn the_server_is_asked_about_a_pattern_when_nothing_else_is_wrong() {
    let property = json!({"type": "string", "pattern": "[A-Z]{2}", "maxLength": 4, "default": "ab"});
    let row = row(&property, [NULL, NULL]);
    for (entry, asked) in [
        (UNTOUCHED, Some("ab")),
        (holds(text("AB")), Some("AB")),
        (holds(text("")), Some("")),
        (holds(text("ABCDE")), None),
        (Entry { include: false, draft: Some(text("AB")) }, None),
    ] {
        assert_eq!(row.unmatched(&entry).as_deref(), asked, "{entry:?}");
    }
    let without = super::row(&json!({"type": "string", "default": "ab"}), [NULL, NULL]);
    assert_eq!(without.unmatched(&UNTOUCHED), None);
    assert_eq!(required(&property, [NULL, NULL]).unmatched(&holds(text(""))), None);
}

#[test]
fn a_row_says_that_it_clears_current() {
    let tags = json!({"type": "array", "items": {"enum": ["a"]}, "default": ["a"]});
    for (property, current, entry, clears) in [
        (json!({"type": "string", "default": "Bo"}), json!("Bob"), holds(text("")), true),
        (json!({"type": "string", "default": "Bo"}), json!("Bob"), Entry { include: false, draft: Some(text("")) }, false),
        (json!({"type": "string", "default": "Bo"}), json!("Bob"), UNTOUCHED, false),
        (json!({"type": "string", "default": ""}), json!("Bob"), UNTOUCHED, true),
        (json!({"type": "string"}), json!("Bob"), UNTOUCHED, true),
        (json!({"type": "string"}), json!(" "), UNTOUCHED, true),
        (json!({"type": "string"}), NULL, UNTOUCHED, false),
        (json!({"type": "string"}), json!([]), UNTOUCHED, false),
        (tags.clone(), json!(["a"]), holds(set(&[])), true),
        (tags, json!([]), holds(set(&[])), false),
        (json!({"type": "integer", "default": 5}), json!(4), holds(text("")), false),
        (json!({"type": "string", "enum": [""]}), json!("x"), holds(text("")), false),
    ] {
        assert_eq!(row(&property, [NULL, current.clone()]).clears(&entry), clears, "{property} over {current}: {entry:?}");
    }
}

#[test]
fn edited_is_what_no_longer_is_as_proposed() {
    for (property, draft, edited) in [
        (r#"{"type": "string", "default": "a"}"#, text("a"), false),
        (r#"{"type": "string", "default": "a"}"#, text("a "), true),
        (r#"{"type": "string"}"#, text(""), false),
        (r#"{"type": "number", "default": 230.0}"#, text("230"), false),
        (r#"{"type": "number", "default": 230.0}"#, text(" 2.3e2 "), false),
        (r#"{"type": "number", "default": 230.0}"#, text("231"), true),
        (r#"{"type": "number", "default": 230.0}"#, text("x"), true),
        (r#"{"type": "number"}"#, text(" "), false),
        (r#"{"type": "boolean"}"#, Draft::Unchosen, false),
        (r#"{"type": "boolean"}"#, text("false"), true),
        (r#"{"type": "string", "enum": [""]}"#, text(""), true),
        (r#"{"type": "string", "enum": [""], "default": ""}"#, text(""), false),
        (r#"{"type": "string", "enum": [""], "default": ""}"#, Draft::Unchosen, true),
        (r#"{"type": "array", "items": {"enum": ["a", "b"]}, "default": ["b", "a"]}"#, set(&["a", "b"]), false),
        (r#"{"type": "array", "items": {"enum": ["a", "b"]}, "default": ["b", "a"]}"#, set(&["a"]), true),
    ] {
        assert_eq!(row(&raw(property), [NULL, NULL]).edited(&holds(draft.clone())), edited, "{draft:?} in {property}");
    }
}

#[test]
fn changed_is_what_differs_from_current() {
    let left_out = Entry { include: false, draft: None };
    for (property, current, entry, changed) in [
        (r#"{"type": "string", "default": "a"}"#, json!("a"), UNTOUCHED, false),
        (r#"{"type": "string", "default": "a"}"#, json!("b"), left_out.clone(), true),
        (r#"{"type": "string", "default": "a"}"#, json!("b"), holds(text("b")), false),
        (r#"{"type": "string"}"#, NULL, holds(text("")), false),
        (r#"{"type": "string"}"#, json!("b"), left_out, false),
        (r#"{"type": "string"}"#, json!("b"), UNTOUCHED, true),
        (r#"{"type": "number", "default": 230.0}"#, json!(230), holds(text("2.3e2")), false),
        (r#"{"type": "number", "default": 1}"#, json!("1"), UNTOUCHED, true),
        (r#"{"type": "number", "default": 1}"#, json!(1), holds(text("x")), true),
        (r#"{"type": "array", "items": {"enum": ["a", "b"]}}"#, json!(["b", "a"]), holds(set(&["a", "b"])), false),
    ] {
        assert_eq!(row(&raw(property), [NULL, current.clone()]).changed(&entry), changed, "{property} over {current}: {entry:?}");
    }
}
