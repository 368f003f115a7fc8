//! Review pages over HTTP: GET and POST, headers, statuses; the server functions of the page; the site's files.

pub mod answers;
mod draw;
mod events;
pub mod guard;
mod posted;
mod strangers;
mod visit;
mod words;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use leptos::context::provide_context;

use super::assets;
use super::service::{ReviewError, Service};
use super::state::AppState;
use visit::Visit;

/// Review pages under `/review`, their server functions under `/api`, and the site's files.
pub fn router(state: AppState) -> Router {
    Router::new()
        .route("/review/{link}", get(review).post(decision))
        .route("/review/{link}/events", get(news))
        .route("/api/{*function}", post(function))
        .route_layer(from_fn_with_state(state.clone(), strangers::counted))
        .fallback(anything_else)
        .layer(from_fn_with_state(state.clone(), guard::same_site))
        .with_state(state.service)
}

/// The page of a link. Writes nothing, but an expiry that it finds.
async fn review(State(service): State<Service>, Path(link): Path<String>) -> Response {
    let Visit { door, .. } = Visit::by_link(&link, None);
    match service.review(&door).await {
        Ok(review) => match draw::opening(&service, &door, &review).await {
            Ok(entries) => draw::review(StatusCode::OK, review, entries).await,
            Err(error) => draw::refused(&error),
        },
        Err(error) => draw::refused(&error),
    }
}

/// The form of a link's page.
async fn decision(State(service): State<Service>, Path(link): Path<String>, headers: HeaderMap, body: Bytes) -> Response {
    posted::posted(&service, &Visit::by_link(&link, None), &headers, &body).await
}

/// What happens to the request of a link's page while that is open. Writes nothing, but an expiry that it finds.
async fn news(State(service): State<Service>, Path(link): Path<String>) -> Response {
    events::events(&service, &Visit::by_link(&link, None).door).await
}

/// A server function, by leptos. What it does not understand is the caller's fault.
async fn function(State(service): State<Service>, mut request: Request) -> Response {
    // leptos would answer a browser's form with a redirect to wherever its Referer says
    request.headers_mut().remove(header::ACCEPT);
    let mut response = leptos_axum::handle_server_fns_with_context(move || provide_context(service.clone()), request).await.into_response();
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
        *response.status_mut() = StatusCode::BAD_REQUEST;
    }
    response
}

/// One of the site's files, or the page that says that there is nothing.
async fn anything_else(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let file = if method == Method::GET || method == Method::HEAD { assets::file(uri.path(), &headers) } else { None };
    file.unwrap_or_else(|| draw::refused(&ReviewError::NotFound))
}
