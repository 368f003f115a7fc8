//! What an approval takes, and what its form submits.

pub(in crate::domain) mod any;
mod filling;

use serde_json::{Map, Value, json};

use super::*;
use crate::domain::grid::Editor;
use crate::domain::schema::tests::Marked;

fn call(arguments: &Value) -> Result<Approval, Vec<String>> {
    let parsed = Approval::parse(arguments.as_object().unwrap(), &Marked);
    parsed.map_err(|faults| faults.to_string().lines().map(str::to_owned).collect())
}

/// The form of `properties`.
pub(in crate::domain) fn form(properties: &Value, required: &Value) -> Form {
    let schema = json!({"type": "object", "properties": properties, "required": required});
    call(&json!({"message": "Go?", "requestedSchema": schema})).unwrap().form.unwrap()
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"approver": {"type": "string"}, "confidence": {"type": "integer", "default": 90}},
        "required": ["approver"],
    })
}

#[test]
fn a_context_alone_is_json_mode() {
    let approval = call(&json!({"message": "Deploy?", "context": {"target": "prod"}})).unwrap();
    assert_eq!(approval.message, "Deploy?");
    assert_eq!(approval.form, None);
    assert_eq!(approval.context, json!({"target": "prod"}));
    assert_eq!(approval.labels, Labels { ok: "Approve".into(), cancel: "Decline".into() });
    assert_eq!((approval.display_template, approval.timeout_seconds), (None, 3600));
}

#[test]
fn any_context_but_null_is_something_to_approve() {
    for context in [json!({}), json!([]), json!(""), json!(0), json!(false), json!("null"), json!([null])] {
        let approval = call(&json!({"message": "Go?", "context": context, "requestedSchema": null})).unwrap();
        assert_eq!((approval.context, approval.form), (context, None));
    }
}

#[test]
fn a_schema_is_form_mode_with_or_without_a_context() {
    let alone = call(&json!({"message": "Go?", "requestedSchema": schema()})).unwrap();
    let both = call(&json!({"message": "Go?", "requestedSchema": schema(), "context": [1], "displayTemplate": "{{ context }}"})).unwrap();
    assert_eq!((&alone.context, &both.context), (&Value::Null, &json!([1])));
    assert_eq!(both.display_template.as_deref(), Some("{{ context }}"));
    assert_eq!(alone.form, both.form);
    let rows = alone.form.unwrap().grid.rows;
    let told: Vec<_> = rows.iter().map(|row| (row.field.name.as_str(), row.editor(), row.locked())).collect();
    assert_eq!(told, [("approver", Editor::Line, true), ("confidence", Editor::Number, false)]);
}

#[test]
fn the_schema_may_arrive_as_text_and_the_context_never() {
    let as_text = call(&json!({"message": "Go?", "requestedSchema": schema().to_string(), "context": "{\"a\": 1}"})).unwrap();
    let as_object = call(&json!({"message": "Go?", "requestedSchema": schema(), "context": "{\"a\": 1}"})).unwrap();
    assert_eq!(as_text, as_object);
    assert_eq!(as_text.context, json!("{\"a\": 1}"));
}

#[test]
fn faults_are_told_by_their_paths_and_all_at_once() {
    let neither = "context: required unless there is a requestedSchema: give a context to read, a requestedSchema to fill in, or both";
    let cases: [(Value, &[&str]); 13] = [
        (json!({"message": "Go?"}), &[neither]),
        (json!({"message": "Go?", "context": null, "requestedSchema": null}), &[neither]),
        (json!({"message": "Go?", "displayTemplate": "{{ context }}"}), &[neither]),
        (json!({}), &["message: required: a non-blank string", neither]),
        (json!({"message": " ", "context": 1}), &["message: must not be blank"]),
        (json!({"message": "Go?", "requestedSchema": 5}), &["requestedSchema: must be an object, not a number"]),
        (
            json!({"message": "Go?", "requestedSchema": "form"}),
            &["requestedSchema: must be an object, not a string (nor is it the JSON text of one)"],
        ),
        (
            json!({"message": "Go?", "requestedSchema": {"type": "object", "properties": {}}}),
            &["requestedSchema.properties: must have at least one property"],
        ),
        (
            json!({"message": "Go?", "requestedSchema": {"type": "object", "properties": {"a": {"type": "string", "pattern": "!"}}}}),
            &["requestedSchema.properties.a.pattern: does not compile"],
        ),
        (
            json!({"message": "Go?", "context": 1, "fields": {}, "contxt": 2}),
            &["fields: not an argument of elicit_approval", "contxt: not an argument of elicit_approval (did you mean \"context\"?)"],
        ),
        (json!({"message": "Go?", "context": 1, "labels": {"ok": "Decline"}}), &["labels.ok: \"Decline\" is the name of the other button"]),
        (
            json!({"message": "Go?", "context": 1, "displayTemplate": "{!", "timeoutSeconds": "soon"}),
            &["displayTemplate: line 1, column 2: unexpected \"!\"", "timeoutSeconds: must be a number of seconds, not a string"],
        ),
        (
            json!({"message": 7, "context": "x".repeat(65_535), "requestedSchema": {"properties": {"a": {"type": "text"}}}}),
            &[
                "message: must be a string, not a number",
                "context: 65537 bytes are too many: at most 65536 (64 KiB)",
                "requestedSchema.type: is missing: must be \"object\"",
                "requestedSchema.properties.a.type: \"text\" is not a type: one of string, number, integer, boolean, array",
            ],
        ),
    ];
    for (arguments, wanted) in cases {
        assert_eq!(call(&arguments).unwrap_err(), wanted, "{arguments}");
    }
}

#[test]
fn an_approval_is_stored_to_the_letter() {
    let sent = r#"{"message": "Go?", "context": {"z": 1e400, "a": 1.50}, "requestedSchema": {"type": "object", "properties": {"n": {"type": "number", "default": 230.0}}}}"#;
    let approval = call(&serde_json::from_str(sent).unwrap()).unwrap();
    let kept: Approval = serde_json::from_str(&serde_json::to_string(&approval).unwrap()).unwrap();
    assert_eq!(kept, approval);
    assert_eq!(kept.context.to_string(), r#"{"z":1e+400,"a":1.50}"#);
    let form = kept.form.unwrap();
    let (values, faults) = form.submission(&form.opening());
    assert_eq!((Value::Object(values).to_string(), faults), (r#"{"n":230.0}"#.to_owned(), Vec::new()));
}

#[test]
fn the_form_of_an_approval_submits_its_fields_in_declared_order() {
    let form = form(
        &json!({"z": {"type": "string", "default": "1"}, "__proto__": {"type": "boolean", "default": false}, "10": {"type": "integer", "default": 0}, "empty": {"type": "string"}}),
        &json!([]),
    );
    let (values, _): (Map<String, Value>, _) = form.submission(&form.opening());
    assert_eq!(Value::Object(values).to_string(), r#"{"z":"1","__proto__":false,"10":0}"#);
}
