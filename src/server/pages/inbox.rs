//! The inbox at `/`, for whoever is signed in; its shelves alone, to be put in the place of older ones; and the news that they are old.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use futures::stream;

use super::session::Visitor;
use super::{draw, words};
use crate::app::closed::headline;
use crate::app::inbox::{Line, Shelf, Shelves, Standing};
use crate::domain::elicitation::Status;
use crate::domain::inbox::Find;
use crate::domain::request::Kind;
use crate::domain::time::Timestamp;
use crate::server::auth::Reviewer;
use crate::server::clock;
use crate::server::seats::Seat;
use crate::server::service::{self, Inbox, ReviewError, Service};
use crate::server::state::AppState;
use crate::server::wake::Waiter;

/// How many more are listed at a time.
const MORE: u32 = 100;

/// How soon a browser asks again when the stream broke off.
const RETRY: Duration = Duration::from_secs(2);

/// How often something is sent, so that nobody on the way takes the connection for dead.
const BEAT: Duration = Duration::from_secs(15);

/// How far apart two pieces of news are, however much happens.
const APART: Duration = Duration::from_millis(300);

/// How often it is looked whether the listener still is signed in.
const CHECK: Duration = Duration::from_secs(30);

/// The page of the inbox; for anybody else, how to get there and nothing more.
pub async fn inbox(State(service): State<Service>, visitor: Visitor, RawQuery(query): RawQuery) -> Response {
    let Some(reviewer) = visitor.reviewer else { return draw::signed_out(service.requires_sign_in()) };
    match found(&service, &reviewer, query.as_deref()).await {
        Ok(shelves) => draw::inbox(reviewer.name, shelves).await,
        Err(error) => draw::refused(&error),
    }
}

/// What the page of the inbox shows by now, as HTML to be put in the place of what it showed.
pub async fn shelves(State(service): State<Service>, visitor: Visitor, RawQuery(query): RawQuery) -> Response {
    let Some(reviewer) = visitor.reviewer else { return draw::refused(&ReviewError::SignIn) };
    match found(&service, &reviewer, query.as_deref()).await {
        Ok(shelves) => draw::shelves(shelves).await.map_or_else(|error| draw::refused(&error), |html| Html(html).into_response()),
        Err(error) => draw::refused(&error),
    }
}

async fn found(service: &Service, reviewer: &Reviewer, query: Option<&str>) -> Result<Shelves, ReviewError> {
    let pairs: HashMap<_, _> = form_urlencoded::parse(query.unwrap_or_default().as_bytes()).collect();
    let pair = |name| pairs.get(name).map(AsRef::as_ref);
    let find = Find::new(pair("q").unwrap_or_default(), pair("pending"), pair("closed"));
    let Inbox { pending, closed, now } = service.inbox(reviewer, &find).await?;
    Ok(Shelves {
        pending: shelf(pending, now, reviewer.admin, more(&Find { pending: find.pending + MORE, ..find.clone() })),
        closed: shelf(closed, now, reviewer.admin, more(&Find { closed: find.closed + MORE, ..find.clone() })),
        query: find.query,
    })
}

/// Where the inbox lists what `find` asks for.
fn more(find: &Find) -> String {
    let mut query = form_urlencoded::Serializer::for_suffix("/?".to_owned(), "/?".len());
    if !find.query.is_empty() {
        query.append_pair("q", &find.query);
    }
    query.append_pair("pending", &find.pending.to_string()).append_pair("closed", &find.closed.to_string());
    query.finish()
}

/// `all`: whom each is for is told, since not all are for whoever looks.
fn shelf(shelf: service::Shelf, now: Timestamp, all: bool, more: String) -> Shelf {
    let listed = shelf.lines.len() as u64;
    let is_cut = listed < shelf.total && listed < u64::from(Find::MOST);
    Shelf { total: shelf.total, lines: shelf.lines.into_iter().map(|found| line(found, now, all)).collect(), more: is_cut.then_some(more) }
}

fn line(found: service::Line, now: Timestamp, all: bool) -> Line {
    let standing = match (found.status, found.closed_at) {
        (Status::Pending, _) | (_, None) => Standing::Pending { seconds: now.millis_until(found.expires_at).unsigned_abs() / 1000 },
        (status, Some(at)) => Standing::Closed {
            outcome: headline(status, found.kind == Kind::Approval),
            word: status.word(),
            by: found.decided_by,
            at: (words::ago(at, now), clock::rfc3339(at)),
        },
    };
    Line {
        href: format!("/inbox/{}", found.id),
        message: found.message,
        asks: asks(found.kind, found.size),
        asked_by: found.agent,
        reviewer: found.reviewer.filter(|_| all),
        asked: (words::ago(found.created_at, now), clock::rfc3339(found.created_at)),
        standing,
    }
}

/// What a request of `kind` asks for, and how much of it.
fn asks(kind: Kind, size: u32) -> String {
    let (name, unit) = match (kind, size) {
        (Kind::Approval, 0) => return "Approval".to_owned(),
        (Kind::Proposal, _) => ("Proposal", "field"),
        (Kind::Approval, _) => ("Approval", "field"),
        (Kind::Selection, _) => ("Selection", "option"),
    };
    format!("{name} · {size} {unit}{}", if size == 1 { "" } else { "s" })
}

/// News that something was asked or closed, as server-sent events, for whoever is signed in and as long as they are.
pub async fn events(State(state): State<AppState>, visitor: Visitor) -> Response {
    let (Some(session), Some(_)) = (visitor.session, visitor.reviewer) else { return draw::refused(&ReviewError::SignIn) };
    let Some(seat) = state.seats.take(&session) else {
        return draw::plain(StatusCode::TOO_MANY_REQUESTS, "Too many at once", "This inbox is open too often; close some of its tabs.");
    };
    let watch = Watch { waiter: state.service.overlook(), service: state.service, session, first: true, _seat: seat };
    let news = stream::unfold(watch, |mut watch| async move {
        let event = Event::default().retry(RETRY).data("changed");
        watch.changed().await.then_some((Ok::<_, Infallible>(event), watch))
    });
    let mut response = Sse::new(news).keep_alive(KeepAlive::new().interval(BEAT)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // nginx would hold the news back
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}

/// Somebody who looks at the inbox.
struct Watch {
    waiter: Waiter,
    service: Service,
    session: String,
    /// Nothing was said yet: what was drawn before the waiter came may be old.
    first: bool,
    _seat: Seat,
}

impl Watch {
    /// Returns at the next change; `false` when there is nobody to tell any more.
    async fn changed(&mut self) -> bool {
        if std::mem::take(&mut self.first) {
            return true;
        }
        loop {
            let woken = tokio::select! {
                () = self.waiter.woken() => true,
                () = tokio::time::sleep(CHECK) => false,
                () = self.service.drained() => return false,
            };
            if woken {
                tokio::time::sleep(APART).await;
            }
            match self.service.signed_in(&self.session, false).await {
                Ok(Some(_)) if woken => return true,
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_asked() {
        for (kind, size, text) in [
            (Kind::Proposal, 1, "Proposal · 1 field"),
            (Kind::Proposal, 500, "Proposal · 500 fields"),
            (Kind::Approval, 0, "Approval"),
            (Kind::Approval, 2, "Approval · 2 fields"),
            (Kind::Selection, 3, "Selection · 3 options"),
        ] {
            assert_eq!(asks(kind, size), text);
        }
    }

    #[test]
    fn more_is_more_of_the_same() {
        let find = Find::new("a & b", None, Some("130"));
        assert_eq!(more(&find), "/?q=a+%26+b&pending=100&closed=130");
        assert_eq!(more(&Find::new("", None, None)), "/?pending=100&closed=30");
    }
}
