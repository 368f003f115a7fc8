//! Answers of the endpoint itself, before any tool is asked: an HTTP status with a JSON-RPC error.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::server::issuer::PAUSE_MILLIS;
use crate::server::limits::Wait;
use crate::server::service::{CallError, Denied};

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const INTERNAL_ERROR: i32 = -32603;
/// The first of the codes that JSON-RPC leaves to servers.
const REFUSED: i32 = -32000;

/// When a caller may come again whose token could not be judged.
const ASK_AGAIN_SECONDS: u64 = PAUSE_MILLIS.unsigned_abs() / 1000;

/// Why a request is turned away.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// `Host` or `Origin` is not one of ours.
    Foreign(&'static str),
    /// No token, or none that counts; whether one was presented.
    Unauthorized {
        presented: bool,
    },
    /// No access token that lets its bearer in.
    Denied(Denied),
    NotJsonType,
    /// What is larger than how many bytes.
    TooLarge {
        what: &'static str,
        limit: usize,
    },
    TooSlow,
    /// The body could not be read to its end.
    Incomplete,
    /// Not JSON, or not JSON that we take; says why.
    NotJson(String),
    /// JSON, but no message of the protocol; its id when it has one.
    NotMessage {
        id: Value,
        why: String,
    },
    /// The agent calls, or wrong tokens come from its address, too often.
    TooMany(Wait),
    Internal,
}

impl Refusal {
    /// JSON that is no message of the protocol, whatever else it is.
    pub fn not_message(id: Value) -> Self {
        Self::NotMessage { id, why: "not a JSON-RPC 2.0 request, notification or response".to_owned() }
    }

    /// The JSON-RPC error.
    pub fn message(&self) -> Value {
        let (_, code, message) = self.words();
        let id = if let Self::NotMessage { id, .. } = self { id.clone() } else { Value::Null };
        json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
    }

    /// The HTTP status, the code of the JSON-RPC error and its message.
    fn words(&self) -> (StatusCode, i32, String) {
        let (status, code, message) = match self {
            Self::Foreign(why) => (StatusCode::FORBIDDEN, REFUSED, *why),
            Self::Unauthorized { .. } => (
                StatusCode::UNAUTHORIZED,
                REFUSED,
                "an agent's token is required: send the header \"Authorization: Bearer TOKEN\" (countersign token create NAME makes a token)",
            ),
            Self::Denied(denied) => {
                let status = match denied {
                    Denied::Unknown | Denied::Faulty(_) => StatusCode::UNAUTHORIZED,
                    Denied::Scope | Denied::Revoked => StatusCode::FORBIDDEN,
                    Denied::Unreachable => StatusCode::SERVICE_UNAVAILABLE,
                    Denied::Internal => StatusCode::INTERNAL_SERVER_ERROR,
                };
                let again = if *denied == Denied::Unreachable { "; call again in a moment" } else { "" };
                return (status, REFUSED, format!("the access token can't be taken: {denied}{again}"));
            }
            Self::NotJsonType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST, "Content-Type must be application/json"),
            Self::TooLarge { what, limit } => {
                return (StatusCode::PAYLOAD_TOO_LARGE, INVALID_REQUEST, format!("{what} is larger than {limit} bytes"));
            }
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, INVALID_REQUEST, "the request body took too long to arrive"),
            Self::Incomplete => (StatusCode::BAD_REQUEST, INVALID_REQUEST, "the request body ended early"),
            Self::NotJson(why) => return (StatusCode::BAD_REQUEST, PARSE_ERROR, format!("parse error: {why}")),
            Self::NotMessage { why, .. } => (StatusCode::BAD_REQUEST, INVALID_REQUEST, why.as_str()),
            Self::TooMany(wait) => {
                return (StatusCode::TOO_MANY_REQUESTS, REFUSED, format!("too many calls: wait {} s, then call again", wait.seconds()));
            }
            Self::Internal => return (StatusCode::INTERNAL_SERVER_ERROR, INTERNAL_ERROR, CallError::Internal.to_string()),
        };
        (status, code, message.to_owned())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let retry_after = match self {
            Self::TooMany(wait) => Some(wait.seconds()),
            Self::Denied(Denied::Unreachable) => Some(ASK_AGAIN_SECONDS),
            _ => None,
        };
        let (status, body) = (self.words().0, self.message().to_string());
        let mut response = (status, [(CONTENT_TYPE, "application/json")], body).into_response();
        response.headers_mut().extend(retry_after.map(|seconds| (RETRY_AFTER, HeaderValue::from(seconds))));
        response
    }
}
