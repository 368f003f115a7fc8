//! What the targets start from: real arguments, templates and forms, from where they are anyway; and what was found before (`tests/fuzz/found`).

use std::fs;
use std::path::{Path, PathBuf};

use countersign::domain::request::Request;
use serde_json::{Value, json};

use crate::generate::Source;
use crate::targets::form::form_of;
use crate::targets::request::kind;
use crate::verdict::Server;

type Inputs = Vec<Vec<u8>>;

/// The arguments of real calls: the demo's, and every case's of the browser tests over the least that a call has.
fn calls() -> Vec<Value> {
    let mut calls = vec![
        read("src/server/demo.json"),
        read("tests/fuzz/targets/everything.json"),
        json!({"message": "Approve?", "context": {"a": [1, 2.5]}, "displayTemplate": "<h2>{{ context.a | join: ', ' }}</h2>",
            "requestedSchema": {"type": "object", "properties": {"why": {"type": "string", "minLength": 1}}}}),
        json!({"message": "Which?", "options": [{"id": "a", "label": "A", "n": 1}, {"id": "b\n", "description": "B"}, {"id": "%41&choice=x"}],
            "rowTemplate": "{{ option.n }}", "minSelections": 0, "maxSelections": 2, "labels": {"ok": "Take", "cancel": "None"}}),
    ];
    for file in files("end2end/cases") {
        for case in read_at(&file)["cases"].as_array().into_iter().flatten() {
            let mut call = calls[2].clone();
            call = if case["call"].get("options").is_some() { json!({"message": "m"}) } else { call };
            call.as_object_mut().unwrap().retain(|key, _| key == "message");
            let least = json!({"columns": {"sources": [{"key": "apollo", "label": "Apollo"}], "current": {"label": "CRM"}}, "fields": {}});
            let over = if case["call"].get("requestedSchema").is_some() { least } else { json!({}) };
            for part in [over, case["call"].clone()] {
                call.as_object_mut().unwrap().extend(part.as_object().cloned().unwrap_or_default());
            }
            calls.push(call);
        }
    }
    assert!(calls.len() > 100, "the cases are where they were");
    calls
}

pub fn schemas() -> Inputs {
    with_found("schema", calls().iter().filter_map(|call| call.get("requestedSchema")).map(bytes).collect())
}

pub fn requests() -> Inputs {
    with_found("request", calls().iter().map(bytes).collect())
}

pub fn pairs() -> Inputs {
    let pair = |(schema, value)| bytes(&json!({"schema": schema, "value": value}));
    with_found("checker", schemas_and_values().map(pair).collect())
}

/// From the source of the law that both checkers are held to.
fn schemas_and_values() -> impl Iterator<Item = (Value, Value)> {
    let mut source = Source::new(7);
    (0..150).map(move |_| {
        let schema = source.schema();
        let value = source.value(&schema);
        (schema, value)
    })
}

/// A part of those that LiquidJS was asked about, those of real calls, and all ways to draw a value, whatever it is.
pub fn templates() -> Inputs {
    let reference = read("tests/it/template_reference.json");
    let of_reference = reference["cases"].as_array().unwrap().iter().step_by(9);
    let mut templates: Inputs = of_reference.map(|case| bytes(&json!({"template": case[0], "context": reference["context"]}))).collect();
    let oracle = read("tests/it/template_oracle.json");
    templates
        .extend(oracle.as_array().unwrap().iter().map(|case| bytes(&json!({"template": case["template"], "context": case["context"]}))));
    let called = calls().into_iter().filter(|call| call.get("displayTemplate").is_some());
    templates.extend(called.map(|call| bytes(&json!({"template": call["displayTemplate"], "context": call["context"]}))));
    let all_ways = "{{ context }}{{ context | json }}{{ context | raw }}";
    templates.extend(schemas_and_values().step_by(10).map(|(_, value)| bytes(&json!({"template": all_ways, "context": value}))));
    with_found("template", templates)
}

/// Each call's page as it would be posted untouched.
pub fn forms() -> Inputs {
    let mut forms = vec![b"action=submit&include=line&p.line=x&p.long=two%0D%0Alines&p.tags=red&p.tags=".to_vec()];
    for call in calls().iter().take(120) {
        let arguments = call.as_object().unwrap();
        let Ok(request) = Request::parse(kind(arguments), arguments, &Server) else { continue };
        let pairs = request.grid().map(|grid| form_of(grid, &grid.opening())).unwrap_or_default();
        let mut form = form_urlencoded::Serializer::new("action=submit".to_owned());
        forms.push(bytes(&json!({"ask": call, "form": form.extend_pairs(pairs).finish()})));
    }
    with_found("form", forms)
}

pub fn messages() -> Inputs {
    let call = |arguments: &Value| {
        bytes(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "elicit_proposal", "arguments": arguments}}))
    };
    let mut messages: Inputs = calls().iter().take(60).map(call).collect();
    for text in [
        r#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"elicit_status","arguments":"{\"elicitationId\":\"x\"}","_meta":{"progressToken":7}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{"\u0024serde_json::private::Number":"5"}}}"#,
        r#"{"id":1e400,"method":"tools/call","params":{"arguments":[[[[[["\\\"[[["]]]]]]},"method":"ping"}"#,
    ] {
        messages.push(text.as_bytes().to_vec());
    }
    with_found("message", messages)
}

/// `inputs` after those that were found to break `target` once.
fn with_found(target: &str, inputs: Inputs) -> Inputs {
    let found = files(&format!("tests/fuzz/found/{target}"));
    found.iter().map(|file| fs::read(file).unwrap()).chain(inputs).collect()
}

fn bytes(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> Value {
    read_at(&root().join(path))
}

fn read_at(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The data files in a folder, in order; none where there is no such folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file() && path.extension().is_none_or(|kind| kind == "json")).collect();
    files.sort();
    files
}
