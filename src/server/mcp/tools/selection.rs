//! `elicit_selection` as it is published (contract § 2).

use rmcp::model::Tool;
use serde_json::{Value, json};

use super::{Hints, request, tool};
use crate::domain::request::Kind;

const DESCRIPTION: &str = "Ask a person to pick one or several of the options that you give, such as which of a few matches is the right record, \
which of the found contacts to import, or which slot suits. The reviewer opens a page with the options and submits a choice or declines; you \
get back the ids of the chosen options, in the order in which you gave the options.

By default exactly one is to be chosen; minSelections and maxSelections say otherwise (minSelections 0 allows to choose none). Each option \
is shown by its label and description, or as rowTemplate draws it with all the other keys it has. For a yes or no use elicit_approval; to \
correct values, elicit_proposal.

The flow:
1. Call elicit_selection; keep the elicitationId.
2. Show the person the reviewUrl as a link and say what it is for. Nothing happens until they open it.
3. Call elicit_await in a loop while it answers pending.
4. Call elicit_result; when decision is submitted, selectedIds holds the choice.";

/// The tool with its schemas.
pub fn published() -> Tool {
    tool(Kind::Selection.tool(), "Ask for a selection", DESCRIPTION, input(), request::output(), Hints::default())
}

fn input() -> Value {
    request::input(
        json!({
            "message": request::message("what is to be chosen, in one sentence"),
            "options": options(),
            "rowTemplate": {
                "type": "string",
                "description": "A LiquidJS template that draws each option, with option in scope, such as \"<b>{{ option.name }}</b> {{ option.city }}\"; default: the option's label, else its id. Output is HTML-escaped; simple text markup, lists, tables and links are kept."
            },
            "minSelections": { "type": "integer", "minimum": 0, "default": 1, "description": "The fewest options that may be chosen; no more than there are." },
            "maxSelections": { "type": "integer", "minimum": 1, "default": 1, "description": "The most options that may be chosen; 1 is a single choice." },
            "context": request::context("not shown to the reviewer unless displayTemplate shows it"),
        }),
        &["message", "options"],
        "above the options",
        ("Submit", "Cancel"),
    )
}

fn options() -> Value {
    json!({
        "type": "array",
        "minItems": 1,
        "maxItems": 500,
        "items": {
            "type": "object",
            "properties": {
                "id": { "type": "string", "minLength": 1, "maxLength": 200, "description": "What selectedIds calls this option; unique." },
                "label": { "type": "string", "maxLength": 500, "description": "What the reviewer reads; default: the id." },
                "description": { "type": "string", "maxLength": 2000, "description": "A line or two more about it." }
            },
            "required": ["id"],
            "additionalProperties": {}
        },
        "description": "What there is to choose from, in display order. Any other keys are for rowTemplate."
    })
}
