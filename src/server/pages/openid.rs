//! The way to an OpenID provider and back.

use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::draw::{self, SignedOut};
use super::session::{self, Visitor};
use super::sign_in;
use crate::app::sign_in::Way;
use crate::server::openid::FLOW_SECONDS;
use crate::server::service::{Answer, NotSignedIn, ReviewError, Service};
use crate::server::state::AppState;

/// Begins to sign somebody in who pressed the button of one of our pages, `to` which they return.
///
/// Browsers hold `form-action` against redirects after a form too, and the provider is not in it. So the page that answers leads there, by its
/// `Refresh` and its link.
pub async fn begin(State(state): State<AppState>, body: String) -> Response {
    let to = pair(&body, "to").unwrap_or_default();
    let (flow, url) = match state.service.begin_sign_in(&to).await {
        Ok(begun) => begun,
        Err(error) => return refused(&state.service, &error, &to),
    };
    let mut response = draw::leaving(state.service.provider_host().unwrap_or_default(), &url);
    let headers = response.headers_mut();
    set(headers, header::REFRESH, &format!("0; url={url}"));
    set(headers, header::SET_COOKIE, &set_cookie(state.config.is_https(), Some(&flow.cookie())));
    response
}

/// Signs in whoever the provider sends back: in, and out of whichever session there was.
///
/// This is a GET that makes a session, as the protocol has it, and the only one. Nothing of a request changes by it (contract § 10), and nobody can
/// be made to send it: its state is that of a cookie which only the press of our own button sets, minutes before, in this very browser, and it works
/// once. A button on a page of its own would ask the person for what they pressed a button for already.
pub async fn finish(
    State(state): State<AppState>,
    method: Method,
    visitor: Visitor,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Response {
    if method != Method::GET {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let query = query.unwrap_or_default();
    let https = state.config.is_https();
    let answer = Answer {
        state: pair(&query, "state").unwrap_or_default(),
        code: pair(&query, "code"),
        error: pair(&query, "error"),
        issuer: pair(&query, "iss"),
    };
    let finished = state.service.finish_sign_in(session::cookie(&headers, name(https)), answer).await;
    let (session, to) = match finished {
        Ok(finished) => finished,
        Err(error) => {
            let mut response = refused(&state.service, &error, "/");
            // a state that is not this browser's ends nothing: anybody can send it here
            if !matches!(error, NotSignedIn::Stale) {
                append(response.headers_mut(), header::SET_COOKIE, &set_cookie(https, None));
            }
            return response;
        }
    };
    if let Err(error) = sign_in::left(&state.service, visitor).await {
        return draw::refused(&error);
    }
    let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response();
    append(response.headers_mut(), header::SET_COOKIE, &session::set_cookie(https, Some(&session)));
    append(response.headers_mut(), header::SET_COOKIE, &set_cookie(https, None));
    response
}

/// Adds the way to the provider to pages for those who are not signed in.
pub async fn offered(State(service): State<Service>, request: Request, next: Next) -> Response {
    let to = request.uri().path().to_owned();
    let response = next.run(request).await;
    match (response.extensions().get::<SignedOut>(), service.provider_host()) {
        (Some(page), Some(host)) => page.offering(response.status(), &Way { host: host.to_owned(), to }),
        _ => response,
    }
}

fn refused(service: &Service, error: &NotSignedIn, to: &str) -> Response {
    let (status, heading, sentence) = match error {
        NotSignedIn::Nowhere => return draw::refused(&ReviewError::NotFound),
        NotSignedIn::Internal => return draw::refused(&ReviewError::Internal),
        NotSignedIn::Stale => (
            StatusCode::BAD_REQUEST,
            "That sign-in can't be finished here",
            "It was begun in another browser, took more than ten minutes, or was finished already. Nobody was signed in: begin again.",
        ),
        NotSignedIn::Declined => (StatusCode::FORBIDDEN, "You were not signed in", "Signing in was declined there. Nothing was decided."),
        NotSignedIn::Unreachable => (
            StatusCode::SERVICE_UNAVAILABLE,
            "Nobody can sign in there just now",
            "The sign-in service can't be reached. Try again in a moment; sign-in links go on working.",
        ),
        NotSignedIn::Failed => (
            StatusCode::BAD_GATEWAY,
            "Signing in did not work",
            "The sign-in service answered with something that can't be used; the server's log says what. Nobody was signed in.",
        ),
        NotSignedIn::Nameless => (
            StatusCode::FORBIDDEN,
            "You can't review here yet",
            "You signed in there, but were not vouched for by a verified e-mail address, so this server can't tell which reviewer you are. Whoever \
             runs it finds the reason in its log.",
        ),
        NotSignedIn::Unknown => (
            StatusCode::FORBIDDEN,
            "You can't review here yet",
            "You signed in there, but this server has no reviewer for you. Whoever runs it can add you: ask them, and say by which e-mail address \
             you sign in.",
        ),
    };
    let way = Way { host: service.provider_host().unwrap_or_default().to_owned(), to: to.to_owned() };
    draw::offer(status, heading, sentence, &way)
}

/// The cookie that keeps a sign-in under way; without one, that which forgets it. `Lax`: it comes along when the provider sends the browser back.
fn set_cookie(https: bool, flow: Option<&str>) -> String {
    let (value, age) = flow.map_or(("", 0), |flow| (flow, FLOW_SECONDS));
    let secure = if https { "; Secure" } else { "" };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}", name(https))
}

/// As the session's: over https for this very host alone, so that no other host of the domain can plant one.
const fn name(https: bool) -> &'static str {
    if https { "__Host-countersign_sign_in" } else { "countersign_sign_in" }
}

/// The first value of `name` in a form or a query.
fn pair(text: &str, name: &str) -> Option<String> {
    form_urlencoded::parse(text.as_bytes()).find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

fn set(headers: &mut HeaderMap, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn append(headers: &mut HeaderMap, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.append(name, value);
    }
}
