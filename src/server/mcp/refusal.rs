//! Answers of the endpoint itself, before any tool is asked: an HTTP status with a JSON-RPC error.

use axum::http::header::{CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

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
    TooLarge,
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
    Internal,
}

impl Refusal {
    fn parts(self) -> (StatusCode, Value, i32, String) {
        use StatusCode as S;
        match self {
            Self::Foreign(why) => (S::FORBIDDEN, Value::Null, REFUSED, why.to_owned()),
            Self::Unauthorized { .. } => (
                S::UNAUTHORIZED,
                Value::Null,
                REFUSED,
                "an agent's token is required: send the header \"Authorization: Bearer TOKEN\" (countersign token create NAME makes a token)"
                    .to_owned(),
            ),
            Self::NotJsonType => {
                (S::UNSUPPORTED_MEDIA_TYPE, Value::Null, INVALID_REQUEST, "Content-Type must be application/json".to_owned())
            }
            Self::TooLarge => (
                S::PAYLOAD_TOO_LARGE,
                Value::Null,
                INVALID_REQUEST,
                format!("the request body is larger than {} bytes", super::guard::MAX_BODY),
            ),
            Self::TooSlow => (S::REQUEST_TIMEOUT, Value::Null, INVALID_REQUEST, "the request body took too long to arrive".to_owned()),
            Self::Incomplete => (S::BAD_REQUEST, Value::Null, INVALID_REQUEST, "the request body ended early".to_owned()),
            Self::NotJson(why) => (S::BAD_REQUEST, Value::Null, PARSE_ERROR, format!("parse error: {why}")),
            Self::NotMessage { id, why } => (S::BAD_REQUEST, id, INVALID_REQUEST, why),
            Self::Internal => (S::INTERNAL_SERVER_ERROR, Value::Null, INTERNAL_ERROR, "internal error".to_owned()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let challenge = match self {
            Self::Unauthorized { presented: true } => Some(r#"Bearer realm="countersign", error="invalid_token""#),
            Self::Unauthorized { presented: false } => Some(r#"Bearer realm="countersign""#),
            _ => None,
        };
        let (status, id, code, message) = self.parts();
        let body = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }).to_string();
        let mut response = (status, [(CONTENT_TYPE, "application/json")], body).into_response();
        if let Some(challenge) = challenge {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        }
        response
    }
}
