//! `elicit_approval` as it is published (contract § 2).

use rmcp::model::Tool;
use serde_json::{Value, json};

use super::{Hints, request, tool};
use crate::domain::request::Kind;

const DESCRIPTION: &str = "Ask a person to approve or decline something before you do it. The reviewer opens a page with what you send as \
context, or a form of requestedSchema to fill in, or both, and approves or declines; you get back the decision and the form's values.

Use it for a yes or no to something you show (an e-mail about to go out, a command about to run, a refund), and for a short form whose \
answers you need. To update a record whose values come from several sources, elicit_proposal shows them side by side; to have one of several \
things picked, use elicit_selection.

Give at least one of context and requestedSchema. What the person approved is the context that elicit_result returns: act on that, not on \
what you remember.

The flow:
1. Call elicit_approval; keep the elicitationId.
2. Show the person the reviewUrl as a link and say what it is for. Nothing happens until they open it.
3. Call elicit_await in a loop while it answers pending.
4. Call elicit_result; go on only when decision is submitted.";

/// The tool with its schemas.
pub fn published() -> Tool {
    tool(Kind::Approval.tool(), "Ask for approval", DESCRIPTION, input(), request::output(), Hints::default())
}

fn input() -> Value {
    request::input(
        json!({
            "message": request::message("what is to be approved, in one sentence"),
            "context": request::context("shown to the reviewer as a readable tree, or as displayTemplate shows it"),
            "requestedSchema": request::requested_schema(
                "A form for the reviewer to fill in, as the flat JSON Schema subset of MCP elicitation. Each property's default is filled in already. Leave it out for a plain yes or no.",
                "Properties that must be filled in.",
            ),
        }),
        &["message"],
        "instead of the context's tree",
        ("Approve", "Decline"),
    )
}
