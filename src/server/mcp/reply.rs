//! What a tool answers: the only home of the wire words of an answer (contract § 2, 6).

use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use super::arguments::Lookup;
use super::as_of;
use crate::domain::elicitation::{Decision, Status};
use crate::domain::request::Kind;
use crate::server::clock::rfc3339;
use crate::server::service::{CallError, History, Item, Opened, Outcome};

/// The success of a tool that makes a request.
pub fn opened(opened: &Opened) -> Value {
    json!({
        "elicitationId": opened.elicitation_id,
        "status": Status::Pending.word(),
        "reviewUrl": opened.review_url,
        "expiresAt": rfc3339(opened.expires_at),
    })
}

/// The success of `elicit_status`, `elicit_await` and `elicit_cancel`.
pub fn status(status: Status) -> Value {
    json!({ "status": status.word() })
}

/// The envelope of `elicit_result`, with the overlays of its kind (contract § 6).
pub fn outcome(outcome: Outcome) -> Value {
    let (decision, action, submission) = match outcome.decision {
        Decision::Submitted(submission) => ("submitted", "submit", submission),
        Decision::Declined => ("declined", "cancel", None),
    };
    let mut envelope = Map::new();
    envelope.insert("status".into(), Status::Consumed.word().into());
    envelope.insert("decision".into(), decision.into());
    if outcome.kind == Kind::Proposal {
        envelope.insert("action".into(), action.into());
    }
    envelope.insert("context".into(), outcome.context);
    envelope.insert("formSubmission".into(), submission.clone().map(Value::Object).unwrap_or_default());
    match (outcome.kind, submission) {
        (Kind::Proposal, Some(values)) => _ = envelope.insert("values".into(), Value::Object(values)),
        (Kind::Selection, Some(selected)) => envelope.extend(selected),
        _ => {}
    }
    Value::Object(envelope)
}

/// `elicit_history`'s success: the page that was asked for.
pub fn history(history: &History, lookup: Lookup) -> Value {
    let items: Vec<Value> = history.items.iter().map(item).collect();
    let as_of = lookup.as_of.map_or_else(|| as_of::write(history.now, history.newest), |(given, _)| given);
    json!({
        "items": items,
        "page": lookup.page.number,
        "pageSize": lookup.page.size,
        "asOf": as_of,
        "total": history.total,
        "scope": lookup.scope.word(),
    })
}

fn item(item: &Item) -> Value {
    json!({
        "elicitationId": item.id,
        "tool": item.kind.tool(),
        "message": item.message,
        "status": item.status.word(),
        "createdAt": rfc3339(item.created_at),
        "expiresAt": rfc3339(item.expires_at),
        "decidedAt": item.decided_at.map(rfc3339),
    })
}

/// The whole answer of a call: the object as structured content and as its JSON text, or the fault as a text for the model.
///
/// # Errors
/// A fault of ours is a JSON-RPC error with a stable sentence: no agent can mend it.
pub fn result(answer: Result<Value, CallError>) -> Result<CallToolResult, ErrorData> {
    match answer {
        Ok(object) => Ok(CallToolResult::structured(object)),
        Err(error @ CallError::Internal) => Err(ErrorData::internal_error(error.to_string(), None)),
        Err(fault) => Ok(CallToolResult::error(vec![ContentBlock::text(fault.to_string())])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::violation::Violations;

    #[test]
    fn an_outcome_is_written_in_the_order_of_the_contract() {
        let context = r#"{"z":123456789012345678901234567890,"a":1e+400,"__proto__":null}"#;
        let values = r#"{"b":"","a":[]}"#;
        let selected = r#"{"selectedIds":["b","a"]}"#;
        let proposal = [
            format!(r#""action":"submit","context":{context},"formSubmission":{values},"values":{values}"#),
            format!(r#""action":"cancel","context":{context},"formSubmission":null"#),
        ];
        let plain = |submission| format!(r#""context":{context},"formSubmission":{submission}"#);
        let overlaid = format!(r#"{},"selectedIds":["b","a"]"#, plain(selected));
        for (kind, submission, submitted, declined) in [
            (Kind::Proposal, Some(values), &proposal[0], &proposal[1]),
            (Kind::Proposal, Some("{}"), &proposal[0].replace(values, "{}"), &proposal[1]),
            (Kind::Approval, Some(values), &plain(values), &plain("null")),
            (Kind::Approval, Some("{}"), &plain("{}"), &plain("null")),
            (Kind::Approval, None, &plain("null"), &plain("null")),
            (Kind::Selection, Some(selected), &overlaid, &plain("null")),
        ] {
            let decided = Decision::Submitted(submission.map(|submission| serde_json::from_str(submission).unwrap()));
            for (decision, expected) in [(decided, submitted), (Decision::Declined, declined)] {
                let word = if decision == Decision::Declined { "declined" } else { "submitted" };
                let told = outcome(Outcome { kind, decision, context: serde_json::from_str(context).unwrap() });
                assert_eq!(told.to_string(), format!(r#"{{"status":"consumed","decision":"{word}",{expected}}}"#));
            }
        }
    }

    #[test]
    fn faults_are_texts_and_ours_are_errors() {
        let mut violations = Violations::default();
        violations.push("message", "required");
        violations.push("fields.websit", "not a property of requestedSchema (did you mean \"website\"?)");
        for (fault, text) in [
            (CallError::NotFound, "not found"),
            (CallError::NotDecided(Status::Pending), "not decided (status=pending)"),
            (CallError::NotDecided(Status::Expired), "not decided (status=expired)"),
            (CallError::NotDecided(Status::Canceled), "not decided (status=canceled)"),
            (CallError::CannotCancel(Status::Consumed), "cannot cancel (status=consumed)"),
            (
                CallError::Invalid(violations),
                "message: required\nfields.websit: not a property of requestedSchema (did you mean \"website\"?)",
            ),
        ] {
            let reply = result(Err(fault)).unwrap();
            assert_eq!(reply.is_error, Some(true), "{text}");
            assert_eq!(reply.structured_content, None, "{text}");
            assert_eq!(reply.content, vec![ContentBlock::text(text)]);
        }
        let internal = result(Err(CallError::Internal)).unwrap_err();
        assert_eq!(internal, ErrorData::internal_error(CallError::Internal.to_string(), None));
        assert!(internal.message.contains("try again later"), "{}", internal.message);
    }
}
