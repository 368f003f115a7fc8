//! News for an open page, as server-sent events: `draft` with how often the draft was kept, `closed` with what happened.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{StreamExt as _, stream};

use super::{draw, words};
use crate::server::service::{Door, News, Service, Watch};

/// How soon a browser asks again when the stream broke off.
const RETRY: Duration = Duration::from_secs(2);

/// How often something is sent, so that nobody on the way takes the connection for dead.
const BEAT: Duration = Duration::from_secs(15);

/// The stream of the page behind `door`, for as long as whoever came by `session` is let in by it; the same answer as for any other unknown
/// address where there is none.
pub async fn events(service: Service, session: Option<String>, door: Door) -> Response {
    match service.watch(&door).await {
        Ok(watch) => streamed(Listener { watch, service, session: session.filter(|_| door.is_signed_in()) }),
        Err(error) => draw::refused(&error),
    }
}

/// An open page that listens.
struct Listener {
    watch: Watch,
    service: Service,
    /// Of whoever was signed in when it opened.
    session: Option<String>,
}

impl Listener {
    /// The next news, but none to somebody whose session has ended since.
    async fn next(&mut self) -> Option<News> {
        let news = self.watch.next().await?;
        match &self.session {
            Some(session) => self.service.signed_in(session, false).await.ok().flatten().map(|_| news),
            None => Some(news),
        }
    }
}

fn streamed(listener: Listener) -> Response {
    let hello = stream::iter([Ok::<_, Infallible>(Event::default().retry(RETRY))]);
    let news = stream::unfold(listener, |mut listener| async move { listener.next().await.map(|news| (Ok(event(news)), listener)) });
    let mut response = Sse::new(hello.chain(news)).keep_alive(KeepAlive::new().interval(BEAT)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // nginx would hold the news back
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}

fn event(news: News) -> Event {
    match news {
        News::Draft(revision) => Event::default().event("draft").data(revision.to_string()),
        News::Closed(status) => Event::default().event("closed").data(words::already(status)),
    }
}
