//! Signing in and out: a link that is spent by a press of its page's button, never by being opened.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::draw;
use super::session::{Visitor, set_cookie};
use super::visit::Word;
use crate::server::auth::Secret;
use crate::server::service::{ReviewError, Service};
use crate::server::state::AppState;

/// The page of a sign-in link. Spends nothing: scanners open links too.
pub async fn invitation(State(service): State<Service>, Word(secret): Word) -> Response {
    match service.invited(&secret).await {
        Ok(Some(reviewer)) => draw::invitation(&reviewer.name),
        Ok(None) => spent(),
        Err(error) => draw::refused(&error),
    }
}

/// Spends the link: in, as the reviewer it is for, and out of whichever session there was.
pub async fn sign_in(State(state): State<AppState>, visitor: Visitor, Word(secret): Word) -> Response {
    match state.service.sign_in(&secret).await {
        Ok(Some(session)) => match left(&state.service, visitor).await {
            Ok(()) => home(&state, Some(&session)),
            Err(error) => draw::refused(&error),
        },
        Ok(None) => spent(),
        Err(error) => draw::refused(&error),
    }
}

/// Ends the session. Without one there is no cookie to forget: whoever made the browser send this may have been another site.
pub async fn sign_out(State(state): State<AppState>, visitor: Visitor) -> Response {
    if visitor.session.is_none() {
        return (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]).into_response();
    }
    match left(&state.service, visitor).await {
        Ok(()) => home(&state, None),
        Err(error) => draw::refused(&error),
    }
}

pub(super) async fn left(service: &Service, visitor: Visitor) -> Result<(), ReviewError> {
    match visitor.session {
        Some(session) => service.sign_out(&session).await,
        None => Ok(()),
    }
}

/// To the inbox, with or without a session.
fn home(state: &AppState, session: Option<&Secret>) -> Response {
    let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&set_cookie(state.config.is_https(), session)) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

fn spent() -> Response {
    draw::plain(
        StatusCode::NOT_FOUND,
        "This sign-in link can't be used",
        "A sign-in link works once, within 24 hours; this one was used, has expired, was replaced by a newer one, or is incomplete. \
         Whoever runs this server can make a fresh one: `countersign reviewer link NAME`.",
    )
}
