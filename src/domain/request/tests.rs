//! Each kind is written and read back as it was.

use serde_json::json;

use super::*;
use crate::domain::schema::tests::Marked;

/// A request of each kind, and one without a form.
fn requests() -> Vec<Request> {
    let schema = json!({ "type": "object", "properties": {
        "z": { "type": "number", "default": serde_json::from_str::<Value>("230.0").unwrap(), "maximum": serde_json::from_str::<Value>("1e400").unwrap() },
        "a": { "type": "array", "items": { "enum": ["y", "x"] }, "default": ["x"] },
    } });
    let proposal = json!({
        "message": "m", "columns": { "sources": [{ "key": "s", "label": "S" }], "current": { "label": "C" } },
        "requestedSchema": schema, "fields": { "z": { "sources": { "s": 1 }, "current": null, "include": true } },
        "labels": { "ok": "Go" }, "timeoutSeconds": 61, "context": [1], "displayTemplate": "{{ context }}",
    });
    let approval = json!({ "message": "m", "requestedSchema": schema, "context": { "b": 1, "a": 2 } });
    let reading = json!({ "message": "m", "context": "x", "displayTemplate": "{{ context }}" });
    let selection = json!({ "message": "m", "options": [{ "id": "b", "label": "B" }, { "id": "a" }], "maxSelections": 2 });
    [(Kind::Proposal, proposal), (Kind::Approval, approval), (Kind::Approval, reading), (Kind::Selection, selection)]
        .map(|(kind, arguments)| Request::parse(kind, arguments.as_object().unwrap(), &Marked).unwrap())
        .into()
}

#[test]
fn a_tool_makes_a_kind() {
    for kind in Kind::ALL {
        assert_eq!(Kind::of(kind.tool()), Some(kind));
    }
    assert_eq!(Kind::of("elicit_status"), None);
}

#[test]
fn a_request_is_read_back_as_it_was_written() {
    for request in requests() {
        let json = request.to_json().unwrap();
        let read = Request::from_json(request.kind(), &json).unwrap();
        assert_eq!(read.to_json().unwrap(), json);
        assert_eq!(read, request);
    }
}

#[test]
fn what_all_have_in_common_is_told_of_each() {
    let requests = requests();
    let told: Vec<_> = requests
        .iter()
        .map(|request| {
            (request.kind(), request.message(), request.labels().ok.as_str(), request.timeout_seconds(), request.grid().is_some())
        })
        .collect();
    let expected = [
        (Kind::Proposal, "m", "Go", 61, true),
        (Kind::Approval, "m", "Approve", 3600, true),
        (Kind::Approval, "m", "Approve", 3600, false),
        (Kind::Selection, "m", "Submit", 3600, false),
    ];
    assert_eq!(told, expected);
    let shown: Vec<_> = requests.iter().map(|request| request.display_template().map(|(_, context)| context.to_string())).collect();
    assert_eq!(shown, [Some("[1]".to_owned()), None, Some("\"x\"".to_owned()), None]);
}
