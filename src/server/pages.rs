//! Pages over HTTP: GET and POST, headers, statuses; the server functions of the review page; the site's files.

pub mod answers;
mod draw;
mod events;
pub mod guard;
mod inbox;
mod openid;
mod posted;
mod session;
mod sign_in;
mod strangers;
pub mod urlencoded;
mod visit;
mod words;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use leptos::context::provide_context;
use leptos::server_fn::axum::server_fn_paths;

use super::assets;
use super::openid::CALLBACK;
use super::service::{ReviewError, Service};
use super::state::AppState;
use session::Visitor;
use visit::{Visit, Word};

/// The inbox at `/`, review pages under `/review` and, from the inbox, under `/inbox`, their server functions under `/api`, sign-in links and
/// the way to a provider and back under `/sign-in`, and the site's files.
pub fn router(state: AppState) -> Router {
    let functions = server_fn_paths().fold(Router::new(), |router, (path, _)| router.route(path, post(function)));
    functions
        .route("/", get(inbox::inbox))
        .route("/inbox/shelves", get(inbox::shelves))
        .route("/inbox/events", get(inbox::events))
        .route("/inbox/{id}", get(from_inbox).post(decision_from_inbox))
        .route("/inbox/{id}/events", get(news_from_inbox))
        .route("/review/{link}", get(by_link).post(decision_by_link))
        .route("/review/{link}/events", get(news_by_link))
        .route("/sign-in", post(openid::begin))
        .route(CALLBACK, get(openid::finish))
        .route("/sign-in/{secret}", get(sign_in::invitation).post(sign_in::sign_in))
        .route("/sign-out", post(sign_in::sign_out))
        .route_layer(from_fn_with_state(state.clone(), strangers::counted))
        .route_layer(from_fn_with_state(state.clone(), openid::offered))
        .fallback(anything_else)
        .layer(from_fn_with_state(state.clone(), guard::same_site))
        .with_state(state)
}

/// The page of a link.
async fn by_link(State(service): State<Service>, visitor: Visitor, Word(link): Word) -> Response {
    review(&service, &Visit::by_link(&link, visitor.reviewer)).await.unwrap_or_else(|error| draw::refused(&error))
}

/// The same page from the inbox.
async fn from_inbox(State(service): State<Service>, visitor: Visitor, Word(id): Word) -> Response {
    review(&service, &Visit::from_inbox(&id, visitor.reviewer)).await.unwrap_or_else(|error| draw::refused(&error))
}

/// Writes nothing, but an expiry that it finds.
async fn review(service: &Service, visit: &Visit) -> Result<Response, ReviewError> {
    let review = service.review(&visit.door).await?;
    let work = draw::opening(service, &visit.door, &review).await?;
    Ok(draw::review(StatusCode::OK, visit.in_inbox(service).await?, review, work).await)
}

/// The form of a link's page.
async fn decision_by_link(State(service): State<Service>, visitor: Visitor, Word(link): Word, headers: HeaderMap, body: Bytes) -> Response {
    posted::posted(&service, &Visit::by_link(&link, visitor.reviewer), &headers, &body).await
}

/// The form of the same page from the inbox.
async fn decision_from_inbox(
    State(service): State<Service>,
    visitor: Visitor,
    Word(id): Word,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    posted::posted(&service, &Visit::from_inbox(&id, visitor.reviewer), &headers, &body).await
}

/// What happens to the request of a link's page while that is open. Writes nothing, but an expiry that it finds.
async fn news_by_link(State(service): State<Service>, visitor: Visitor, Word(link): Word) -> Response {
    events::events(service, visitor.session, Visit::by_link(&link, visitor.reviewer).door).await
}

/// The same for the page from the inbox.
async fn news_from_inbox(State(service): State<Service>, visitor: Visitor, Word(id): Word) -> Response {
    events::events(service, visitor.session, Visit::from_inbox(&id, visitor.reviewer).door).await
}

/// A server function, by leptos. What it does not understand is the caller's fault.
async fn function(State(service): State<Service>, visitor: Visitor, mut request: Request) -> Response {
    // leptos would answer a browser's form with a redirect to wherever its Referer says
    request.headers_mut().remove(header::ACCEPT);
    let context = move || {
        provide_context(service.clone());
        provide_context(visitor.clone());
    };
    let mut response = leptos_axum::handle_server_fns_with_context(context, request).await.into_response();
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
