//! What a proposal takes; in `faults` every way it can be at fault, in `limits` how much is too much.

mod faults;
mod limits;

use serde_json::json;

use super::*;
use crate::domain::grid::Column;
use crate::domain::schema::tests::Marked;

/// The least call there is, with the arguments of `other` put over its own.
fn call(other: &Value) -> Map<String, Value> {
    let base = json!({
        "message": "Review one record",
        "columns": {"sources": [{"key": "apollo", "label": "Apollo"}], "current": {"label": "CRM"}},
        "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}, "website": {"type": "string"}}},
        "fields": {},
    });
    let mut call = base.as_object().unwrap().clone();
    call.extend(other.as_object().unwrap().clone());
    call
}

fn parse(other: &Value) -> Proposal {
    Proposal::parse(&call(other), &Marked).unwrap_or_else(|faults| panic!("{other}: {faults}"))
}

#[track_caller]
fn faults(other: &Value) -> Vec<String> {
    let faults = Proposal::parse(&call(other), &Marked).expect_err("a fault");
    faults.to_string().lines().map(str::to_owned).collect()
}

fn raw(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

#[test]
fn the_least_call_is_a_grid_with_defaults() {
    let proposal = parse(&json!({}));
    assert_eq!(proposal.message, "Review one record");
    assert_eq!(proposal.grid.sources, [Column { key: "apollo".into(), label: "Apollo".into() }]);
    assert_eq!(proposal.grid.current, "CRM");
    assert_eq!(proposal.labels, Labels { ok: "Submit Changes".into(), cancel: "Cancel".into() });
    assert_eq!(proposal.context, Value::Null);
    assert_eq!(proposal.display_template, None);
    assert_eq!(proposal.timeout_seconds, 3600);
    let name = &proposal.grid.rows[0];
    assert_eq!((name.sources.as_slice(), &name.current, name.include), ([Value::Null].as_slice(), &Value::Null, None));
}

#[test]
fn null_for_an_optional_argument_is_absent() {
    let nothing = json!({"context": null, "displayTemplate": null, "labels": null, "timeoutSeconds": null});
    assert_eq!(parse(&nothing), parse(&json!({})));
    let cells = json!({"fields": {"name": null, "website": {"sources": null, "current": null, "include": null}}});
    assert_eq!(parse(&cells), parse(&json!({})));
}

#[test]
fn rows_keep_the_declared_order_and_sources_theirs() {
    let proposal = parse(&json!({
        "columns": {"sources": [{"key": "z", "label": "Zulu"}, {"key": "a", "label": "Alpha"}], "current": {"label": "CRM"}},
        "requestedSchema": {"type": "object", "properties": {"zebra": {"type": "string"}, "apple": {"type": "string"}, "a.b": {"type": "string"}}},
        "fields": {
            "a.b": {"sources": {"a": [1, null], "z": {"x": 1}}, "current": 0, "include": false},
            "apple": {"sources": {"a": "A"}},
        },
    }));
    let rows: Vec<_> =
        proposal.grid.rows.iter().map(|row| (row.field.name.as_str(), row.sources.clone(), &row.current, row.include)).collect();
    assert_eq!(
        rows,
        [
            ("zebra", vec![Value::Null, Value::Null], &Value::Null, None),
            ("apple", vec![Value::Null, json!("A")], &Value::Null, None),
            ("a.b", vec![json!({"x": 1}), json!([1, null])], &json!(0), Some(false)),
        ]
    );
    assert_eq!(proposal.grid.position("a.b"), Some(2));
    assert_eq!(proposal.grid.position("b"), None);
}

#[test]
fn any_property_name_has_its_cells() {
    for name in
        ["first.name", "user/pass", "two words", "say \"hi\"", "tags[0]", "~1~0", "наïve-ключ", "a&b=c", "__proto__", "", "😀", "include"]
    {
        let proposal = parse(&json!({
            "requestedSchema": {"type": "object", "properties": {name: {"type": "string", "default": "a"}}},
            "fields": {name: {"sources": {"apollo": "b"}, "current": "c"}},
        }));
        let row = &proposal.grid.rows[0];
        assert_eq!((row.field.name.as_str(), &row.sources[0], &row.current), (name, &json!("b"), &json!("c")));
    }
}

#[test]
fn an_object_in_a_text_is_parsed_and_context_never() {
    let object = json!({
        "columns": {"sources": [{"key": "a", "label": "A"}], "current": {"label": "C"}},
        "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
        "fields": {"name": {"current": "x"}},
        "labels": {"ok": "Go"},
    });
    let text: Map<String, Value> =
        object.as_object().unwrap().iter().map(|(key, value)| (key.clone(), Value::String(format!(" {value}\n")))).collect();
    assert_eq!(parse(&Value::Object(text)), parse(&object));
    assert_eq!(parse(&json!({"context": "{\"a\": 1}"})).context, json!("{\"a\": 1}"));
    let exact = parse(&json!({"fields": "{\"name\": {\"current\": 1e400, \"sources\": {\"apollo\": 123456789012345678901234567890}}}"}));
    assert_eq!(exact.grid.rows[0].current.to_string(), "1e+400");
    assert_eq!(exact.grid.rows[0].sources[0].to_string(), "123456789012345678901234567890");
}

#[test]
fn the_context_is_kept_to_the_letter() {
    let sent = "{\"z\":1.50,\"a\":[123456789012345678901234567890,-0.0],\"e\\u0301\":\"é\u{feff}\\u0000\"}";
    let proposal = parse(&json!({"context": raw(sent)}));
    let stored = serde_json::to_string(&proposal).unwrap();
    let kept: Proposal = serde_json::from_str(&stored).unwrap();
    assert_eq!(kept, proposal);
    assert_eq!(kept.context.to_string(), raw(sent).to_string());
    let keys: Vec<_> = kept.context.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["z", "a", "e\u{301}"]);
    assert_eq!(kept.context["z"].to_string(), "1.50");
}

#[test]
fn the_timeout_is_clamped_and_rounded_up() {
    let cases = [
        ("3600", 3600),
        ("3600.0", 3600),
        ("3.6e3", 3600),
        ("0.5", 60),
        ("-5", 60),
        ("0", 60),
        ("-1e400", 60),
        ("1e-400", 60),
        ("60", 60),
        ("60.00000000000000000000000000001", 61),
        ("99.2", 100),
        ("86399.5", 86400),
        ("86400", 86400),
        ("86400.1", 86400),
        ("1000000000", 86400),
        ("1e400", 86400),
        ("1e99999999999999999999", 86400),
        ("123456789012345678901234567890", 86400),
    ];
    for (sent, wanted) in cases {
        assert_eq!(parse(&raw(&format!("{{\"timeoutSeconds\": {sent}}}"))).timeout_seconds, wanted, "{sent}");
    }
    for (sent, found) in
        [("\"soon\"", "a string"), ("\"60\"", "a string"), ("true", "a boolean"), ("[60]", "an array"), ("{}", "an object")]
    {
        let wanted = format!("timeoutSeconds: must be a number of seconds, not {found}");
        assert_eq!(faults(&raw(&format!("{{\"timeoutSeconds\": {sent}}}"))), [wanted]);
    }
}

#[test]
fn a_blank_template_is_none_and_a_faulty_one_is_refused() {
    assert_eq!(parse(&json!({"displayTemplate": " \n"})).display_template, None);
    assert_eq!(parse(&json!({"displayTemplate": " {{ context.a }}"})).display_template.as_deref(), Some(" {{ context.a }}"));
    assert_eq!(faults(&json!({"displayTemplate": "{!"})), ["displayTemplate: line 1, column 2: unexpected \"!\""]);
    assert_eq!(faults(&json!({"displayTemplate": 7})), ["displayTemplate: must be a string, not a number"]);
}
