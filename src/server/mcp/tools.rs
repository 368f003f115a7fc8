//! The tools as they are published: names, descriptions for a model, schemas, hints (contract § 2).
//!
//! Written by hand: no boolean where a schema stands and no `$ref`, since some clients drop a whole server for one.

mod proposal;

use std::sync::{Arc, LazyLock};

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use super::arguments::WAIT_SECONDS;
use crate::domain::elicitation::Status;

pub const PROPOSAL: &str = "elicit_proposal";
pub const STATUS: &str = "elicit_status";
pub const AWAIT: &str = "elicit_await";
pub const RESULT: &str = "elicit_result";
pub const CANCEL: &str = "elicit_cancel";

const NO_SECRETS: &str = "Never for secrets or credentials: no password, token, key or card number belongs in a review.";

static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| vec![proposal::published(), status(), wait(), result(), cancel()]);

/// Every tool, in the order of the flow.
pub fn all() -> &'static [Tool] {
    &TOOLS
}

/// The tool called `name`.
pub fn named(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// What a tool does to the world; all of it happens within this server.
#[derive(Clone, Copy, Default)]
struct Hints {
    read_only: bool,
    idempotent: bool,
    destructive: bool,
}

/// Every description ends in [`NO_SECRETS`].
fn tool(name: &'static str, title: &str, description: &str, input: Value, output: Value, hints: Hints) -> Tool {
    let annotations = ToolAnnotations::with_title(title)
        .read_only(hints.read_only)
        .idempotent(hints.idempotent)
        .destructive(hints.destructive)
        .open_world(false);
    Tool::new(name, format!("{description}\n\n{NO_SECRETS}"), object(input))
        .with_title(title)
        .with_raw_output_schema(object(output))
        .with_annotations(annotations)
}

fn object(schema: Value) -> Arc<Map<String, Value>> {
    Arc::new(match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    })
}

fn elicitation_id() -> Value {
    json!({ "type": "string", "minLength": 1, "description": "The id that elicit_proposal returned." })
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

const EVERY_STATUS: [Status; 6] =
    [Status::Pending, Status::Submitted, Status::Declined, Status::Canceled, Status::Expired, Status::Consumed];

fn status() -> Tool {
    let description = "Tell where a request is, at once: pending (the reviewer has not decided), submitted or declined (decided: call \
        elicit_result), canceled (you withdrew it), expired (nobody decided in time), consumed (decided, and its result was fetched). \
        Never blocks and changes nothing. To wait for the decision use elicit_await instead of calling this in a loop.";
    let hints = Hints { read_only: true, idempotent: true, ..Hints::default() };
    tool(STATUS, "Check a review", description, id_input(), status_output(&EVERY_STATUS), hints)
}

fn wait() -> Tool {
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
    tool(AWAIT, "Wait for a review", description, input, status_output(&EVERY_STATUS), hints)
}

fn result() -> Tool {
    let description = "Fetch the outcome once the reviewer has decided, after elicit_await or elicit_status said submitted or declined; consumed \
        means that it was fetched before. \
        decision is submitted or declined (action says the same as submit or cancel). On submitted, values holds exactly the fields the \
        reviewer included, with their final, validated values: write those and nothing else; a field that is absent was left out and must \
        not be written. On declined there are no values: write nothing. context is what you sent, unchanged. Fails with \"not decided \
        (status=…)\" while pending and after expired or canceled. Fetching again returns the same.";
    let output = json!({
        "type": "object",
        "properties": {
            "status": { "type": "string", "enum": [Status::Consumed.word()] },
            "decision": { "type": "string", "enum": [Status::Submitted.word(), Status::Declined.word()] },
            "action": { "type": "string", "enum": ["submit", "cancel"], "description": "The decision, as the button that was pressed." },
            "context": { "description": "What was sent as context, verbatim; null when nothing was." },
            "formSubmission": {
                "anyOf": [{ "type": "object" }, { "type": "null" }],
                "description": "What the review form submitted, by field name; null when declined."
            },
            "values": { "type": "object", "description": "The included fields with their final values, in declared order; only when submitted." }
        },
        "required": ["status", "decision", "context", "formSubmission"]
    });
    let hints = Hints { idempotent: true, ..Hints::default() };
    tool(RESULT, "Fetch a review's outcome", description, id_input(), output, hints)
}

fn cancel() -> Tool {
    let description = "Withdraw a pending request that is no longer needed: its review link closes and nobody can decide it any more. \
        Canceling again is fine. A request that was decided or has expired can not be canceled: the error says its status, and if that is \
        submitted, declined or consumed the decision stands and elicit_result has it.";
    let hints = Hints { idempotent: true, destructive: true, ..Hints::default() };
    tool(CANCEL, "Withdraw a review", description, id_input(), status_output(&[Status::Canceled]), hints)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a published schema: an object at its root, sound, and without what some clients refuse.
    fn check(schema: &Value, at: &str) {
        assert_eq!(schema["type"], "object", "{at}");
        jsonschema::meta::validate(schema).unwrap_or_else(|error| panic!("{at}: {error}"));
        walk(schema, at);
    }

    fn walk(schema: &Value, at: &str) {
        let map = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema} is no object"));
        assert!(!map.contains_key("$ref") && !map.contains_key("$defs"), "{at}");
        for (keyword, value) in map {
            let at = format!("{at}/{keyword}");
            match keyword.as_str() {
                "items" | "additionalProperties" => walk(value, &at),
                "properties" => {
                    for (name, property) in value.as_object().unwrap() {
                        let at = format!("{at}/{name}");
                        walk(property, &at);
                        assert!(property.get("description").is_some() || property.get("enum").is_some(), "{at} is not described");
                    }
                }
                "anyOf" => value.as_array().unwrap().iter().for_each(|choice| walk(choice, &at)),
                "type" | "description" | "required" | "enum" | "format" | "default" | "minimum" | "maximum" | "minLength" | "maxLength"
                | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {}
                _ => panic!("{at}: a keyword this test does not know"),
            }
        }
    }

    #[test]
    fn what_is_published_is_plain() {
        for tool in all() {
            let at = tool.name.as_ref();
            check(&Value::Object((*tool.input_schema).clone()), at);
            check(&Value::Object(tool.output_schema.as_deref().unwrap().clone()), at);
            assert!(tool.title.is_some() && tool.description.as_ref().unwrap().len() > 100, "{at}");
        }
    }

    #[test]
    fn hints_are_all_given() {
        let hints: Vec<_> = all().iter().map(|tool| serde_json::to_value(&tool.annotations).unwrap()).collect();
        let of = |name: &str| hints.iter().map(|hints| hints[name].as_bool().unwrap()).collect::<Vec<_>>();
        assert_eq!(all().iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>(), [PROPOSAL, STATUS, AWAIT, RESULT, CANCEL]);
        assert_eq!(of("readOnlyHint"), [false, true, true, false, false]);
        assert_eq!(of("idempotentHint"), [false, true, true, true, true]);
        assert_eq!(of("destructiveHint"), [false, false, false, false, true]);
        assert_eq!(of("openWorldHint"), [false; 5]);
    }
}
