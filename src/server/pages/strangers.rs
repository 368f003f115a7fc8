//! Whoever tries addresses: of wrong links, only so many from one place get an answer (contract § 8).

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::draw;
use crate::server::limits;
use crate::server::state::AppState;

/// Counts what is not found here, and answers 429 once there was too much of it.
pub async fn counted(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let from = request.extensions().get().map(|peer| limits::address(*peer, request.headers()));
    let response = next.run(request).await;
    let wrong = from.filter(|_| response.status() == StatusCode::NOT_FOUND);
    let Some(Err(wait)) = wrong.map(|address| state.limits.wrong_secret(address)) else { return response };
    let sentence = format!("Too many links that aren't known here were opened from your network. Try again in {} s.", wait.seconds());
    let mut refusal = draw::plain(StatusCode::TOO_MANY_REQUESTS, "Not so fast", &sentence);
    refusal.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.seconds()));
    refusal
}
