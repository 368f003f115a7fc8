//! `elicit_proposal` as it is published (contract § 3, 4).

use rmcp::model::Tool;
use serde_json::{Value, json};

use super::{Hints, PROPOSAL, tool};
use crate::domain::elicitation::Status;

const DESCRIPTION: &str = "Ask a person to review a proposed create or update of one record, before you write it. The reviewer opens a page \
with a grid, one row a field: your sources, the record's current value, and an editable proposed value. They correct values, choose which \
fields to include, and submit or decline; you get back only the included fields.

Use it for enrichment and sync (say, from Apollo into Salesforce), whenever a person should see where each value came from and decide field \
by field. For a new record leave the current values out.

The flow:
1. Call elicit_proposal; keep the elicitationId.
2. Show the person the reviewUrl as a link and say what it is for. Nothing happens until they open it.
3. Call elicit_await in a loop while it answers pending.
4. Call elicit_result, and write exactly what it returns in values.";

/// The tool with its schemas.
pub fn published() -> Tool {
    tool(PROPOSAL, "Propose a record change for review", DESCRIPTION, input(), output(), Hints::default())
}

fn input() -> Value {
    json!({
        "type": "object",
        "properties": {
            "message": { "type": "string", "minLength": 1, "maxLength": 4000, "description": "The page's heading, plain text: what is to be changed and where, in one sentence." },
            "columns": columns(),
            "requestedSchema": requested_schema(),
            "fields": fields(),
            "context": { "description": "Anything you want back with the result, any JSON: record id, object type, external keys. Echoed verbatim by elicit_result; not shown to the reviewer unless displayTemplate shows it." },
            "displayTemplate": { "type": "string", "description": "A LiquidJS template shown above the grid, with context in scope, such as \"<h2>{{ context.recordId }}</h2>\". Output is HTML-escaped; simple text markup, lists, tables and links are kept." },
            "labels": {
                "type": "object",
                "properties": {
                    "ok": { "type": "string", "minLength": 1, "maxLength": 40, "description": "The submit button's text; default \"Submit Changes\"." },
                    "cancel": { "type": "string", "minLength": 1, "maxLength": 40, "description": "The cancel button's text; default \"Cancel\"." }
                },
                "description": "Other texts for the two footer buttons."
            },
            "timeoutSeconds": { "type": "number", "default": 3600, "description": "How long the request stays decidable, in seconds; clamped to 60–86400." }
        },
        "required": ["message", "columns", "requestedSchema", "fields"]
    })
}

fn columns() -> Value {
    json!({
        "type": "object",
        "properties": {
            "sources": {
                "type": "array",
                "minItems": 1,
                "maxItems": 12,
                "items": {
                    "type": "object",
                    "properties": {
                        "key": { "type": "string", "minLength": 1, "maxLength": 200, "description": "What fields[…].sources calls this source, such as \"apollo\"; unique." },
                        "label": { "type": "string", "minLength": 1, "maxLength": 500, "description": "The column's heading, such as \"Apollo\"." }
                    },
                    "required": ["key", "label"]
                },
                "description": "Where values came from: one read-only column each, in display order."
            },
            "current": {
                "type": "object",
                "properties": {
                    "label": { "type": "string", "minLength": 1, "maxLength": 500, "description": "The heading of the column of current values, such as \"Salesforce\"." }
                },
                "required": ["label"],
                "description": "The system that holds the record."
            }
        },
        "required": ["sources", "current"],
        "description": "Names of the grid's read-only columns."
    })
}

fn requested_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "type": { "type": "string", "enum": ["object"] },
            "properties": {
                "type": "object",
                "minProperties": 1,
                "maxProperties": 500,
                "additionalProperties": { "type": "object" },
                "description": "One flat property a row, in row order. Text: type string, with minLength, maxLength, pattern, format (email, uri, date, date-time). Number: type number or integer, with minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf. Boolean: type boolean. Single choice: type string with enum (and enumNames), or oneOf [{const, title}]. Multiple choice: type array with items {enum} or items {anyOf: [{const, title}]}, minItems, maxItems, uniqueItems. All take title, description and default. Nothing nested, no $ref, no other keyword."
            },
            "required": {
                "type": "array",
                "items": { "type": "string" },
                "description": "Properties the record must have: one whose current value is empty can not be left out by the reviewer."
            }
        },
        "required": ["type", "properties"],
        "description": "The editable Proposed column, as the flat JSON Schema subset of MCP elicitation. Each property's default is its initial proposed value: write what you would write to the record."
    })
}

fn fields() -> Value {
    json!({
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "properties": {
                "sources": {
                    "type": "object",
                    "additionalProperties": {},
                    "description": "The value each source has, by columns.sources[].key; leave out a source that has none."
                },
                "current": { "description": "The value the record has now; null or absent when it has none." },
                "include": { "type": "boolean", "description": "Whether the row starts out included; by default it does when the default differs from current." }
            }
        },
        "description": "Source and current values by property of requestedSchema; may be {}. A property left out here is a row with a proposed value only."
    })
}

fn output() -> Value {
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
