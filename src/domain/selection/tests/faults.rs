//! Every way a selection can be at fault, by path, and how much is too much.

use serde_json::{Value, json};

use super::{Marked, call, parse};
use crate::domain::selection::Selection;

#[track_caller]
fn faults(other: &Value) -> Vec<String> {
    let faults = Selection::parse(&call(other), &Marked).expect_err("a fault");
    faults.to_string().lines().map(str::to_owned).collect()
}

#[test]
fn faults_of_the_options_are_named_by_their_paths() {
    let array = "an array of 1 to 500 objects { id, label?, description?, … }";
    let object = "{ id, label?, description?, … }";
    let cases: [(Value, Vec<String>); 12] = [
        (json!(null), vec![format!("options: required: {array}")]),
        (json!([]), vec![format!("options: must not be empty: {array}")]),
        (json!({"id": "a"}), vec![format!("options: must be an array, not an object: {array}")]),
        (json!("[{\"id\": \"a\"}]"), vec![format!("options: must be an array, not a string: {array}")]),
        (
            json!(["a", null, {"id": "a"}]),
            vec![format!("options[0]: must be an object, not a string: {object}"), format!("options[1]: required: {object}")],
        ),
        (json!([{"label": "A"}]), vec!["options[0].id: required: a non-blank string".to_owned()]),
        (json!([{"id": null}]), vec!["options[0].id: required: a non-blank string".to_owned()]),
        (
            json!([{"id": 5}, {"id": " "}]),
            vec!["options[0].id: must be a string, not a number".to_owned(), "options[1].id: must not be blank".to_owned()],
        ),
        (
            json!([{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "a"}, {"id": "a"}]),
            vec![
                "options[3].id: \"a\" is the id of options[0] already: ids are unique".to_owned(),
                "options[4].id: \"a\" is the id of options[0] already: ids are unique".to_owned(),
            ],
        ),
        (
            json!([{"id": "say \"hi\""}, {"id": "say \"hi\""}]),
            vec!["options[1].id: \"say \\\"hi\\\"\" is the id of options[0] already: ids are unique".to_owned()],
        ),
        (
            json!([{"id": "a", "label": 1, "description": ["x"]}]),
            vec![
                "options[0].label: must be a string, not a number".to_owned(),
                "options[0].description: must be a string, not an array".to_owned(),
            ],
        ),
        (
            serde_json::from_str("[{\"id\": \"a\", \"x\": {\"$serde_json::private::Numbers\": 1}}]").unwrap(),
            vec!["options[0].x[\"$serde_json::private::Numbers\"]: keys that begin with $serde_json::private are reserved".to_owned()],
        ),
    ];
    for (options, wanted) in cases {
        assert_eq!(faults(&json!({"options": options})), wanted, "{options}");
    }
}

#[test]
fn limits_that_cannot_be_met_are_faults() {
    let min = "minSelections: must be a whole number from 0 up";
    let max = "maxSelections: must be a whole number from";
    for (sent, wanted) in [
        (r#"{"minSelections": -1}"#, vec![format!("{min}, not -1")]),
        (r#"{"minSelections": 1.5}"#, vec![format!("{min}, not 1.5")]),
        (r#"{"minSelections": "2"}"#, vec!["minSelections: must be a number, not a string".to_owned()]),
        (r#"{"maxSelections": -2}"#, vec![format!("{max} 0 up, not -2")]),
        (r#"{"maxSelections": 0}"#, vec![format!("{max} 1 up, not 0")]),
        (r#"{"minSelections": 0, "maxSelections": 0}"#, vec![format!("{max} 1 up, not 0")]),
        (r#"{"minSelections": 2, "maxSelections": 0.0}"#, vec![format!("{max} 1 up, not 0")]),
        (r#"{"maxSelections": true, "minSelections": 2}"#, vec!["maxSelections: must be a number, not a boolean".to_owned()]),
        (r#"{"minSelections": 2.0}"#, vec!["minSelections: 2 is more than maxSelections, which is 1 when absent: give both".to_owned()]),
        (r#"{"minSelections": 3, "maxSelections": 2}"#, vec!["minSelections: 3 is more than maxSelections (2)".to_owned()]),
        (r#"{"minSelections": 4, "maxSelections": 5}"#, vec!["minSelections: 4 is more than there are options (3)".to_owned()]),
        (
            r#"{"minSelections": 1e400, "maxSelections": 3}"#,
            vec![
                "minSelections: 1e400 is more than maxSelections (3)".to_owned(),
                "minSelections: 1e400 is more than there are options (3)".to_owned(),
            ],
        ),
        (
            r#"{"options": [], "minSelections": 2, "maxSelections": 2}"#,
            vec!["options: must not be empty: an array of 1 to 500 objects { id, label?, description?, … }".to_owned()],
        ),
    ] {
        assert_eq!(faults(&serde_json::from_str(sent).unwrap()), wanted, "{sent}");
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let sent = json!({
        "message": "", "options": [{"id": ""}, 7], "rowTemplate": "{!", "minSelection": 1, "minSelections": [], "labels": {"ok": "cancel"},
        "displayTemplate": "{!", "requestedSchema": {},
    });
    let wanted = [
        "minSelection: not an argument of elicit_selection (did you mean \"minSelections\"?)",
        "requestedSchema: not an argument of elicit_selection",
        "message: must not be blank",
        "displayTemplate: line 1, column 2: unexpected \"!\"",
        "labels.ok: \"cancel\" is the name of the other button",
        "options[0].id: must not be blank",
        "options[1]: must be an object, not a number: { id, label?, description?, … }",
        "minSelections: must be a number, not an array",
        "rowTemplate: line 1, column 2: unexpected \"!\"",
    ];
    let mut found = faults(&sent);
    found.sort_unstable();
    let mut wanted = wanted.to_vec();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

#[test]
fn limits_are_refused_with_their_number() {
    let long = |length: usize| "é".repeat(length);
    let option = |id: usize, label: usize, description: usize| json!({"options": [{"id": long(id), "label": long(label), "description": long(description)}]});
    let options = |count: usize| json!({"options": (0..count).map(|i| json!({"id": i.to_string()})).collect::<Vec<_>>()});
    let text = |bytes: usize| "x".repeat(bytes);
    for fits in [option(200, 500, 2000), options(1), options(500), json!({"rowTemplate": text(65_536)})] {
        parse(&fits);
    }
    for (exceeds, wanted) in [
        (option(201, 1, 1), "options[0].id: 201 characters are too many: at most 200"),
        (option(1, 501, 1), "options[0].label: 501 characters are too many: at most 500"),
        (option(1, 1, 2001), "options[0].description: 2001 characters are too many: at most 2000"),
        (options(501), "options: 501 options are too many: at most 500"),
        (json!({"rowTemplate": text(65_537)}), "rowTemplate: 65537 bytes are too many: at most 65536 (64 KiB)"),
        (json!({"rowTemplate": 5}), "rowTemplate: must be a string, not a number"),
    ] {
        assert_eq!(faults(&exceeds), [wanted]);
    }
    let all = faults(&json!({"options": [{"id": "a", "x": text(200_000)}], "rowTemplate": text(66_000)}));
    assert!(all[0].contains("at most 262144 (256 KiB) together; the largest is options with"), "{all:?}");
    assert_eq!(all[1..], ["rowTemplate: 66002 bytes are too many: at most 65536 (64 KiB)"]);
}
