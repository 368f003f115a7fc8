//! The ordinary form POST, for a browser without WebAssembly (contract § 10).

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::draw::{self, Work};
use crate::app::grid::notes;
use crate::app::review::facts;
use crate::domain::elicitation::State as Life;
use crate::domain::form::{self, Action, Posted};
use crate::domain::grid::RowFault;
use crate::server::service::{Review, ReviewError, Service};

/// Decides as the form says, or draws the page again with all that was typed.
pub async fn posted(State(service): State<Service>, Path(link): Path<String>, headers: HeaderMap, body: Bytes) -> Response {
    match decided(&service, &link, &headers, &body).await {
        Ok(response) => response,
        // another decision was faster: its page says so
        Err(ReviewError::Closed(_)) => match service.review(&link).await {
            Ok(review) => closed(&link, review).await,
            Err(error) => draw::refused(&error),
        },
        Err(error) => draw::refused(&error),
    }
}

async fn decided(service: &Service, link: &str, headers: &HeaderMap, body: &[u8]) -> Result<Response, ReviewError> {
    let review = service.review(link).await?;
    if review.state != Life::Pending {
        return Ok(closed(link, review).await);
    }
    let posted = read(&review, headers, body)?;
    if posted.action == Action::Cancel {
        service.decline(link).await?;
    } else if !posted.unsure.is_empty() {
        let notice = notes::left_out(&draw::grid(&review), &posted.unsure);
        return again(service, link, review, posted, Vec::new(), notice).await;
    } else {
        match service.submit(link, &posted.entries).await {
            Err(ReviewError::Faults(faults)) => {
                let notice = facts::nothing_sent(faults.len());
                return again(service, link, review, posted, faults, notice).await;
            }
            answer => answer?,
        }
    }
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, format!("/review/{link}"))]).into_response())
}

/// The page with what was typed, and why it was not taken.
async fn again(
    service: &Service,
    link: &str,
    review: Review,
    posted: Posted,
    faults: Vec<RowFault>,
    notice: String,
) -> Result<Response, ReviewError> {
    let mut all = faults;
    for fault in draw::pattern_faults(service, link, &review, &posted.entries).await? {
        if all.iter().all(|known| known.row != fault.row) {
            all.push(fault);
        }
    }
    let work = Work { entries: posted.entries, faults: all, notice: Some(notice) };
    Ok(draw::review(StatusCode::UNPROCESSABLE_ENTITY, link, review, work).await)
}

async fn closed(link: &str, review: Review) -> Response {
    let work = Work { entries: Vec::new(), faults: Vec::new(), notice: None };
    draw::review(StatusCode::CONFLICT, link, review, work).await
}

/// The form's fields against the grid.
fn read(review: &Review, headers: &HeaderMap, body: &[u8]) -> Result<Posted, ReviewError> {
    let malformed = |why: &str| ReviewError::Malformed(why.to_owned());
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(malformed("A review is sent as application/x-www-form-urlencoded."));
    }
    // read leniently, a broken character would become another value without a word
    if percent_encoding::percent_decode(body).decode_utf8().is_err() {
        return Err(malformed("The form is not UTF-8."));
    }
    let pairs: Vec<(String, String)> = form_urlencoded::parse(body).into_owned().collect();
    form::decode(&draw::grid(review), &pairs).map_err(ReviewError::Malformed)
}
