//! From what the service says to a page with its status and its policy.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use hydration_context::SsrSharedContext;
use leptos::reactive::owner::Owner;
use serde_json::Value;

use super::{guard, words};
use crate::api::Sheet;
use crate::app::closed::Outcome;
use crate::app::inbox::{self, Shelves};
use crate::app::matter::Matter;
use crate::app::page::{self, About, Frame, InInbox};
use crate::app::sign_in::{self, Way};
use crate::app::story::Told;
use crate::domain::elicitation::{Decision, State, Status};
use crate::domain::grid::{Entry, Grid, RowFault};
use crate::server::auth::Secret;
use crate::server::service::{Asked, Door, Happened, Review, ReviewError, Service};
use crate::server::{assets, clock};

/// What a reviewer made of the grid so far: as it opens, or as a form POST left it.
pub struct Work {
    pub entries: Vec<Entry>,
    pub faults: Vec<RowFault>,
    /// The ids of a selection's chosen options.
    pub selected: Vec<String>,
    /// Why a form POST was not taken.
    pub notice: Option<String>,
}

/// What is reviewed as it opens, with what was entered before and not sent, and the server's word on patterns.
///
/// # Errors
/// As [`Service::match_patterns`].
pub async fn opening(service: &Service, door: &Door, review: &Review) -> Result<Work, ReviewError> {
    let (entries, selected) = (review.entries.clone(), review.selected.clone());
    let faults = pattern_faults(service, door, review, &entries).await?;
    Ok(Work { entries, faults, selected, notice: None })
}

/// The faults of all rows' texts against their patterns, included or not: Include may be ticked in the browser.
///
/// # Errors
/// As [`Service::match_patterns`].
pub async fn pattern_faults(service: &Service, door: &Door, review: &Review, entries: &[Entry]) -> Result<Vec<RowFault>, ReviewError> {
    let grid = grid(review);
    let text = |(row, entry): (usize, &Entry)| {
        let included = Entry { include: true, draft: entry.draft.clone() };
        Some((row, grid.rows.get(row)?.unmatched(&included)?))
    };
    let texts: Vec<_> = entries.iter().enumerate().filter_map(text).collect();
    if texts.is_empty() || review.state != State::Pending { Ok(Vec::new()) } else { service.match_patterns(door, &texts).await }
}

/// The page of `review`: with `work` while it is pending, else what became of it.
pub async fn review(status: StatusCode, inbox: Option<InInbox>, review: Review, work: Work) -> Response {
    let about = About { inbox, ..about(&review) };
    if let (State::Pending, Some(name)) = (&review.state, review.waits_for.clone()) {
        let left = review.now.millis_until(review.expires_at).unsigned_abs() / 1000;
        let outcome = unopened(&review);
        return drawn(status, move |frame| page::watched(frame, &about, &outcome, &name, left)).await;
    }
    let Some(outcome) = outcome(&review) else {
        let matter = matter(&review, work.selected);
        let sheet = Sheet {
            grid: grid(&review),
            entries: work.entries,
            faults: work.faults,
            labels: review.labels,
            asks: matter.asks(),
            revision: review.revision,
            kept: review.kept_at.map(|at| words::kept(at, review.now)).unwrap_or_default(),
            remaining_ms: review.now.millis_until(review.expires_at).unsigned_abs(),
        };
        return drawn(status, move |frame| page::open(frame, &about, &sheet, &matter, work.notice)).await;
    };
    let notice = (status == StatusCode::CONFLICT).then(|| words::already(outcome.status) + ": what you sent was not taken.");
    drawn(status, move |frame| page::closed(frame, &about, &outcome, notice)).await
}

/// The rows with editors: none where nothing is to be filled in.
pub fn grid(review: &Review) -> Grid {
    match &review.request {
        Asked::Proposal(grid) => grid.clone(),
        Asked::Approval { form: Some(form), .. } => form.grid.clone(),
        Asked::Approval { form: None, .. } | Asked::Selection { .. } => {
            Grid { sources: Vec::new(), current: String::new(), rows: Vec::new() }
        }
    }
}

/// What is reviewed beside the rows. A banner that shows anything stands for an approval's context.
fn matter(review: &Review, selected: Vec<String>) -> Matter {
    match &review.request {
        Asked::Proposal(_) => Matter::Proposal,
        Asked::Approval { form, context } => {
            let shown = matches!(&review.banner, Some(Ok(html)) if !html.trim().is_empty());
            let context = (!shown && !context.is_null()).then(|| context.clone());
            Matter::Approval { context, form: form.is_some() }
        }
        Asked::Selection { options, rows } => Matter::Selection { options: options.clone(), rows: rows.clone(), selected },
    }
}

fn about(review: &Review) -> About {
    About {
        asked_by: review.asked_by.clone(),
        asked: (words::ago(review.created_at, review.now), clock::rfc3339(review.created_at)),
        message: review.message.clone(),
        inbox: None,
        banner: review.banner.clone(),
        story: review.story.iter().map(told).collect(),
    }
}

fn told(happened: &Happened) -> Told {
    let Happened { number, at, actor, kind, included, times, until } = happened.clone();
    Told { number, at: (words::moment(at), clock::rfc3339(at)), actor, kind, included, times: (times, words::moment(until)) }
}

/// What is asked, of a request that is still pending, to be read.
fn unopened(review: &Review) -> Outcome {
    let at = (words::moment(review.expires_at), clock::rfc3339(review.expires_at));
    let (grid, matter) = (grid(review), matter(review, Vec::new()));
    Outcome { status: Status::Pending, at, by: None, fetched: false, grid, matter, values: None }
}

/// What became of a request; `None` while it is pending.
fn outcome(review: &Review) -> Option<Outcome> {
    let (status, at, fetched, values) = match &review.state {
        State::Pending => return None,
        State::Decided { decision: Decision::Submitted(values), at, consumed } => (Status::Submitted, at, *consumed, values.clone()),
        State::Decided { decision: Decision::Declined, at, consumed } => (Status::Declined, at, *consumed, None),
        State::Canceled { at } => (Status::Canceled, at, false, None),
        State::Expired { at } => (Status::Expired, at, false, None),
    };
    let at = (words::moment(*at), clock::rfc3339(*at));
    let selected = match (&review.request, &values) {
        (Asked::Selection { .. }, Some(values)) => values.values().filter_map(Value::as_array).flatten().collect(),
        _ => Vec::new(),
    };
    let selected = selected.into_iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let matter = matter(review, selected);
    Some(Outcome { status, at, by: review.decided_by.clone(), fetched, grid: grid(review), matter, values })
}

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
