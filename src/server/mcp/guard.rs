//! What a request must be before rmcp sees it: for this server, from an agent whose token counts, small enough, and JSON.
//!
//! In this order; the body is not read before the token is known. Never logs a token.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, EXPECT, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_json::Value;

use super::challenge::challenge;
use super::hosts::Hosts;
use super::message::{MAX_BYTES, Message};
use super::metadata;
use super::refusal::Refusal;
use super::session::Handshake;
use crate::server::auth::Agent;
use crate::server::limits::{self, Limits, Peer, TooOften, Wait};
use crate::server::service::{Denied, Service};
use crate::server::state::AppState;

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(30);

/// How long, and how many bytes, of a body that is too large are thrown away before the answer.
const DRAIN: (Duration, usize) = (Duration::from_secs(2), 64 * 1024 * 1024);

/// What the guard has to know.
#[derive(Clone)]
pub struct Gate {
    service: Service,
    hosts: Arc<Hosts>,
    limits: Arc<Limits>,
    /// Where the metadata for access tokens are, if those are taken.
    metadata: Option<Arc<str>>,
}

impl Gate {
    pub fn new(state: AppState) -> Self {
        let metadata = metadata::url(&state.config).map(Into::into);
        Self { hosts: Arc::new(Hosts::new(&state.config)), limits: state.limits, service: state.service, metadata }
    }

    async fn agent(&self, headers: &HeaderMap, peer: Option<Peer>) -> Result<Agent, Refusal> {
        let presented = headers.contains_key(AUTHORIZATION);
        let token = bearer(headers).ok_or(Refusal::Unauthorized { presented })?;
        self.service.authenticate(token).await.map_err(|denied| match denied {
            Denied::Internal => Refusal::Internal,
            // the token may be a good one
            Denied::Unreachable => Refusal::Denied(denied),
            Denied::Unknown => self.wrong(headers, peer, Refusal::Unauthorized { presented: true }),
            Denied::Faulty(_) | Denied::Scope | Denied::Revoked => self.wrong(headers, peer, Refusal::Denied(denied)),
        })
    }

    /// What a token that lets nobody in comes to: `refusal`, unless there were too many.
    fn wrong(&self, headers: &HeaderMap, peer: Option<Peer>, refusal: Refusal) -> Refusal {
        let counted = peer.map_or(Ok(()), |peer| self.limits.wrong_secret(limits::address(peer, headers)));
        counted.map_or_else(Refusal::TooMany, |()| refusal)
    }
}

/// Marks a call that comes too often: its tool is not asked.
#[derive(Clone, Copy, Debug)]
pub struct Hasty {
    pub per_minute: NonZeroU32,
    pub wait: Wait,
}

/// Lets a request through to rmcp with its [`Agent`] and its arguments among the extensions, or answers it.
pub async fn admit(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let mut response = match examine(&gate, request).await {
        Ok((mut request, id)) => {
            let handshake = Handshake::default();
            request.extensions_mut().insert(handshake.clone());
            let mut response = next.run(request).await;
            handshake.name(&mut response);
            if response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
                // The content type was checked, so this is rmcp's word for JSON that it cannot read as a message.
                Refusal::not_message(id).into_response()
            } else {
                response
            }
        }
        Err(refusal) => {
            let challenge = challenge(&refusal, gate.metadata.as_deref());
            let mut response = refusal.into_response();
            response.headers_mut().extend(challenge.map(|challenge| (WWW_AUTHENTICATE, challenge)));
            response
        }
    };
    // A review link is in some answers.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The request as rmcp is to see it, and the id of its message.
async fn examine(gate: &Gate, mut request: Request) -> Result<(Request, Value), Refusal> {
    gate.hosts.check(request.uri(), request.headers())?;
    let agent = gate.agent(request.headers(), request.extensions().get().copied()).await?;
    match gate.limits.call(agent.id) {
        Ok(()) => {}
        Err(TooOften::Told(wait)) => _ = request.extensions_mut().insert(Hasty { per_minute: gate.limits.calls_per_minute(), wait }),
        Err(TooOften::TurnedAway(wait)) => return Err(Refusal::TooMany(wait)),
    }
    // From here on nobody needs the token.
    request.headers_mut().remove(AUTHORIZATION);
    request.extensions_mut().insert(agent);
    if request.method() != Method::POST {
        return Ok((request, Value::Null));
    }
    if !is_json(request.headers()) {
        return Err(Refusal::NotJsonType);
    }
    let (mut parts, body) = request.into_parts();
    let arrived = tokio::time::timeout(BODY_TIME, read(body, parts.headers.contains_key(EXPECT))).await;
    let message = Message::parse(&arrived.unwrap_or(Err(Refusal::TooSlow))?)?;
    if let Some(given) = message.given {
        parts.extensions.insert(given);
    }
    parts.headers.remove(CONTENT_LENGTH);
    Ok((Request::from_parts(parts, Body::from(message.rest)), message.id))
}

/// The token of the one `Authorization: Bearer …` header.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(AUTHORIZATION).iter();
    let (only, None) = (all.next()?, all.next()) else { return None };
    let (scheme, token) = only.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|value| {
        let essence = value.split_once(';').map_or(value, |(essence, _)| essence);
        essence.trim().eq_ignore_ascii_case("application/json")
    })
}

async fn read(mut body: Body, expects_go_ahead: bool) -> Result<Bytes, Refusal> {
    let declared_too_large = body.size_hint().lower() > MAX_BYTES as u64;
    if !declared_too_large {
        match Limited::new(&mut body, MAX_BYTES).collect().await {
            Ok(collected) => return Ok(collected.to_bytes()),
            Err(error) if error.is::<LengthLimitError>() => {}
            Err(_) => return Err(Refusal::Incomplete),
        }
    }
    // A client that waits to be told to go on is just told not to.
    if !expects_go_ahead {
        // However it ends, the answer is the same.
        let _ = tokio::time::timeout(DRAIN.0, drain(&mut body)).await;
    }
    Err(Refusal::TooLarge { limit: MAX_BYTES, what: "the request body" })
}

/// Reads on and throws away: a client that still sends would see a broken connection in place of the answer.
async fn drain(body: &mut Body) {
    let mut left = DRAIN.1;
    while let Some(Ok(frame)) = body.frame().await {
        let Some(rest) = left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) else { return };
        left = rest;
    }
}
