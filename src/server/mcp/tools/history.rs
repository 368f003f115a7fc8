//! `elicit_history` as it is published (contract § 2).

use rmcp::model::Tool;
use serde_json::{Value, json};

use super::{HISTORY, Hints, tool};
use crate::domain::elicitation::Status;
use crate::domain::history::Scope;
use crate::domain::request::Kind;
use crate::server::mcp::arguments::PAGE_SIZE;

const DESCRIPTION: &str = "List the requests that were made with your token, newest first, a page at a time: to recover an elicitationId that \
got lost, or to see what is still pending. Pass the asOf of the first answer with every further page: what is made meanwhile then shifts \
nothing. Review links are not among what is listed: they are told once, by the tool that made the request. The values of a decided request come \
from elicit_result. Requests are removed some time after they were decided (90 days unless the server is set otherwise).";

/// The tool with its schemas.
pub fn published() -> Tool {
    let hints = Hints { read_only: true, idempotent: true, ..Hints::default() };
    tool(HISTORY, "List earlier reviews", DESCRIPTION, input(), output(), hints)
}

fn input() -> Value {
    let (least, usual, most) = PAGE_SIZE;
    json!({
        "type": "object",
        "properties": {
            "page": { "type": "integer", "minimum": 1, "default": 1, "description": "Which page, from 1 up." },
            "pageSize": { "type": "integer", "minimum": least, "maximum": most, "default": usual, "description": "How many requests a page has." },
            "asOf": { "type": "string", "description": "The asOf of an earlier answer, as it is; or any RFC 3339 time, to leave out what was made later. Default: now." },
            "scope": { "type": "string", "enum": scopes(), "default": Scope::Me.word(), "description": "Whose requests: me, your own; org, everybody's, for admins' tokens only." }
        }
    })
}

fn scopes() -> [&'static str; 2] {
    Scope::ALL.map(Scope::word)
}

fn output() -> Value {
    let statuses: Vec<_> = Status::ALL.iter().map(|status| status.word()).collect();
    let time = |what: &str| json!({ "type": "string", "format": "date-time", "description": what });
    json!({
        "type": "object",
        "properties": {
            "items": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "elicitationId": { "type": "string", "description": "Names the request in the other tools." },
                        "tool": { "type": "string", "enum": Kind::ALL.map(Kind::tool), "description": "The tool that made it." },
                        "message": { "type": "string", "description": "The heading it was made with." },
                        "status": { "type": "string", "enum": statuses, "description": "Where it is in its life." },
                        "createdAt": time("When it was made, in UTC."),
                        "expiresAt": time("Until when it can, or could, be decided."),
                        "decidedAt": {
                            "anyOf": [{ "type": "string", "format": "date-time" }, { "type": "null" }],
                            "description": "When the reviewer decided; null when none did."
                        }
                    },
                    "required": ["elicitationId", "tool", "message", "status", "createdAt", "expiresAt", "decidedAt"]
                },
                "description": "The requests of this page, newest first."
            },
            "page": { "type": "integer", "description": "The page this is." },
            "pageSize": { "type": "integer", "description": "How many requests a page has." },
            "asOf": time("Up to where this history goes: pass it back, as it is, with further pages."),
            "total": { "type": "integer", "description": "How many requests there are on all pages." },
            "scope": { "type": "string", "enum": scopes(), "description": "Whose requests these are." }
        },
        "required": ["items", "page", "pageSize", "asOf", "total", "scope"]
    })
}
