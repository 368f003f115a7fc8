//! The tools that follow a request by its id, as they are published.

use rmcp::model::Tool;
use serde_json::{Value, json};

use super::{AWAIT, CANCEL, Hints, RESULT, STATUS, tool};
use crate::domain::elicitation::Status;
use crate::server::mcp::arguments::WAIT_SECONDS;

fn elicitation_id() -> Value {
    json!({ "type": "string", "minLength": 1, "description": "The id that elicit_proposal, elicit_approval or elicit_selection returned." })
}

fn id_input() -> Value {
    json!({ "type": "object", "properties": { "elicitationId": elicitation_id() }, "required": ["elicitationId"] })
}

fn status_output(statuses: &[Status]) -> Value {
    let words: Vec<_> = statuses.iter().map(|status| status.word()).collect();
    json!({
        "type": "object",
        "properties": { "status": { "type": "string", "enum": words, "description": "Where the request is in its life." } },
        "required": ["status"]
    })
}

pub fn status() -> Tool {
    let description = "Tell where a request is, at once: pending (the reviewer has not decided), submitted or declined (decided: call \
        elicit_result), canceled (you withdrew it), expired (nobody decided in time), consumed (decided, and its result was fetched). \
        Never blocks and changes nothing. To wait for the decision use elicit_await instead of calling this in a loop.";
    let hints = Hints { read_only: true, idempotent: true, ..Hints::default() };
    tool(STATUS, "Check a review", description, id_input(), status_output(&Status::ALL), hints)
}

pub fn wait() -> Tool {
    let description = "Wait for the reviewer's decision. Answers as soon as the request leaves pending, and at once if it already has; \
        answers pending when waitSeconds are over: then call it again, as often as it takes, since people need minutes. When the status is \
        submitted or declined call elicit_result; after expired or canceled there is no result. Waiting changes nothing, and a dropped \
        connection cancels nothing.";
    let (shortest, usual, longest) = WAIT_SECONDS;
    let input = json!({
        "type": "object",
        "properties": {
            "elicitationId": elicitation_id(),
            "waitSeconds": {
                "type": "number",
                "minimum": shortest,
                "maximum": longest,
                "default": usual,
                "description": "How long to wait before answering pending, in seconds."
            }
        },
        "required": ["elicitationId"]
    });
    let hints = Hints { read_only: true, idempotent: true, ..Hints::default() };
    tool(AWAIT, "Wait for a review", description, input, status_output(&Status::ALL), hints)
}

pub fn result() -> Tool {
    let description = "Fetch the outcome once the reviewer has decided, after elicit_await or elicit_status said submitted or declined; consumed \
        means that it was fetched before. \
        decision is submitted or declined; formSubmission is what was submitted, and null when declined. \
        Of a proposal: exactly the fields that the reviewer included, with their final, validated values (values holds the same, action says \
        submit or cancel): write those and nothing else; a field that is absent was left out and must not be written. \
        Of an approval: the form's fields, an optional one that was left empty is absent; null when there was no requestedSchema. \
        Of a selection: { selectedIds }, also beside it. \
        When declined, do nothing. context is what you sent, unchanged. Fails with \"not decided (status=…)\" while pending and after expired \
        or canceled. Fetching again returns the same.";
    let output = json!({
        "type": "object",
        "properties": {
            "status": { "type": "string", "enum": [Status::Consumed.word()] },
            "decision": { "type": "string", "enum": [Status::Submitted.word(), Status::Declined.word()] },
            "action": { "type": "string", "enum": ["submit", "cancel"], "description": "Of a proposal: the decision, as the button that was pressed." },
            "context": { "description": "What was sent as context, verbatim; null when nothing was." },
            "formSubmission": {
                "anyOf": [{ "type": "object" }, { "type": "null" }],
                "description": "What the review form submitted: field values by name, or selectedIds; null when declined, and for an approval without a form."
            },
            "values": { "type": "object", "description": "Of a proposal: the included fields with their final values, in declared order; only when submitted." },
            "selectedIds": {
                "type": "array",
                "items": { "type": "string" },
                "description": "Of a selection: the ids of the chosen options, in the order of the options; only when submitted."
            }
        },
        "required": ["status", "decision", "context", "formSubmission"]
    });
    let hints = Hints { idempotent: true, ..Hints::default() };
    tool(RESULT, "Fetch a review's outcome", description, id_input(), output, hints)
}

pub fn cancel() -> Tool {
    let description = "Withdraw a pending request that is no longer needed: its review link closes and nobody can decide it any more. \
        Canceling again is fine. A request that was decided or has expired can not be canceled: the error says its status, and if that is \
        submitted, declined or consumed the decision stands and elicit_result has it.";
    let hints = Hints { idempotent: true, destructive: true, ..Hints::default() };
    tool(CANCEL, "Withdraw a review", description, id_input(), status_output(&[Status::Canceled]), hints)
}
