//! Answers of the endpoint itself, before any tool is asked: an HTTP status with a JSON-RPC error.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::server::limits::Wait;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const INTERNAL_ERROR: i32 = -32603;
/// The first of the codes that JSON-RPC leaves to servers.
const REFUSED: i32 = -32000;

/// Why a request is turned away.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// `Host` or `Origin` is not one of ours.
    Foreign(&'static str),
    /// No token, or none that counts; whether one was presented.
    Unauthorized {
        presented: bool,
    },
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
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, INTERNAL_ERROR, "internal error"),
        };
        (status, code, message.to_owned())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let challenge = match self {
            Self::Unauthorized { presented: true } => Some(r#"Bearer realm="countersign", error="invalid_token""#),
            Self::Unauthorized { presented: false } => Some(r#"Bearer realm="countersign""#),
            _ => None,
        };
        let retry_after = if let Self::TooMany(wait) = self { Some(HeaderValue::from(wait.seconds())) } else { None };
        let (status, body) = (self.words().0, self.message().to_string());
        let mut response = (status, [(CONTENT_TYPE, "application/json")], body).into_response();
        if let Some(challenge) = challenge {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        }
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}
