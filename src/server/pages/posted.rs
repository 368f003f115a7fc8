//! The ordinary form POST, for a browser without WebAssembly (contract § 10).

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::draw::{self, Work};
use super::urlencoded;
use super::visit::Visit;
use crate::api::Asks;
use crate::app::grid::notes;
use crate::app::review::facts;
use crate::domain::elicitation::State as Life;
use crate::domain::form::{self, Action};
use crate::domain::grid::{Entry, RowFault};
use crate::server::service::{Asked, Review, ReviewError, Service};

/// Decides as the form says, or draws the page again with all that was typed.
pub async fn posted(service: &Service, visit: &Visit, headers: &HeaderMap, body: &[u8]) -> Response {
    match decided(service, visit, headers, body).await {
        Ok(response) => response,
        // another decision was faster: its page says so
        Err(ReviewError::Closed(_)) => match service.review(&visit.door).await {
            Ok(review) => closed(service, visit, review).await.unwrap_or_else(|error| draw::refused(&error)),
            Err(error) => draw::refused(&error),
        },
        Err(error) => draw::refused(&error),
    }
}

async fn decided(service: &Service, visit: &Visit, headers: &HeaderMap, body: &[u8]) -> Result<Response, ReviewError> {
    let door = &visit.door;
    let review = service.review(door).await?;
    if review.state != Life::Pending {
        return closed(service, visit, review).await;
    }
    if review.waits_for.is_some() {
        return Err(ReviewError::ForSomebodyElse);
    }
    let posted = read(&review, &pairs(headers, body)?).map_err(ReviewError::Malformed)?;
    let answer = match (posted.action, &posted.what) {
        (Action::Cancel, _) => service.decline(door).await,
        (Action::Submit, Filled::Rows { entries, unsure }) if unsure.is_empty() => service.submit(door, entries).await,
        (Action::Submit, Filled::Rows { unsure, .. }) => {
            let notice = notes::left_out(&draw::grid(&review), unsure);
            return again(service, visit, review, posted.what, Vec::new(), notice).await;
        }
        (Action::Submit, Filled::Choice(selected)) => service.select(door, selected).await,
    };
    match (answer, &posted.what) {
        (Ok(()), _) => Ok((StatusCode::SEE_OTHER, [(header::LOCATION, visit.after(service).await)]).into_response()),
        (Err(ReviewError::Faults(faults)), what) => {
            let notice = match (what, faults.first()) {
                (Filled::Choice(_), Some(fault)) => facts::not_chosen(&fault.message),
                _ => facts::nothing_sent(asks(&review), faults.len()),
            };
            again(service, visit, review, posted.what, faults, notice).await
        }
        (Err(error), _) => Err(error),
    }
}

/// The page with what was typed, and why it was not taken. It is kept as a draft, which scripts would have done.
async fn again(
    service: &Service,
    visit: &Visit,
    mut review: Review,
    what: Filled,
    faults: Vec<RowFault>,
    notice: String,
) -> Result<Response, ReviewError> {
    let (entries, selected) = match what {
        Filled::Rows { entries, .. } => (entries, Vec::new()),
        Filled::Choice(selected) => (Vec::new(), selected),
    };
    let rows: Vec<_> = entries.iter().cloned().enumerate().collect();
    let chosen = matches!(review.request, Asked::Selection { .. }).then_some(&selected[..]);
    match service.keep_draft(&visit.door, &rows, chosen).await {
        Ok(revision) => (review.revision, review.kept_at) = (revision, Some(review.now)),
        Err(closed @ ReviewError::Closed(_)) => return Err(closed),
        // the page that comes back holds all of it, kept or not
        Err(_) => {}
    }
    let mut all = faults;
    for fault in draw::pattern_faults(service, &visit.door, &review, &entries).await? {
        if all.iter().all(|known| known.row != fault.row) {
            all.push(fault);
        }
    }
    let work = Work { entries, faults: all, selected, notice: Some(notice) };
    Ok(draw::review(StatusCode::UNPROCESSABLE_ENTITY, visit.in_inbox(service).await?, review, work).await)
}

/// What the notice is about: rows, or the fields of a form.
fn asks(review: &Review) -> Asks {
    if matches!(review.request, Asked::Approval { .. }) { Asks::Approval } else { Asks::Proposal }
}

async fn closed(service: &Service, visit: &Visit, review: Review) -> Result<Response, ReviewError> {
    let work = Work { entries: Vec::new(), faults: Vec::new(), selected: Vec::new(), notice: None };
    Ok(draw::review(StatusCode::CONFLICT, visit.in_inbox(service).await?, review, work).await)
}

/// What was posted, by the kind of request.
struct Posted {
    action: Action,
    what: Filled,
}

enum Filled {
    /// One entry a row; `unsure`: rows that were changed and left out.
    Rows { entries: Vec<Entry>, unsure: Vec<usize> },
    /// The ids of the chosen options.
    Choice(Vec<String>),
}

/// The form's fields against what was asked.
fn read(review: &Review, pairs: &[(String, String)]) -> Result<Posted, String> {
    Ok(match &review.request {
        Asked::Proposal(grid) => {
            let form::Posted { action, entries, unsure, .. } = form::decode(grid, pairs)?;
            Posted { action, what: Filled::Rows { entries, unsure } }
        }
        Asked::Approval { form, .. } => {
            let form::PostedForm { action, entries } = form::decode_form(form.as_ref(), pairs)?;
            Posted { action, what: Filled::Rows { entries, unsure: Vec::new() } }
        }
        Asked::Selection { options, .. } => {
            let form::PostedChoice { action, selected } = form::decode_choice(options, pairs)?;
            Posted { action, what: Filled::Choice(selected) }
        }
    })
}

/// The names and values of a posted form.
fn pairs(headers: &HeaderMap, body: &[u8]) -> Result<Vec<(String, String)>, ReviewError> {
    let malformed = |why: &str| ReviewError::Malformed(why.to_owned());
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(malformed("A review is sent as application/x-www-form-urlencoded."));
    }
    urlencoded::pairs(body).ok_or_else(|| malformed("The form is not UTF-8."))
}
