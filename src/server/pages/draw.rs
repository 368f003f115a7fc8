//! From what the service says to a page with its status and its policy; a request's own page in [`mod@review`].

mod review;

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use hydration_context::SsrSharedContext;
use leptos::reactive::owner::Owner;

pub use self::review::{Work, grid, opening, pattern_faults, review};
use super::{guard, words};
use crate::app::inbox::{self, Shelves};
use crate::app::page::{self, Frame};
use crate::app::sign_in::{self, Way};
use crate::server::assets;
use crate::server::auth::Secret;
use crate::server::service::ReviewError;

/// What somebody is told who is not signed in where that is needed.
const SIGN_IN: &str = "Sign in to see this";
const TAKES_SESSION: &str = "This takes a reviewer who is signed in; nothing was sent or decided. Whoever runs this server makes a sign-in link with \
                             `countersign reviewer link NAME`: open it in this browser, then come back here.";

/// The same where a provider signs them in.
const OFFERED: &str = "This takes a reviewer who is signed in; nothing was sent or decided. Sign in, and you come back here.";
/// What comes before it when the request names its reviewer.
const NAMED: &str = "This request is for one reviewer by name, whom its link alone does not make you.";

/// The page for a refusal that has no other page. Whatever is unknown, or not theirs to see, gets the same.
pub fn refused(error: &ReviewError) -> Response {
    match error {
        ReviewError::NotFound => plain(
            StatusCode::NOT_FOUND,
            "This link isn't known here",
            "It may be incomplete, or the request was removed after its time. Ask whoever sent it for the whole link.",
        ),
        ReviewError::SignIn => signed_out_page(StatusCode::FORBIDDEN, SIGN_IN, TAKES_SESSION, OFFERED.to_owned()),
        ReviewError::SignInAsNamed => {
            signed_out_page(StatusCode::FORBIDDEN, SIGN_IN, &format!("{NAMED} {TAKES_SESSION}"), format!("{NAMED} {OFFERED}"))
        }
        ReviewError::ForSomebodyElse => plain(
            StatusCode::FORBIDDEN,
            "This is for somebody else",
            "The request is for another reviewer than the one who is signed in here, and only they can see and decide it; nothing was sent or \
             decided.",
        ),
        ReviewError::Malformed(why) => plain(StatusCode::BAD_REQUEST, "That can't be sent", why),
        ReviewError::Closed(status) => plain(StatusCode::CONFLICT, "Too late", &words::already(*status)),
        ReviewError::Faults(_) => plain(StatusCode::UNPROCESSABLE_ENTITY, "Some rows need fixing", "Nothing was sent."),
        ReviewError::Internal => {
            plain(StatusCode::SERVICE_UNAVAILABLE, "Something went wrong here", "Nothing was decided. Please try again in a moment.")
        }
    }
}

/// A page of a heading and a sentence.
pub fn plain(status: StatusCode, heading: &'static str, sentence: &str) -> Response {
    let (frame, policy) = frame();
    answer(status, within(|| page::plain(frame, heading, sentence)), &policy)
}

/// The inbox of the reviewer `name`.
pub async fn inbox(name: String, shelves: Shelves) -> Response {
    drawn(StatusCode::OK, move |frame| inbox::page(frame, &name, &shelves)).await
}

/// The inbox's shelves alone.
///
/// # Errors
/// [`ReviewError::Internal`] alone.
pub async fn shelves(shelves: Shelves) -> Result<String, ReviewError> {
    tokio::task::spawn_blocking(move || within(|| inbox::shelves(&shelves))).await.map_err(|_| ReviewError::Internal)
}

/// The inbox for whoever is not signed in: how to get there, and nothing more. `alone`: signed-in reviewers alone decide.
pub fn signed_out(alone: bool) -> Response {
    let links = if alone { "" } else { " A review link works without." };
    let sentence = format!(
        "The inbox is for reviewers. Whoever runs this server makes a sign-in link with `countersign reviewer add NAME`: open it in this browser.{links}"
    );
    signed_out_page(StatusCode::OK, "You are not signed in", &sentence, format!("The inbox is for reviewers.{links}"))
}

/// A page for somebody who is not signed in, marked as such: where there is a provider, [`super::openid::offered`] adds the way to it.
fn signed_out_page(status: StatusCode, heading: &'static str, sentence: &str, offered: String) -> Response {
    let mut response = plain(status, heading, sentence);
    response.extensions_mut().insert(SignedOut { heading, sentence: offered });
    response
}

/// What a page for somebody who is not signed in says above the button.
#[derive(Clone)]
pub struct SignedOut {
    heading: &'static str,
    sentence: String,
}

impl SignedOut {
    /// The page with the button that begins `way`.
    pub fn offering(&self, status: StatusCode, way: &Way) -> Response {
        offer(status, self.heading, &self.sentence, way)
    }
}

/// A page of a heading, a sentence and the button that begins `way`.
pub fn offer(status: StatusCode, heading: &'static str, sentence: &str, way: &Way) -> Response {
    let (frame, policy) = frame();
    answer(status, within(|| sign_in::offer(frame, heading, sentence, way)), &policy)
}

/// The page on the way to `host`, at `url`.
pub fn leaving(host: &str, url: &str) -> Response {
    let (frame, policy) = frame();
    answer(StatusCode::OK, within(|| sign_in::leaving(frame, host, url)), &policy)
}

/// The page of a sign-in link that is good, for `name`.
pub fn invitation(name: &str) -> Response {
    let (frame, policy) = frame();
    answer(StatusCode::OK, within(|| sign_in::invitation(frame, name)), &policy)
}

/// Draws where it keeps nobody else from running: 500 rows take a while.
async fn drawn(status: StatusCode, page: impl FnOnce(Frame) -> String + Send + 'static) -> Response {
    let (frame, policy) = frame();
    match tokio::task::spawn_blocking(move || within(|| page(frame))).await {
        Ok(html) => answer(status, html, &policy),
        Err(_) => refused(&ReviewError::Internal),
    }
}

fn frame() -> (Frame, String) {
    let nonce = Secret::link().expose().to_owned();
    let policy = guard::policy(&nonce);
    (Frame { assets: assets::assets(), nonce }, policy)
}

/// Draws with an owner for what components keep, and cleans up after them.
fn within(draw: impl FnOnce() -> String) -> String {
    let owner = Owner::new_root(Some(Arc::new(SsrSharedContext::new_islands())));
    let html = owner.with(draw);
    owner.unset_with_forced_cleanup();
    html
}

fn answer(status: StatusCode, html: String, policy: &str) -> Response {
    let mut response = (status, Html(html)).into_response();
    if let Ok(policy) = HeaderValue::from_str(policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
