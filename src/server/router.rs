//! Every route of the server, in one readable function.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::FutureExt as _;
use http_body_util::LengthLimitError;

use super::pages::guard;
use super::service::Service;
use super::state::AppState;
use super::{mcp, pages};

/// The most that any request may send (contract § 2).
const BODY_BYTES: usize = 4 << 20;

/// How long a request's body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(30);

/// How long the database may take to answer a health check.
const HEALTH_TIME: Duration = Duration::from_secs(2);

/// Agents under `/mcp`, which takes in no body before it knows the token; health under `/healthz`.
pub fn router(state: AppState) -> Router {
    let open = Router::new().route("/healthz", get(health).with_state(state.service.clone())).merge(pages::router(state.clone()));
    Router::new().merge(open.layer(from_fn(bounded))).merge(mcp::router(state)).layer(from_fn(unpanicked)).layer(from_fn(guard::headers))
}

async fn health(State(service): State<Service>) -> Response {
    let answers = tokio::time::timeout(HEALTH_TIME, service.healthy()).await.unwrap_or(false);
    let (status, text) =
        if answers { (StatusCode::OK, "ok\n") } else { (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n") };
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}

/// Takes in the whole body before anybody works on it, so that neither its size nor a sender that dawdles is a handler's concern.
async fn bounded(request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    match tokio::time::timeout(BODY_TIME, to_bytes(body, BODY_BYTES)).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(error)) if is_too_long(&error) => {
            (StatusCode::PAYLOAD_TOO_LARGE, format!("a request may have {BODY_BYTES} bytes\n")).into_response()
        }
        Ok(Err(_)) => (StatusCode::BAD_REQUEST, "the request broke off\n").into_response(),
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive\n").into_response(),
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.is::<LengthLimitError>())
}

/// A plain 500 for a handler that panicked; the panic itself is in the log.
async fn unpanicked(request: Request, next: Next) -> Response {
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answer.unwrap_or_else(|_| (StatusCode::INTERNAL_SERVER_ERROR, "something went wrong here\n").into_response())
}
