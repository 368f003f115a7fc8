//! Every fault, by its path.

use serde_json::{Map, json};

use super::{Marked, faults};
use crate::domain::proposal::Proposal;

#[test]
fn a_text_that_is_no_object_is_said_once() {
    let not = "must be an object, not a string (nor is it the JSON text of one)";
    for text in ["", "hello", "[]", "{", "null", "{} {}"] {
        assert_eq!(faults(&json!({"fields": text})), [format!("fields: {not}")], "{text:?}");
        assert_eq!(faults(&json!({"labels": text})), [format!("labels: {not}")], "{text:?}");
    }
    let deep = format!("{{\"name\":{}0{}}}", "[".repeat(100), "]".repeat(100));
    assert_eq!(faults(&json!({"fields": deep})), ["fields: nested too deep: at most 100 levels"]);
    let deeper = format!("{{\"name\":{}0{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(faults(&json!({"fields": deeper})), [format!("fields: {not}")]);
}

#[test]
fn what_is_missing_is_asked_for() {
    let missing = Proposal::parse(&Map::new(), &Marked).unwrap_err().to_string();
    let paths: Vec<_> = missing.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(paths, ["message", "columns", "requestedSchema", "fields"]);
    for line in missing.lines() {
        assert!(line.contains(": required: "), "{line}");
    }
    for (name, value, wanted) in [
        ("message", json!(" \t"), "message: must not be blank"),
        ("message", json!(5), "message: must be a string, not a number"),
        ("message", json!(null), "message: required: a non-blank string"),
        ("columns", json!([]), "columns: must be an object, not an array: { sources: [{ key, label }], current: { label } }"),
        ("columns", json!(null), "columns: required: { sources: [{ key, label }], current: { label } }"),
        ("requestedSchema", json!(true), "requestedSchema: must be an object, not a boolean: a flat JSON Schema of the proposed record"),
        (
            "fields",
            json!([]),
            "fields: must be an object, not an array: { PROPERTY: { sources?, current?, include? } }, or {} when no cell has a value",
        ),
    ] {
        assert_eq!(faults(&json!({name: value})), [wanted]);
    }
}

#[test]
fn columns_are_at_fault_by_their_paths() {
    let wanted = "an array of 1 to 12 objects { key, label }, in display order";
    let source = json!({"key": "a", "label": "A"});
    let current = json!({"label": "CRM"});
    let cases = [
        (json!({"sources": [source]}), vec!["columns.current: required: { label }".to_owned()]),
        (json!({"current": current}), vec![format!("columns.sources: required: {wanted}")]),
        (json!({"sources": [], "current": current}), vec![format!("columns.sources: must not be empty: {wanted}")]),
        (json!({"sources": {}, "current": current}), vec![format!("columns.sources: must be an array, not an object: {wanted}")]),
        (json!({"sources": [source], "current": "CRM"}), vec!["columns.current: must be an object, not a string: { label }".to_owned()]),
        (json!({"sources": [source], "current": {"label": ""}}), vec!["columns.current.label: must not be blank".to_owned()]),
        (
            json!({"sources": [source, {"key": "a", "label": "B"}], "current": current}),
            vec!["columns.sources[1].key: \"a\" is the key of an earlier source: keys are unique".to_owned()],
        ),
        (
            json!({"sources": ["a", {"key": 1, "lable": "L"}], "current": {"label": "C", "key": 1}, "source": 1}),
            vec![
                "columns.source: not a key of columns (did you mean \"sources\"?)".to_owned(),
                "columns.sources[0]: must be an object, not a string: { key, label }".to_owned(),
                "columns.sources[1].lable: not a key of a source (did you mean \"label\"?)".to_owned(),
                "columns.sources[1].key: must be a string, not a number".to_owned(),
                "columns.sources[1].label: required: a non-blank string".to_owned(),
                "columns.current.key: not a key of columns.current".to_owned(),
            ],
        ),
    ];
    for (columns, wanted) in cases {
        assert_eq!(faults(&json!({"columns": columns})), wanted, "{columns}");
    }
}

#[test]
fn fields_are_at_fault_by_their_paths() {
    let cases = [
        (json!({"websit": {}}), vec!["fields.websit: not a property of requestedSchema (did you mean \"website\"?)"]),
        (json!({"nmae": {"current": "x"}}), vec!["fields.nmae: not a property of requestedSchema (did you mean \"name\"?)"]),
        (json!({"two words": {}}), vec!["fields[\"two words\"]: not a property of requestedSchema"]),
        (json!({"name": "x"}), vec!["fields.name: must be an object, not a string: { sources?, current?, include? }"]),
        (json!({"name": {"curent": 1}}), vec!["fields.name.curent: not a key of a field (did you mean \"current\"?)"]),
        (json!({"name": {"include": "yes"}}), vec!["fields.name.include: must be true or false, not a string"]),
        (json!({"name": {"include": 0}}), vec!["fields.name.include: must be true or false, not a number"]),
        (json!({"name": {"sources": ["x"]}}), vec!["fields.name.sources: must be an object, not an array: keyed by columns.sources[].key"]),
        (json!({"name": {"sources": {"hubspot": "x"}}}), vec!["fields.name.sources.hubspot: not a key of columns.sources"]),
        (
            json!({"name": {"sources": {"Apolo": "x"}}}),
            vec!["fields.name.sources.Apolo: not a key of columns.sources (did you mean \"apollo\"?)"],
        ),
        (
            json!({"x": {"y": 1, "include": 2}, "name": {"sources": {"z": 1}}}),
            vec![
                "fields.x: not a property of requestedSchema",
                "fields.x.y: not a key of a field",
                "fields.x.include: must be true or false, not a number",
                "fields.name.sources.z: not a key of columns.sources",
            ],
        ),
    ];
    for (fields, wanted) in cases {
        assert_eq!(faults(&json!({"fields": fields})), wanted, "{fields}");
    }
}

#[test]
fn faults_elsewhere_do_not_make_names_unknown() {
    let schema = json!({"type": "object", "properties": {"name": {"type": "strnig"}, "website": {"type": "string", "pattern": "!"}}});
    let all = faults(&json!({
        "requestedSchema": schema,
        "columns": {"sources": [{"key": "apollo"}, {"label": "Two"}], "current": {"label": "CRM"}},
        "fields": {"name": {"sources": {"apollo": 1, "two": 2}}, "website": {"current": 1}, "x": {}},
    }));
    let paths: Vec<_> = all.iter().map(|line| line.split(": ").next().unwrap()).collect();
    let wanted = [
        "columns.sources[0].label",
        "columns.sources[1].key",
        "requestedSchema.properties.name.type",
        "requestedSchema.properties.website.pattern",
        "fields.x",
    ];
    assert_eq!(paths, wanted, "{all:?}");
}

#[test]
fn all_faults_are_named_not_the_first() {
    let all = faults(&json!({
        "mesage": "x", "message": "", "columns": {}, "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["nmae"]},
        "fields": {"x": 1}, "labels": {"ok": ""}, "displayTemplate": "!", "timeoutSeconds": "soon", "display_template": "x",
    }));
    let paths: Vec<_> = all.iter().map(|line| line.split(": ").next().unwrap()).collect();
    let wanted = [
        "mesage",
        "display_template",
        "message",
        "displayTemplate",
        "labels.ok",
        "timeoutSeconds",
        "columns.sources",
        "columns.current",
        "requestedSchema.required[0]",
        "fields.x",
        "fields.x",
    ];
    assert_eq!(paths, wanted, "{all:?}");
    assert_eq!(all[0], "mesage: not an argument of elicit_proposal (did you mean \"message\"?)");
    assert_eq!(all[1], "display_template: not an argument of elicit_proposal (did you mean \"displayTemplate\"?)");
}
