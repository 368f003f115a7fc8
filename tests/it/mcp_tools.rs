//! The tools over the wire: the flow, the words of every answer, the faults of every argument.

use std::time::{Duration, Instant};

use countersign::server::service::Asked;
use reqwest::Method;
use serde_json::{Map, Value, json};

use super::mcp_client::{Mcp, call};
use super::support::by;

const ID_TOOLS: [&str; 4] = ["elicit_status", "elicit_await", "elicit_result", "elicit_cancel"];

async fn submit_as_opened(mcp: &Mcp, link: &str) {
    let service = &mcp.app.running.service;
    let entries = match service.review(&by(link)).await.unwrap().request {
        Asked::Proposal(grid) => grid.opening(),
        Asked::Approval { form, .. } => form.map(|form| form.opening()).unwrap_or_default(),
        Asked::Selection { options, .. } => return service.select(&by(link), &[options.items[0].id.clone()]).await.unwrap(),
    };
    service.submit(&by(link), &entries).await.unwrap();
}

#[tokio::test]
async fn a_request_goes_its_way() {
    let mcp = Mcp::start().await;
    let (id, link) = mcp.propose(r#"{"recordId":null}"#).await;
    let given = json!({ "elicitationId": id });
    assert_eq!(mcp.call("elicit_status", given.clone()).await.object(), json!({ "status": "pending" }));
    assert_eq!(mcp.call("elicit_result", given.clone()).await.fault(), "not decided (status=pending)");
    submit_as_opened(&mcp, &link).await;
    assert_eq!(mcp.call("elicit_await", given.clone()).await.object(), json!({ "status": "submitted" }));
    let first = mcp.call("elicit_result", given.clone()).await;
    assert_eq!(
        first.object().to_string(),
        r#"{"status":"consumed","decision":"submitted","action":"submit","context":{"recordId":null},"formSubmission":{"a":"x"},"values":{"a":"x"}}"#
    );
    assert_eq!(mcp.call("elicit_result", given.clone()).await.text, first.text, "as often as it is asked");
    assert_eq!(mcp.call("elicit_status", given.clone()).await.object(), json!({ "status": "consumed" }));
    assert_eq!(mcp.call("elicit_cancel", given).await.fault(), "cannot cancel (status=consumed)");
}

#[tokio::test]
async fn a_declined_request_has_an_outcome_too() {
    let mcp = Mcp::start().await;
    let (id, link) = mcp.propose("7").await;
    let given = json!({ "elicitationId": id });
    mcp.app.running.service.decline(&by(&link)).await.unwrap();
    assert_eq!(mcp.call("elicit_status", given.clone()).await.object(), json!({ "status": "declined" }));
    assert_eq!(mcp.call("elicit_cancel", given.clone()).await.fault(), "cannot cancel (status=declined)");
    assert_eq!(
        mcp.call("elicit_result", given).await.object().to_string(),
        r#"{"status":"consumed","decision":"declined","action":"cancel","context":7,"formSubmission":null}"#
    );
}

#[tokio::test]
async fn a_canceled_request_has_none() {
    let mcp = Mcp::start().await;
    let (id, _) = mcp.propose("null").await;
    let given = json!({ "elicitationId": id });
    for _ in 0..2 {
        assert_eq!(mcp.call("elicit_cancel", given.clone()).await.object(), json!({ "status": "canceled" }));
    }
    assert_eq!(mcp.call("elicit_await", given.clone()).await.object(), json!({ "status": "canceled" }));
    assert_eq!(mcp.call("elicit_result", given).await.fault(), "not decided (status=canceled)");
}

/// A call of each kind of request, an approval in each of its modes.
fn requests() -> [(&'static str, Value); 5] {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "default": "x" } } });
    let columns = json!({ "sources": [{ "key": "s", "label": "S" }], "current": { "label": "C" } });
    let options = json!([{ "id": "b", "label": "B", "n": 1 }, { "id": "a" }]);
    [
        ("elicit_proposal", json!({ "message": "m", "columns": columns, "requestedSchema": schema, "fields": {}, "context": [null] })),
        ("elicit_approval", json!({ "message": "m", "context": { "a": 1 } })),
        ("elicit_approval", json!({ "message": "m", "requestedSchema": schema })),
        ("elicit_approval", json!({ "message": "m", "requestedSchema": schema, "context": "x", "displayTemplate": "{{ context }}" })),
        ("elicit_selection", json!({ "message": "m", "options": options, "rowTemplate": "{{ option.n }}", "maxSelections": 2 })),
    ]
}

#[tokio::test]
async fn successes_fit_the_schemas_that_were_published() {
    let mcp = Mcp::start().await;
    let tools = mcp.post(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await.json()["result"]["tools"].clone();
    let published = |tool: &str, schema: &str| {
        let tool = tools.as_array().unwrap().iter().find(|published| published["name"] == tool).unwrap();
        jsonschema::options().should_validate_formats(true).build(&tool[schema]).unwrap()
    };
    let fits = |tool: &str, object: &Value| {
        let faults: Vec<_> = published(tool, "outputSchema").iter_errors(object).map(|fault| fault.to_string()).collect();
        assert_eq!(faults, [""; 0], "{tool}: {object}");
        object.clone()
    };
    for (tool, arguments) in requests() {
        assert!(published(tool, "inputSchema").is_valid(&arguments), "{tool}: {arguments}");
        for decision in ["submit", "decline", "cancel", "wait"] {
            let opened = fits(tool, &mcp.call(tool, arguments.clone()).await.object());
            let link = opened["reviewUrl"].as_str().unwrap().rsplit('/').next().unwrap();
            let given = json!({ "elicitationId": opened["elicitationId"] });
            match decision {
                "submit" => submit_as_opened(&mcp, link).await,
                "decline" => mcp.app.running.service.decline(&by(link)).await.unwrap(),
                "cancel" => _ = fits("elicit_cancel", &mcp.call("elicit_cancel", given.clone()).await.object()),
                _ => {}
            }
            fits("elicit_status", &mcp.call("elicit_status", given.clone()).await.object());
            fits(
                "elicit_await",
                &mcp.call("elicit_await", json!({ "elicitationId": given["elicitationId"], "waitSeconds": 1 })).await.object(),
            );
            if matches!(decision, "submit" | "decline") {
                fits("elicit_result", &mcp.call("elicit_result", given).await.object());
            }
        }
    }
    for page in 1..=2 {
        let history = mcp.call("elicit_history", json!({ "page": page, "pageSize": 15 })).await.object();
        assert_eq!(fits("elicit_history", &history)["total"], 20);
    }
}

#[tokio::test]
async fn what_is_not_yours_is_not_found() {
    let mut mcp = Mcp::start().await;
    let (id, link) = mcp.propose("null").await;
    let own = mcp.token.clone();
    let mut answers = Vec::new();
    for (token, id) in [(own, "nonsense".to_owned()), (mcp.new_token("other").await, id.clone()), (mcp.token.clone(), link)] {
        mcp.token = token;
        for tool in ID_TOOLS {
            let answer = mcp.call(tool, json!({ "elicitationId": id })).await;
            assert_eq!(answer.fault(), "not found", "{tool}");
            answers.push(answer.text);
        }
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "byte for byte the same");
}

#[tokio::test]
async fn every_fault_of_an_argument_is_told_to_the_model() {
    let mcp = Mcp::start().await;
    let required = "elicitationId: required: a non-blank string";
    for tool in ID_TOOLS {
        for (arguments, expected) in [
            ("{}", required.to_owned()),
            ("null", required.to_owned()),
            (r#"{"elicitationId":null}"#, required.to_owned()),
            (r#"{"elicitationId":""}"#, "elicitationId: must not be blank".to_owned()),
            (r#"{"elicitationId":" \t\u00a0"}"#, "elicitationId: must not be blank".to_owned()),
            (r#"{"elicitationId":7}"#, "elicitationId: must be a string, not a number".to_owned()),
            (r#"{"elicitationId":["x"]}"#, "elicitationId: must be a string, not an array".to_owned()),
            (r#"{"elicitationID":"x"}"#, format!("elicitationID: not an argument of {tool} (did you mean \"elicitationId\"?)\n{required}")),
            (r#"{"elicitationId":"x","a b":1}"#, format!("[\"a b\"]: not an argument of {tool}")),
            ("[]", "arguments: must be an object, not an array".to_owned()),
            ("7", "arguments: must be an object, not a number".to_owned()),
            ("true", "arguments: must be an object, not a boolean".to_owned()),
            (r#""x""#, "arguments: must be an object, not a string".to_owned()),
            (r#""[1]""#, "arguments: must be an object, not a string".to_owned()),
            (r#""{\"elicitationId\":\"x\"}""#, "not found".to_owned()),
            (r#"{"elicitationId":"x","elicitationId":"y"}"#, "not found".to_owned()),
            (r#"{},"arguments":{"elicitationId":"x"}"#, "not found".to_owned()),
        ] {
            assert_eq!(mcp.call_raw(tool, arguments).await.fault(), expected, "{tool} {arguments}");
        }
    }
    for seconds in ["0", "0.5", "-1", "300.5", "301", "1e400", "\"50\"", "[]", "true"] {
        let fault = mcp.call_raw("elicit_await", &format!(r#"{{"elicitationId":"x","waitSeconds":{seconds}}}"#)).await.fault();
        assert!(fault.starts_with("waitSeconds: ") && fault.contains("from 1 to 300"), "{seconds}: {fault}");
    }
    for seconds in ["1", "1.5", "300", "3e2", "null"] {
        let arguments = format!(r#"{{"elicitationId":"x","waitSeconds":{seconds}}}"#);
        assert_eq!(mcp.call_raw("elicit_await", &arguments).await.fault(), "not found", "{seconds}");
    }
    let none = mcp.post(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"elicit_status"}}"#).await;
    assert_eq!(none.fault(), required);
}

#[tokio::test]
async fn a_proposal_hears_of_all_its_faults() {
    let mcp = Mcp::start().await;
    let fault = mcp.call("elicit_proposal", json!({})).await.fault();
    for argument in ["message", "columns", "requestedSchema", "fields"] {
        assert!(fault.lines().any(|line| line.starts_with(&format!("{argument}: "))), "{fault}");
    }
    let arguments = json!({
        "message": 7, "columns": { "sources": [], "current": { "label": "CRM" } }, "labels": { "ok": "" },
        "requestedSchema": { "type": "object", "properties": { "website": { "type": "string" } } },
        "fields": { "websit": {} }, "mesage": "m"
    });
    let fault = mcp.call("elicit_proposal", arguments).await.fault();
    for mention in [
        "message: must be a string, not a number",
        "columns.sources",
        "labels.ok",
        "fields.websit: not a property of requestedSchema (did you mean \"website\"?)",
        "mesage: not an argument of elicit_proposal (did you mean \"message\"?)",
    ] {
        assert!(fault.contains(mention), "{mention} is not in:\n{fault}");
    }
    for (arguments, found) in [("[]", "an array"), ("7", "a number"), ("\"x\"", "a string")] {
        let fault = mcp.call_raw("elicit_proposal", arguments).await.fault();
        assert_eq!(fault, format!("arguments: must be an object, not {found}"));
    }
}

#[tokio::test]
async fn context_comes_back_as_it_went_in() {
    let mcp = Mcp::start().await;
    let context = concat!(
        r#"{"b":123456789012345678901234567890,"10":1e+400,"2":-0.0,"a":[1.10,-0,0.1e-7,9007199254740993],"__proto__":{"constructor":null},"#,
        r#""a.b":"\u0000\u001f\"\\/","":"","\"":[[],{}],"é𝄞":"{\"id\": 1}"}"#
    );
    let spelled = Value::String(context.to_owned()).to_string();
    for context in [context, "null", "\"\"", "[1e-400]", "-12345678901234567890.123456789012345678901234567890", &spelled] {
        let (id, link) = mcp.propose(context).await;
        mcp.app.running.service.decline(&by(&link)).await.unwrap();
        let answer = mcp.call("elicit_result", json!({ "elicitationId": id })).await;
        answer.object();
        assert!(answer.text.contains(&format!(r#""action":"cancel","context":{context},"formSubmission":null}}"#)), "{}", answer.text);
    }
    let (id, link) = mcp.propose("1E400").await;
    mcp.app.running.service.decline(&by(&link)).await.unwrap();
    let answer = mcp.call("elicit_result", json!({ "elicitationId": id })).await;
    assert!(answer.text.contains(r#""context":1e+400,"#), "by value; the spelling may change: {}", answer.text);
}

#[tokio::test]
async fn arguments_may_come_as_text() {
    let mcp = Mcp::start().await;
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "default": "x" } } });
    let mut arguments = Map::new();
    arguments.insert("message".into(), "m".into());
    arguments.insert("columns".into(), json!({ "sources": [{ "key": "s", "label": "S" }], "current": { "label": "C" } }));
    arguments.insert("requestedSchema".into(), schema.to_string().into());
    arguments.insert("fields".into(), "{}".into());
    arguments.insert("context".into(), "{\"id\": 1}".into());
    for given in [Value::Object(arguments.clone()), Value::String(Value::Object(arguments).to_string())] {
        let opened = mcp.call("elicit_proposal", given).await.object();
        let link = opened["reviewUrl"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        mcp.app.running.service.decline(&by(&link)).await.unwrap();
        let result = mcp.call("elicit_result", json!({ "elicitationId": opened["elicitationId"] })).await.object();
        assert_eq!(result["context"], "{\"id\": 1}", "context is never parsed");
    }
}

/// The messages of an event stream, with the time since `begun` at which each came.
async fn events(mut response: reqwest::Response, begun: Instant) -> Vec<(Duration, Value)> {
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let (mut text, mut events) = (String::new(), Vec::new());
    while let Some(chunk) = response.chunk().await.unwrap() {
        text.push_str(std::str::from_utf8(&chunk).unwrap());
        while let Some(end) = text.find("\n\n") {
            let event: String = text.drain(..end + 2).collect();
            if let Some(data) = event.lines().find_map(|line| line.strip_prefix("data: ")) {
                events.push((begun.elapsed(), serde_json::from_str(data).unwrap()));
            }
        }
    }
    events
}

fn waiting(id: &str, seconds: u32, token: &str) -> String {
    call("elicit_await", &format!(r#"{{"elicitationId":"{id}","waitSeconds":{seconds}}}"#))
        .replace(r#""params":{"#, &format!(r#""params":{{"_meta":{{"progressToken":{token}}},"#))
}

#[tokio::test]
async fn a_waiting_call_says_that_it_waits() {
    let mcp = Mcp::start().await;
    for (token, seconds, at_least) in [("7", 2, 1), ("\"t\"", 12, 2)] {
        let (id, _) = mcp.propose("null").await;
        let begun = Instant::now();
        let body = waiting(&id, seconds, token);
        let events = events(mcp.request(Method::POST).body(body).send().await.unwrap(), begun).await;
        let (last, progress) = events.split_last().unwrap();
        let mut before = (Duration::ZERO, -1.0);
        for (at, event) in progress {
            assert_eq!(event["method"], "notifications/progress");
            assert_eq!(event["params"]["progressToken"].to_string(), token);
            let done = event["params"]["progress"].as_f64().unwrap();
            assert!(*at - before.0 <= Duration::from_secs(15) && done > before.1, "{events:?}");
            before = (*at, done);
        }
        assert_eq!(last.1["result"]["structuredContent"], json!({ "status": "pending" }));
        assert!(last.0 >= Duration::from_secs(seconds.into()) && last.0 - before.0 <= Duration::from_secs(15), "{events:?}");
        assert!(progress.len() >= at_least, "{events:?}");
    }
}

#[tokio::test]
async fn a_decision_is_heard_of_at_once() {
    let mcp = Mcp::start().await;
    for token in [None, Some("\"t\"")] {
        let (id, link) = mcp.propose("null").await;
        let body = token.map_or_else(|| call("elicit_await", &json!({ "elicitationId": id }).to_string()), |token| waiting(&id, 50, token));
        let answer = tokio::spawn(mcp.request(Method::POST).body(body).send());
        tokio::time::sleep(Duration::from_millis(1500)).await;
        mcp.app.running.service.decline(&by(&link)).await.unwrap();
        let decided = Instant::now();
        let response = answer.await.unwrap().unwrap();
        let last = match token {
            None => response.json::<Value>().await.unwrap(),
            Some(_) => events(response, decided).await.pop().unwrap().1,
        };
        assert!(decided.elapsed() < Duration::from_secs(1), "{:?}", decided.elapsed());
        assert_eq!(last["result"]["structuredContent"], json!({ "status": "declined" }));
        // what has been decided needs no notice
        let at_once = mcp.post(waiting(&id, 50, "1")).await;
        assert_eq!(
            (&at_once.headers["content-type"], at_once.object()),
            (&"application/json".parse().unwrap(), json!({ "status": "declined" }))
        );
    }
}

#[tokio::test]
async fn a_dropped_connection_cancels_nothing() {
    let mcp = Mcp::start().await;
    for token in [None, Some("1")] {
        let (id, link) = mcp.propose("null").await;
        let given = json!({ "elicitationId": id });
        let body = token.map_or_else(|| call("elicit_await", &given.to_string()), |token| waiting(&id, 50, token));
        let request = mcp.request(Method::POST).timeout(Duration::from_millis(1300)).body(body);
        let dropped = async { request.send().await?.bytes().await }.await;
        assert!(dropped.unwrap_err().is_timeout());
        assert_eq!(mcp.call("elicit_status", given.clone()).await.object(), json!({ "status": "pending" }));
        mcp.app.running.service.decline(&by(&link)).await.unwrap();
        assert_eq!(mcp.call("elicit_await", given).await.object(), json!({ "status": "declined" }));
    }
}

#[tokio::test]
async fn a_server_that_stops_answers_who_waits() {
    let mcp = Mcp::start().await;
    let (id, _) = mcp.propose("null").await;
    let plain = tokio::spawn(mcp.request(Method::POST).body(call("elicit_await", &json!({ "elicitationId": id }).to_string())).send());
    let noticed = tokio::spawn(mcp.request(Method::POST).body(waiting(&id, 50, "1")).send());
    tokio::time::sleep(Duration::from_millis(1300)).await;
    let (plain, noticed, ()) = tokio::join!(
        async { plain.await.unwrap().unwrap().json::<Value>().await.unwrap() },
        async { events(noticed.await.unwrap().unwrap(), Instant::now()).await.pop().unwrap().1 },
        mcp.app.running.shut_down(),
    );
    for answer in [plain, noticed] {
        assert_eq!(answer["result"]["structuredContent"], json!({ "status": "pending" }));
    }
}
