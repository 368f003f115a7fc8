//! The value that would be submitted, and the faults of those that would not.

use serde_json::{Value, json};

use super::super::{Draft, Entry};
use super::{holds, raw, required, row, set, text};

const NULL: Value = Value::Null;
const UNTOUCHED: Entry = Entry { include: true, draft: None };

#[test]
fn what_nobody_touched_comes_back_as_it_was_sent() {
    for property in [
        r#"{"type": "number", "default": 230.0}"#,
        r#"{"type": "integer", "default": 1.5e3}"#,
        r#"{"type": "integer", "default": 123456789012345678901234567890}"#,
        r#"{"type": "number", "default": 1e400}"#,
        r#"{"type": "string", "default": "  a\r\nb\tc\u0000"}"#,
        r#"{"type": "string", "format": "date-time", "default": "2024-02-29t23:59:60.5000Z"}"#,
        r#"{"type": "string", "enum": ["", "a"], "default": ""}"#,
        r#"{"type": "array", "items": {"enum": ["p", "q", "r"]}, "default": ["r", "p", "r"]}"#,
        r#"{"type": "boolean", "default": false}"#,
    ] {
        let property = raw(property);
        let value = row(&property, [NULL, NULL]).value(&UNTOUCHED);
        assert_eq!(value.map(|value| value.to_string()), Ok(property["default"].to_string()));
    }
}

#[test]
fn an_edit_becomes_a_value_of_the_kind() {
    let multi = r#"{"type": "array", "items": {"enum": ["p", "q", "r"]}, "default": ["r", "p"]}"#;
    for (property, draft, wanted) in [
        (r#"{"type": "string"}"#, text(" x "), "\" x \""),
        (r#"{"type": "string", "maxLength": 2}"#, text("😀😀"), "\"😀😀\""),
        (r#"{"type": "number"}"#, text(" 3.0 "), "3"),
        (r#"{"type": "number"}"#, text("0.1"), "0.1"),
        (r#"{"type": "number", "minimum": 0}"#, text("-0"), "0"),
        (r#"{"type": "integer"}"#, text("1e3"), "1000"),
        (r#"{"type": "integer"}"#, text("9007199254740993"), "9007199254740993"),
        (r#"{"type": "boolean"}"#, text("false"), "false"),
        (r#"{"type": "boolean", "default": false}"#, text("true"), "true"),
        (r#"{"type": "string", "enum": ["a", ""]}"#, text(""), "\"\""),
        (multi, set(&["r", "q"]), "[\"q\",\"r\"]"),
        (multi, set(&["r", "p"]), "[\"p\",\"r\"]"),
        (multi, set(&[]), "[]"),
    ] {
        let value = row(&raw(property), [NULL, NULL]).value(&holds(draft.clone()));
        assert_eq!(value.map(|value| value.to_string()), Ok(wanted.to_owned()), "{draft:?} in {property}");
    }
}

#[test]
fn what_the_editor_cannot_take_is_the_rows_fault_while_it_is_included() {
    let multi = r#"{"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1, "default": ["a"]}"#;
    for (property, draft) in [
        (r#"{"type": "integer"}"#, text("1,000")),
        (r#"{"type": "integer"}"#, text("2.5")),
        (r#"{"type": "integer", "maximum": 10}"#, text("11")),
        (r#"{"type": "number"}"#, text("1e999")),
        (r#"{"type": "number"}"#, text("１２")),
        (r#"{"type": "number"}"#, text("0x10")),
        (r#"{"type": "number"}"#, text("NaN")),
        (r#"{"type": "number"}"#, text(".5")),
        (r#"{"type": "string", "maxLength": 2}"#, text("e\u{301}e\u{301}")),
        (r#"{"type": "string", "minLength": 2}"#, text("😀")),
        (r#"{"type": "string", "minLength": 1}"#, text("")),
        (r#"{"type": "string", "format": "email"}"#, text("ap@")),
        (r#"{"type": "boolean"}"#, text("yes")),
        (r#"{"type": "string", "enum": ["a"]}"#, text("A")),
        (r#"{"type": "string", "enum": ["a"]}"#, text("")),
        (multi, set(&["a", "z"])),
        (multi, set(&["a", "b"])),
    ] {
        let row = row(&raw(property), [NULL, NULL]);
        let entry = holds(draft.clone());
        let fault = row.value(&entry).expect_err(property);
        assert!(fault.len() > 5, "{fault:?} is a sentence");
        assert_eq!(row.fault(&entry), Some(fault));
        assert_eq!(row.fault(&Entry { include: false, ..entry.clone() }), None);
        assert_eq!(row.shown(&entry), draft, "nothing typed is lost");
    }
}

#[test]
fn a_default_that_breaks_a_constraint_is_a_fault_until_mended_or_left_out() {
    for (property, mended) in [
        (r#"{"type": "integer", "minimum": 1, "maximum": 10, "default": 500}"#, text("5")),
        (r#"{"type": "string", "format": "email", "default": "ap@"}"#, text("ap@x.example")),
        (r#"{"type": "string", "minLength": 3, "default": "ab"}"#, text("abc")),
        (r#"{"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": true, "default": ["a", "a"]}"#, set(&["a"])),
    ] {
        let row = row(&raw(property), [NULL, NULL]);
        assert!(row.fault(&row.opening()).is_some(), "{property}");
        assert_eq!(row.fault(&row.set_include(&row.opening(), false)), None);
        assert_eq!(row.fault(&row.edit(mended.clone())), None);
        assert!(row.edited(&row.edit(mended)));
    }
}

#[test]
fn faults_say_what_is_wanted() {
    let locked = |property: &Value| required(property, [NULL, NULL]);
    let free = |property: &Value| row(property, [NULL, json!("x")]);
    let kept = |property: &Value| required(property, [NULL, json!("x")]);
    let of = |kind: &str| json!({"type": kind});
    let select = json!({"type": "string", "enum": ["a"]});
    let multi = json!({"type": "array", "items": {"enum": ["a"]}});
    for (row, draft, fault) in [
        (free(&of("integer")), text("many"), "Enter a whole number, such as 1200"),
        (free(&of("number")), text("many"), "Enter a number, such as 12.5"),
        (free(&of("integer")), text(" "), "Empty: enter a whole number or leave this row out"),
        (kept(&of("number")), text(""), "Required: enter a number or leave this row out"),
        (locked(&of("number")), text(""), "Required: enter a number"),
        (locked(&of("string")), text(""), "Required: enter a value"),
        (kept(&of("string")), text(""), "Required: enter a value or leave this row out"),
        (free(&json!({"type": "string", "format": "date"})), text(""), "Empty: enter a value or leave this row out"),
        (locked(&select), Draft::Unchosen, "Required: choose an option"),
        (free(&select), Draft::Unchosen, "Empty: choose an option or leave this row out"),
        (free(&of("boolean")), Draft::Unchosen, "Empty: choose Yes or No or leave this row out"),
        (free(&of("boolean")), text("maybe"), "Choose Yes or No"),
        (locked(&multi), set(&[]), "Required: choose at least one option"),
    ] {
        assert_eq!(row.value(&holds(draft)), Err(fault.to_owned()));
    }
}

#[test]
fn an_included_empty_editor_submits_a_blank_where_the_kind_has_one() {
    let kinds = [
        (json!({"type": "string"}), Some(json!(""))),
        (json!({"type": "string", "format": "email"}), None),
        (json!({"type": "number"}), None),
        (json!({"type": "boolean"}), None),
        (json!({"type": "string", "enum": ["a", ""]}), None),
        (json!({"type": "array", "items": {"enum": ["a"]}}), Some(json!([]))),
        (json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 1}), None),
    ];
    for (property, blank) in kinds {
        for entry in [UNTOUCHED, holds(Draft::Unchosen)] {
            assert_eq!(row(&property, [NULL, NULL]).value(&entry).ok(), blank, "{property} {entry:?}");
            assert!(required(&property, [NULL, json!("x")]).value(&entry).is_err(), "required: {property} {entry:?}");
        }
    }
}

#[test]
fn an_empty_value_of_a_required_row_is_refused_but_a_chosen_option_is_a_choice() {
    for (property, draft, fine) in [
        (json!({"type": "string", "default": "a"}), Some(text("")), false),
        (json!({"type": "string", "default": ""}), None, false),
        (json!({"type": "string", "default": "a"}), Some(text(" ")), true),
        (json!({"type": "array", "items": {"enum": ["a"]}, "default": ["a"]}), Some(set(&[])), false),
        (json!({"type": "array", "items": {"enum": ["a"]}, "default": []}), None, false),
        (json!({"type": "string", "enum": ["", "a"]}), Some(text("")), true),
        (json!({"type": "string", "enum": ["", "a"], "default": ""}), None, true),
        (json!({"type": "string", "enum": ["", "a"]}), None, false),
        (json!({"type": "integer", "default": 0}), None, true),
        (json!({"type": "boolean", "default": false}), None, true),
    ] {
        for current in [NULL, json!("x")] {
            let row = required(&property, [NULL, current]);
            let entry = Entry { include: true, draft: draft.clone() };
            assert_eq!(row.value(&entry).is_ok(), fine, "{property} {draft:?}");
            assert_eq!(row.fault(&entry).is_none(), fine);
        }
    }
}

#[test]
fn a_text_has_at_most_64_kib_or_its_defaults_length() {
    let long = "x".repeat(70_000);
    let short = row(&json!({"type": "string"}), [json!(long), NULL]);
    let roomy = row(&json!({"type": "string", "default": long}), [NULL, NULL]);
    assert!(short.value(&holds(text(&"x".repeat(65_536)))).is_ok());
    let fault = short.value(&holds(text(&"x".repeat(65_537)))).unwrap_err();
    assert!(fault.contains("65536") && fault.contains("65537"), "{fault}");
    assert!(short.fault(&short.copy_source(0, &short.opening())).is_some());
    assert!(roomy.value(&UNTOUCHED).is_ok());
    assert!(roomy.value(&holds(text(&"y".repeat(70_000)))).is_ok());
    assert!(roomy.value(&holds(text(&"y".repeat(70_001)))).is_err());
    let number = row(&json!({"type": "number"}), [NULL, NULL]);
    assert!(number.value(&holds(text(&"9".repeat(1_000_000)))).is_err());
}
