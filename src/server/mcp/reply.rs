//! What a tool answers: the only home of the wire words of an answer (contract § 2, 6).

use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use crate::domain::elicitation::{Decision, Status};
use crate::server::clock::rfc3339;
use crate::server::service::{CallError, Opened, Outcome};

/// `elicit_proposal`'s success.
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

/// The envelope of `elicit_result`, with the overlays of a proposal.
pub fn outcome(outcome: Outcome) -> Value {
    let (decision, action, values) = match outcome.decision {
        Decision::Submitted(values) => ("submitted", "submit", Some(Value::Object(values))),
        Decision::Declined => ("declined", "cancel", None),
    };
    let mut envelope = Map::new();
    envelope.insert("status".into(), Status::Consumed.word().into());
    envelope.insert("decision".into(), decision.into());
    envelope.insert("action".into(), action.into());
    envelope.insert("context".into(), outcome.context);
    envelope.insert("formSubmission".into(), values.clone().unwrap_or_default());
    if let Some(values) = values {
        envelope.insert("values".into(), values);
    }
    Value::Object(envelope)
}

/// The whole answer of a call: the object as structured content and as its JSON text, or the fault as a text for the model.
///
/// # Errors
/// A fault of ours is a JSON-RPC error with a stable sentence: no agent can mend it.
pub fn result(answer: Result<Value, CallError>) -> Result<CallToolResult, ErrorData> {
    match answer {
        Ok(object) => Ok(CallToolResult::structured(object)),
        Err(CallError::Internal) => Err(ErrorData::internal_error("internal error", None)),
        Err(fault) => Ok(CallToolResult::error(vec![ContentBlock::text(fault.to_string())])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::violation::Violations;

    #[test]
    fn an_outcome_is_written_in_the_order_of_the_contract() {
        let context: Value = serde_json::from_str(r#"{"z":123456789012345678901234567890,"a":1e400,"__proto__":null}"#).unwrap();
        let values: Map<String, Value> = serde_json::from_str(r#"{"b":"","a":[]}"#).unwrap();
        let submitted = outcome(Outcome { decision: Decision::Submitted(values), context: context.clone() });
        assert_eq!(
            submitted.to_string(),
            r#"{"status":"consumed","decision":"submitted","action":"submit","context":{"z":123456789012345678901234567890,"a":1e+400,"__proto__":null},"formSubmission":{"b":"","a":[]},"values":{"b":"","a":[]}}"#
        );
        let declined = outcome(Outcome { decision: Decision::Declined, context: Value::Null });
        assert_eq!(
            declined.to_string(),
            r#"{"status":"consumed","decision":"declined","action":"cancel","context":null,"formSubmission":null}"#
        );
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
        assert_eq!(result(Err(CallError::Internal)).unwrap_err(), ErrorData::internal_error("internal error", None));
    }
}
