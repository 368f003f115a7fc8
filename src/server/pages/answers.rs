//! What the server functions do: ask the service, and answer with the status that the refusal deserves.

use axum::http::StatusCode;
use leptos::context::use_context;
use leptos_axum::ResponseOptions;

use super::words;
use crate::api::ApiError;
use crate::domain::grid::{Entry, RowFault};
use crate::server::service::{ReviewError, Service};

/// See [`crate::api::submit_review`].
///
/// # Errors
/// As there.
pub async fn submit(link: &str, entries: &[Entry]) -> Result<(), ApiError> {
    answered(service()?.submit(link, entries).await)
}

/// See [`crate::api::select_options`].
///
/// # Errors
/// As there.
pub async fn select(link: &str, selected: &[String]) -> Result<(), ApiError> {
    answered(service()?.select(link, selected).await)
}

/// See [`crate::api::decline_review`].
///
/// # Errors
/// As there.
pub async fn decline(link: &str) -> Result<(), ApiError> {
    answered(service()?.decline(link).await)
}

/// See [`crate::api::mark_viewed`].
///
/// # Errors
/// As there.
pub async fn viewed(link: &str) -> Result<(), ApiError> {
    answered(service()?.viewed(link).await)
}

/// See [`crate::api::match_patterns`].
///
/// # Errors
/// As there.
pub async fn patterns(link: &str, texts: &[(usize, String)]) -> Result<Vec<RowFault>, ApiError> {
    answered(service()?.match_patterns(link, texts).await)
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
            ReviewError::Malformed(why) => (StatusCode::BAD_REQUEST, ApiError::Malformed(why)),
            ReviewError::Internal => (StatusCode::SERVICE_UNAVAILABLE, ApiError::Unavailable),
        };
        if let Some(response) = use_context::<ResponseOptions>() {
            response.set_status(status);
        }
        error
    })
}
