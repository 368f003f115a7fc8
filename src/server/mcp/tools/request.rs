//! What the three tools that make a request have in common, as it is published (contract § 2).

use serde_json::{Map, Value, json};

use crate::domain::elicitation::Status;

/// A tool's input: its own arguments, then those that every request takes. `place` is where a display template shows, `labels` are the
/// buttons' own.
pub fn input(own: Value, required: &[&str], place: &str, labels: (&str, &str)) -> Value {
    let mut properties = Map::new();
    for group in [own, shared(place, labels)] {
        if let Value::Object(group) = group {
            properties.extend(group);
        }
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

fn shared(place: &str, (ok, cancel): (&str, &str)) -> Value {
    let label = |what: &str, usual: &str| {
        let description = format!("The {what} button's text; default \"{usual}\".");
        json!({ "type": "string", "minLength": 1, "maxLength": 40, "description": description })
    };
    let template = format!(
        "A LiquidJS template shown {place}, with context in scope, such as \"<h2>{{{{ context.recordId }}}}</h2>\". Output is HTML-escaped; \
         simple text markup, lists, tables and links are kept."
    );
    json!({
        "displayTemplate": { "type": "string", "description": template },
        "labels": {
            "type": "object",
            "properties": { "ok": label("submit", ok), "cancel": label("cancel", cancel) },
            "description": "Other texts for the two footer buttons."
        },
        "reviewer": { "type": "string", "minLength": 1, "maxLength": 200, "description": "The one person who may see and decide this, by the name or e-mail that the server knows them by, letter case aside; they have to sign in. Leave it out when whoever holds the link may decide, and unless you were told whom to ask." },
        "timeoutSeconds": { "type": "number", "default": 3600, "description": "How long the request stays decidable, in seconds; clamped to 60–86400." }
    })
}

/// `message`, the page's heading, which says `what`.
pub fn message(what: &str) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": 4000, "description": format!("The page's heading, plain text: {what}.") })
}

/// `context`, and whether the reviewer sees it.
pub fn context(shown: &str) -> Value {
    let description = format!(
        "Anything you want back with the result, any JSON: record id, object type, external keys. Echoed verbatim by elicit_result; {shown}."
    );
    json!({ "description": description })
}

/// `requestedSchema`: what it is for, and what `required` in it means.
pub fn requested_schema(description: &str, required: &str) -> Value {
    json!({
        "type": "object",
        "properties": {
            "type": { "type": "string", "enum": ["object"] },
            "properties": {
                "type": "object",
                "minProperties": 1,
                "maxProperties": 500,
                "additionalProperties": { "type": "object" },
                "description": "One flat property a field, in the order shown. Text: type string, with minLength, maxLength, pattern, format (email, uri, date, date-time). Number: type number or integer, with minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf. Boolean: type boolean. Single choice: type string with enum (and enumNames), or oneOf [{const, title}]. Multiple choice: type array with items {enum} or items {anyOf: [{const, title}]}, minItems, maxItems, uniqueItems. All take title, description and default. Nothing nested, no $ref, no other keyword."
            },
            "required": {
                "type": "array",
                "items": { "type": "string" },
                "description": required
            }
        },
        "required": ["type", "properties"],
        "description": description
    })
}

/// What is answered when the request was made.
pub fn output() -> Value {
    json!({
        "type": "object",
        "properties": {
            "elicitationId": { "type": "string", "description": "Names the request in the other tools." },
            "status": { "type": "string", "enum": [Status::Pending.word()] },
            "reviewUrl": { "type": "string", "format": "uri", "description": "The link to give to the reviewer, good for this request alone." },
            "expiresAt": { "type": "string", "format": "date-time", "description": "Until when it can be decided, in UTC." }
        },
        "required": ["elicitationId", "status", "reviewUrl", "expiresAt"]
    })
}
