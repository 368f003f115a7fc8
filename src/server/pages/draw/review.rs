//! A request's own page: open with what was made of it so far, to be read by who may not decide it, or closed with what became of it.

use axum::http::StatusCode;
use axum::response::Response;
use serde_json::Value;

use super::drawn;
use crate::api::Sheet;
use crate::app::closed::Outcome;
use crate::app::matter::Matter;
use crate::app::page::{self, About, InInbox};
use crate::app::story::Told;
use crate::domain::elicitation::{Decision, State, Status};
use crate::domain::grid::{Entry, Grid, RowFault};
use crate::server::clock;
use crate::server::pages::words;
use crate::server::service::{Asked, Door, Happened, Review, ReviewError, Service};

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
