//! What the server functions do: ask the service, and answer with the status that the refusal deserves.

use axum::http::StatusCode;
use leptos::context::use_context;
use leptos_axum::ResponseOptions;

use super::session::Visitor;
use super::visit::Visit;
use super::words;
use crate::api::ApiError;
use crate::domain::grid::{Entry, RowFault};
use crate::server::service::{ReviewError, Service};

/// See [`crate::api::submit_review`].
///
/// # Errors
/// As there.
pub async fn submit(path: &str, entries: &[Entry]) -> Result<String, ApiError> {
    let (service, visit) = (service()?, visit(path)?);
    answered(service.submit(&visit.door, entries).await)?;
    Ok(visit.after(&service).await)
}

/// See [`crate::api::select_options`].
///
/// # Errors
/// As there.
pub async fn select(path: &str, selected: &[String]) -> Result<String, ApiError> {
    let (service, visit) = (service()?, visit(path)?);
    answered(service.select(&visit.door, selected).await)?;
    Ok(visit.after(&service).await)
}

/// See [`crate::api::decline_review`].
///
/// # Errors
/// As there.
pub async fn decline(path: &str) -> Result<String, ApiError> {
    let (service, visit) = (service()?, visit(path)?);
    answered(service.decline(&visit.door).await)?;
    Ok(visit.after(&service).await)
}

/// See [`crate::api::keep_draft`].
///
/// # Errors
/// As there.
pub async fn draft(path: &str, rows: &[(usize, Entry)], selected: Option<&[String]>) -> Result<u32, ApiError> {
    answered(service()?.keep_draft(&visit(path)?.door, rows, selected).await)
}

/// See [`crate::api::mark_viewed`].
///
/// # Errors
/// As there.
pub async fn viewed(path: &str) -> Result<(), ApiError> {
    answered(service()?.viewed(&visit(path)?.door).await)
}

/// See [`crate::api::match_patterns`].
///
/// # Errors
/// As there.
pub async fn patterns(path: &str, texts: &[(usize, String)]) -> Result<Vec<RowFault>, ApiError> {
    answered(service()?.match_patterns(&visit(path)?.door, texts).await)
}

/// The visit to the page at `path`. What is no request's page gets the same answer as an unknown request.
fn visit(path: &str) -> Result<Visit, ApiError> {
    let visitor = use_context::<Visitor>().ok_or(ApiError::Unavailable)?;
    answered(Visit::at(path, visitor.reviewer).ok_or(ReviewError::NotFound))
}

fn service() -> Result<Service, ApiError> {
    use_context().ok_or(ApiError::Unavailable)
}

fn answered<T>(answer: Result<T, ReviewError>) -> Result<T, ApiError> {
    answer.map_err(|error| {
        let (status, error) = match error {
            ReviewError::NotFound => (StatusCode::NOT_FOUND, ApiError::NotFound),
            ReviewError::Closed(status) => (StatusCode::CONFLICT, ApiError::Closed(words::already(status))),
            ReviewError::Faults(faults) => (StatusCode::UNPROCESSABLE_ENTITY, ApiError::Faults(faults)),
            ReviewError::SignIn | ReviewError::SignInAsNamed => (StatusCode::FORBIDDEN, ApiError::SignIn),
            ReviewError::ForSomebodyElse => (StatusCode::FORBIDDEN, ApiError::ForSomebodyElse),
            ReviewError::Malformed(why) => (StatusCode::BAD_REQUEST, ApiError::Malformed(why)),
            ReviewError::Internal => (StatusCode::SERVICE_UNAVAILABLE, ApiError::Unavailable),
        };
        if let Some(response) = use_context::<ResponseOptions>() {
            response.set_status(status);
        }
        error
    })
}
