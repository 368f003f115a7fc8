//! `elicit_proposal` as it is published (contract § 3, 4).

use rmcp::model::Tool;
use serde_json::{Value, json};

use super::{Hints, request, tool};
use crate::domain::request::Kind;

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
    tool(Kind::Proposal.tool(), "Propose a record change for review", DESCRIPTION, input(), request::output(), Hints::default())
}

fn input() -> Value {
    request::input(
        json!({
            "message": request::message("what is to be changed and where, in one sentence"),
            "columns": columns(),
            "requestedSchema": requested_schema(),
            "fields": fields(),
            "context": request::context("not shown to the reviewer unless displayTemplate shows it"),
        }),
        &["message", "columns", "requestedSchema", "fields"],
        "above the grid",
        ("Submit Changes", "Cancel"),
    )
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

/// The fields' schema, each with its proposed value.
fn requested_schema() -> Value {
    request::requested_schema(
        "The editable Proposed column, as the flat JSON Schema subset of MCP elicitation. Each property's default is its initial proposed value: write what you would write to the record.",
        "Properties the record must have: one whose current value is empty can not be left out by the reviewer.",
    )
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
