//! How much is too much, and what is never taken.

use serde_json::{Map, Value, json};

use super::{call, faults, parse, raw};

#[test]
fn limits_are_refused_with_their_number() {
    let long = |length: usize| "é".repeat(length);
    let columns = |key: String, label: String, current: String| json!({"columns": {"sources": [{"key": key, "label": label}], "current": {"label": current}}});
    let sources = |count: usize| {
        let sources: Vec<_> = (0..count).map(|i| json!({"key": i.to_string(), "label": "L"})).collect();
        json!({"columns": {"sources": sources, "current": {"label": "CRM"}}})
    };
    let text = |bytes: usize| "x".repeat(bytes);
    let fits = [
        json!({"message": long(4000)}),
        columns(long(200), long(500), long(500)),
        sources(12),
        json!({"context": text(65_534)}),
        json!({"displayTemplate": text(65_536)}),
    ];
    for sent in &fits {
        parse(sent);
    }
    let exceeds = [
        (json!({"message": long(4001)}), "message: 4001 characters are too many: at most 4000"),
        (columns(long(201), long(1), long(1)), "columns.sources[0].key: 201 characters are too many: at most 200"),
        (columns(long(1), long(501), long(1)), "columns.sources[0].label: 501 characters are too many: at most 500"),
        (columns(long(1), long(1), long(501)), "columns.current.label: 501 characters are too many: at most 500"),
        (sources(13), "columns.sources: 13 sources are too many: at most 12"),
        (json!({"context": text(65_535)}), "context: 65537 bytes are too many: at most 65536 (64 KiB)"),
        (json!({"displayTemplate": text(65_537)}), "displayTemplate: 65537 bytes are too many: at most 65536 (64 KiB)"),
    ];
    for (sent, wanted) in exceeds {
        assert_eq!(faults(&sent), [wanted]);
    }
}

#[test]
fn too_large_arguments_name_the_largest() {
    let cells = |bytes: usize| json!({"fields": {"name": {"current": "x".repeat(bytes)}}});
    let rest = serde_json::to_string(&call(&cells(0))).unwrap().len();
    parse(&cells(262_144 - rest - 1));
    let all = faults(&cells(262_144 - rest + 10));
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(all[0].starts_with("arguments: 2621"), "{all:?}");
    assert!(all[0].contains("at most 262144 (256 KiB) together; the largest is fields with"), "{all:?}");
    let all = faults(&json!({"context": "x".repeat(300_000)}));
    assert!(all[0].contains("the largest is context with 300002"), "{all:?}");
    assert_eq!(all[1], "context: 300002 bytes are too many: at most 65536 (64 KiB)");
}

#[test]
fn reserved_keys_are_refused_wherever_they_are() {
    let why = "keys that begin with $serde_json::private are reserved";
    let cases = [
        (r#"{"context": {"a": [{"b": 1, "$serde_json::private::RawValue": "1"}]}}"#, "context.a[0][\"$serde_json::private::RawValue\"]"),
        (
            r#"{"fields": {"name": {"current": {"b": 1, "$serde_json::private::Number": "1"}}}}"#,
            "fields.name.current[\"$serde_json::private::Number\"]",
        ),
        (
            r#"{"fields": "{\"name\": {\"current\": {\"\\u0024serde_json::private::Number\": \"1\"}}}"}"#,
            "fields[\"$serde_json::private::Number\"]",
        ),
        (
            r#"{"requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}, "$serde_json::private": {"type": "string"}}}}"#,
            "requestedSchema.properties[\"$serde_json::private\"]",
        ),
    ];
    for (sent, path) in cases {
        assert_eq!(faults(&raw(sent)), [format!("{path}: {why}")]);
    }
    parse(&json!({"context": "$serde_json::private::Number", "fields": r#"{"name": {"current": "$serde_json::private::Number"}}"#}));
}

#[test]
fn many_stray_fields_are_all_named_in_good_time() {
    let properties: Map<String, Value> = (0..500).map(|i| (format!("property_{i:04}"), json!({"type": "string"}))).collect();
    let fields: Map<String, Value> = (0..8_000).map(|i| (format!("propperty_{i:05}"), json!({}))).collect();
    let all = faults(&json!({"requestedSchema": {"type": "object", "properties": properties}, "fields": fields}));
    assert_eq!(all.len(), 8_000);
    assert!(all[0].ends_with("(did you mean \"property_0000\"?)"), "{}", all[0]);
    assert!(all[7_999].ends_with("not a property of requestedSchema"), "{}", all[7_999]);
}
