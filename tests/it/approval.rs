//! `elicit_approval` over the wire: its three modes, decided as the page decides, with the envelope that each gives (contract § 2, 6).

use countersign::domain::elicitation::{Decision, State};
use countersign::domain::form::decode_form;
use countersign::domain::grid::{Draft, Entry};
use countersign::server::service::{Asked, ReviewError};
use serde_json::{Value, json};

use super::mcp_client::Mcp;
use super::support::by;

/// A form with a pattern, a required field without default, a number, and one that may stay empty.
fn schema() -> Value {
    json!({ "type": "object", "required": ["approver"], "properties": {
        "approver": { "type": "string" },
        "code": { "type": "string", "pattern": "^[A-Z]+$", "default": "AB" },
        "amount": { "type": "number", "maximum": 100, "default": 12.5 },
        "note": { "type": "string" },
    }})
}

fn typed(text: &str) -> Entry {
    Entry { include: false, draft: Some(Draft::Text(text.to_owned())) }
}

const UNTOUCHED: Entry = Entry { include: false, draft: None };

/// Makes an approval: its id, and the secret of its link.
async fn ask(mcp: &Mcp, arguments: Value) -> (Value, String) {
    let opened = mcp.call("elicit_approval", arguments).await.object();
    assert_eq!(opened["status"], "pending");
    let link = opened["reviewUrl"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    (json!({ "elicitationId": opened["elicitationId"] }), link)
}

async fn result(mcp: &Mcp, id: &Value) -> String {
    mcp.call("elicit_result", id.clone()).await.object().to_string()
}

#[tokio::test]
async fn json_mode_is_a_yes_or_a_no() {
    let mcp = Mcp::start().await;
    let service = &mcp.app.running.service;
    let context = r#"{"z":123456789012345678901234567890,"a":[1e+400,{"__proto__":null}]}"#;
    let arguments = json!({ "message": "Send it?", "context": serde_json::from_str::<Value>(context).unwrap() });
    let (yes, link) = ask(&mcp, arguments.clone()).await;
    let review = service.review(&by(&link)).await.unwrap();
    assert_eq!((review.message.as_str(), review.labels.ok.as_str(), review.labels.cancel.as_str()), ("Send it?", "Approve", "Decline"));
    let Asked::Approval { form: None, context: shown } = review.request else { panic!("not an approval in JSON mode") };
    assert_eq!(shown.to_string(), context, "the page shows what the agent sent");

    let refused = service.submit(&by(&link), &[UNTOUCHED]).await.unwrap_err();
    assert_eq!(refused.to_string(), "this request has 0 rows, not 1");
    assert!(matches!(service.select(&by(&link), &["a".to_owned()]).await, Err(ReviewError::Malformed(_))));
    service.submit(&by(&link), &[]).await.unwrap();
    assert_eq!(mcp.call("elicit_await", yes.clone()).await.object(), json!({ "status": "submitted" }));
    assert_eq!(
        result(&mcp, &yes).await,
        format!(r#"{{"status":"consumed","decision":"submitted","context":{context},"formSubmission":null}}"#)
    );

    let (no, link) = ask(&mcp, arguments).await;
    service.decline(&by(&link)).await.unwrap();
    assert_eq!(
        result(&mcp, &no).await,
        format!(r#"{{"status":"consumed","decision":"declined","context":{context},"formSubmission":null}}"#)
    );
}

#[tokio::test]
async fn form_mode_gives_the_forms_fields() {
    let mcp = Mcp::start().await;
    let service = &mcp.app.running.service;
    let arguments = json!({ "message": "Who?", "requestedSchema": schema() });
    let (id, link) = ask(&mcp, arguments.clone()).await;
    let Asked::Approval { form: Some(form), context: Value::Null } = service.review(&by(&link)).await.unwrap().request else {
        panic!("not an approval in form mode")
    };
    // all that is at fault at once, the pattern too, which the server alone knows
    let faulty = [UNTOUCHED, typed("ab"), typed("101"), UNTOUCHED];
    let Err(ReviewError::Faults(faults)) = service.submit(&by(&link), &faulty).await else { panic!("no faults") };
    assert_eq!(faults.iter().map(|fault| fault.row).collect::<Vec<_>>(), [0, 1, 2], "{faults:?}");
    assert_eq!(service.match_patterns(&by(&link), &[(1, "ab".into())]).await.unwrap().len(), 1);
    for entries in [vec![], vec![UNTOUCHED; 3], vec![UNTOUCHED; 5]] {
        assert!(matches!(service.submit(&by(&link), &entries).await, Err(ReviewError::Malformed(_))));
    }
    assert_eq!(mcp.call("elicit_status", id.clone()).await.object(), json!({ "status": "pending" }));

    // what was left as it was comes back as it came; what was left empty is absent; Include is nobody's to tick
    service.submit(&by(&link), &[typed("Ann"), UNTOUCHED, UNTOUCHED, UNTOUCHED]).await.unwrap();
    assert_eq!(
        result(&mcp, &id).await,
        r#"{"status":"consumed","decision":"submitted","context":null,"formSubmission":{"approver":"Ann","code":"AB","amount":12.5}}"#
    );
    let events = mcp.app.events(id["elicitationId"].as_str().unwrap()).await;
    assert_eq!(events[1].included, ["approver", "code", "amount"]);

    // as a browser without scripts posts it
    let (id, link) = ask(&mcp, arguments).await;
    let pairs = [("action", "submit"), ("p.approver", "Bob"), ("p.code", "AB"), ("p.amount", ""), ("p.note", "a\r\nb")];
    let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
    service.submit(&by(&link), &decode_form(Some(&form), &pairs).unwrap().entries).await.unwrap();
    assert_eq!(
        mcp.call("elicit_result", id).await.object()["formSubmission"].to_string(),
        r#"{"approver":"Bob","code":"AB","note":"a\nb"}"#
    );
}

#[tokio::test]
async fn both_modes_go_together_and_an_empty_form_is_no_missing_one() {
    let mcp = Mcp::start().await;
    let service = &mcp.app.running.service;
    let schema = json!({ "type": "object", "properties": { "note": { "type": "string" } } });
    let template = "<b>{{ context.to }}</b>";
    let arguments = json!({ "message": "Send it?", "context": { "to": "<Ann>" }, "requestedSchema": schema, "displayTemplate": template });
    let (id, link) = ask(&mcp, arguments).await;
    let review = service.review(&by(&link)).await.unwrap();
    assert_eq!(review.banner, Some(Ok("<b>&lt;Ann&gt;</b>".to_owned())));
    assert!(matches!(review.request, Asked::Approval { form: Some(_), context } if context == json!({ "to": "<Ann>" })));
    service.submit(&by(&link), &[UNTOUCHED]).await.unwrap();
    let State::Decided { decision, .. } = service.review(&by(&link)).await.unwrap().state else { panic!("not decided") };
    assert_eq!(decision, Decision::Submitted(Some(serde_json::Map::new())));
    assert_eq!(result(&mcp, &id).await, r#"{"status":"consumed","decision":"submitted","context":{"to":"<Ann>"},"formSubmission":{}}"#);
}

#[tokio::test]
async fn faults_are_told_and_nothing_is_kept() {
    let mcp = Mcp::start().await;
    for (arguments, faults) in [
        (
            json!({ "message": "Go?" }),
            "context: required unless there is a requestedSchema: give a context to read, a requestedSchema to fill in, or both",
        ),
        (json!({ "message": "Go?", "context": null, "requestedSchema": null }), "context: required unless"),
        (json!({ "message": "Go?", "context": 1, "fields": {} }), "fields: not an argument of elicit_approval"),
        (
            json!({ "message": "Go?", "context": 1, "labels": { "ok": "decline" } }),
            "labels.ok: \"decline\" is the name of the other button",
        ),
        (json!({ "message": "Go?", "context": 1, "displayTemplate": "{{ context" }), "displayTemplate: line 1, column"),
        (
            json!({ "message": "Go?", "requestedSchema": { "type": "object", "properties": { "a": { "type": "string", "pattern": "(?=x)" } } } }),
            "requestedSchema.properties.a.pattern: ",
        ),
    ] {
        let told = mcp.call("elicit_approval", arguments.clone()).await.fault();
        assert!(told.starts_with(faults) && told.lines().count() == 1, "{arguments}: {told}");
    }
    assert_eq!(mcp.call("elicit_history", json!({})).await.object()["total"], 0);
}
