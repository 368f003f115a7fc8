//! What a selection takes; in `choosing` what the reviewer may choose.

pub(in crate::domain) mod choosing;
mod faults;

use serde_json::{Value, json};

use super::*;
use crate::domain::schema::tests::Marked;

/// The least call there is, with the arguments of `other` put over its own.
fn call(other: &Value) -> Map<String, Value> {
    let base = json!({"message": "Which one?", "options": [{"id": "a"}, {"id": "b"}, {"id": "c"}]});
    let mut call = base.as_object().unwrap().clone();
    call.extend(other.as_object().unwrap().clone());
    call
}

fn parse(other: &Value) -> Selection {
    Selection::parse(&call(other), &Marked).unwrap_or_else(|faults| panic!("{other}: {faults}"))
}

#[test]
fn the_least_call_is_a_single_choice() {
    let selection = parse(&json!({}));
    assert_eq!(selection.message, "Which one?");
    assert_eq!(selection.labels, Labels { ok: "Submit".into(), cancel: "Cancel".into() });
    let told = (selection.row_template, selection.display_template, selection.context, selection.timeout_seconds);
    assert_eq!(told, (None, None, Value::Null, 3600));
    let options = selection.options;
    assert_eq!((options.min_selections, options.max_selections, options.single()), (1, 1, true));
    assert_eq!(options.items.iter().map(SelectionOption::title).collect::<Vec<_>>(), ["a", "b", "c"]);
}

#[test]
fn null_for_an_optional_argument_is_absent() {
    let nothing = json!({"context": null, "displayTemplate": null, "rowTemplate": null, "labels": null, "timeoutSeconds": null,
        "minSelections": null, "maxSelections": null});
    assert_eq!(parse(&nothing), parse(&json!({})));
    let options = parse(&json!({"options": [{"id": "a", "label": null, "description": null}]})).options;
    assert_eq!(options.items, [SelectionOption { id: "a".into(), label: None, description: None }]);
}

#[test]
fn labels_and_descriptions_are_trimmed_and_ids_are_not() {
    let sent = json!([
        {"id": " a ", "label": "\u{2003}Ann \n", "description": " first "},
        {"id": "a", "label": " \t", "description": ""},
        {"id": "A", "label": "Ann"},
        {"id": "e\u{301}"}, {"id": "é"}, {"id": "__proto__"}, {"id": "\u{202e}x\0"},
    ]);
    let selection = parse(&json!({"options": sent}));
    let told: Vec<_> =
        selection.options.items.iter().map(|option| (option.id.as_str(), option.title(), option.description.as_deref())).collect();
    let wanted = [
        (" a ", "Ann", Some("first")),
        ("a", "a", None),
        ("A", "Ann", None),
        ("e\u{301}", "e\u{301}", None),
        ("é", "é", None),
        ("__proto__", "__proto__", None),
        ("\u{202e}x\0", "\u{202e}x\0", None),
    ];
    assert_eq!(told, wanted);
    assert_eq!(Value::from(selection.sent), sent);
}

#[test]
fn other_keys_are_kept_for_the_row_template_to_the_letter() {
    let sent = r#"[{"price":1.50,"id":"a","seats":123456789012345678901234567890,"tags":["x",null],"label":" L "}]"#;
    let options: Value = serde_json::from_str(sent).unwrap();
    let selection = parse(&json!({"options": options, "rowTemplate": "{{ option.price }}"}));
    assert_eq!(selection.row_template.as_deref(), Some("{{ option.price }}"));
    let kept: Selection = serde_json::from_str(&serde_json::to_string(&selection).unwrap()).unwrap();
    assert_eq!(kept, selection);
    assert_eq!(Value::from(kept.sent).to_string(), sent);
}

#[test]
fn limits_are_whole_numbers_that_can_be_met() {
    for (sent, wanted) in [
        (r#"{"minSelections": 0}"#, (0, 1)),
        (r#"{"minSelections": -0.0}"#, (0, 1)),
        (r#"{"minSelections": 1.0, "maxSelections": 2e0}"#, (1, 2)),
        (r#"{"maxSelections": 3}"#, (1, 3)),
        (r#"{"minSelections": 3, "maxSelections": 3}"#, (3, 3)),
        (r#"{"maxSelections": 10}"#, (1, 10)),
        (r#"{"minSelections": 2, "maxSelections": 1e400}"#, (2, 501)),
        (r#"{"minSelections": 0, "maxSelections": 123456789012345678901234567890}"#, (0, 501)),
        (r#"{"maxSelections": 18446744073709551616}"#, (1, 501)),
    ] {
        let options = parse(&serde_json::from_str(sent).unwrap()).options;
        assert_eq!((options.min_selections, options.max_selections), wanted, "{sent}");
    }
}

#[test]
fn a_blank_row_template_is_none() {
    for template in ["", " \n"] {
        assert_eq!(parse(&json!({"rowTemplate": template, "displayTemplate": template})), parse(&json!({})));
    }
}
