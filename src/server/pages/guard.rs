//! What every request and every answer is held to (contract § 8).

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::draw;
use crate::server::state::AppState;

/// The most that a form or a server function may send (contract § 2).
const SUBMISSION_BYTES: usize = 1 << 20;

/// Takes in requests that change something only from our own pages, and only up to their size.
pub async fn same_site(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let (mut head, body) = request.into_parts();
    match sender(&head.headers, &state.config.origins()) {
        Sender::Ours => {}
        // nobody can tell who made the browser send its cookies: a link's secret alone lets it in
        Sender::Unknown => _ = head.headers.remove(header::COOKIE),
        Sender::Foreign => {
            return draw::plain(StatusCode::FORBIDDEN, "Not from here", "This was sent from another site, and nothing was done.");
        }
    }
    match to_bytes(body, SUBMISSION_BYTES).await {
        Ok(bytes) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Err(_) => draw::plain(
            StatusCode::PAYLOAD_TOO_LARGE,
            "Too much at once",
            "A submission may have 1048576 bytes: nothing was sent or decided.",
        ),
    }
}

/// Where a request comes from, as far as its headers tell.
#[derive(Debug, PartialEq, Eq)]
enum Sender {
    /// One of our own pages.
    Ours,
    /// Another site.
    Foreign,
    /// No browser that says so.
    Unknown,
}

fn sender(headers: &HeaderMap, origins: &[String]) -> Sender {
    let (mut sites, mut named) = (headers.get_all("sec-fetch-site").iter().peekable(), headers.get_all(header::ORIGIN).iter().peekable());
    // each of them, should somebody on the way have added one
    let ours = match (sites.peek(), named.peek()) {
        (Some(_), _) => sites.all(|site| site == "same-origin"),
        (None, Some(_)) => named.all(|origin| origins.iter().any(|ours| origin == ours.as_str())),
        (None, None) => return Sender::Unknown,
    };
    if ours { Sender::Ours } else { Sender::Foreign }
}

/// The headers that keep links secret and pages to themselves. A page brings its own Content-Security-Policy, with its nonce.
pub async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name, value| _ = headers.entry(name).or_insert(HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    set(header::CACHE_CONTROL, "no-store");
    set(header::REFERRER_POLICY, "same-origin");
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    // for browsers that don't know frame-ancestors
    set(header::X_FRAME_OPTIONS, "DENY");
    // whoever opens a link in a window of theirs keeps no hold of it, nor may they load anything of ours into their page
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    response
}

/// The policy of a page whose scripts are known by `nonce`.
pub fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_may_change_anything() {
        let cases = [
            (None, None, Sender::Unknown),
            (Some("same-origin"), None, Sender::Ours),
            (Some("same-origin"), Some("https://evil.example"), Sender::Ours),
            (Some("cross-site"), Some("https://ours.example"), Sender::Foreign),
            (Some("same-site"), None, Sender::Foreign),
            (Some("none"), None, Sender::Foreign),
            (Some(""), None, Sender::Foreign),
            (None, Some("https://ours.example"), Sender::Ours),
            (None, Some("http://ours.example"), Sender::Foreign),
            (None, Some("https://ours.example.evil.example"), Sender::Foreign),
            (None, Some("null"), Sender::Foreign),
        ];
        for (site, origin, wanted) in cases {
            let mut headers = HeaderMap::new();
            if let Some(site) = site {
                headers.insert("sec-fetch-site", HeaderValue::from_static(site));
            }
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            assert_eq!(sender(&headers, &["https://ours.example".to_owned()]), wanted, "{site:?} {origin:?}");
        }
    }

    #[test]
    fn of_two_words_both_count() {
        for (name, ours, other) in [("sec-fetch-site", "same-origin", "cross-site"), ("origin", "https://ours.example", "null")] {
            for (first, second, wanted) in [(ours, ours, Sender::Ours), (ours, other, Sender::Foreign), (other, ours, Sender::Foreign)] {
                let mut headers = HeaderMap::new();
                headers.append(name, HeaderValue::from_static(first));
                headers.append(name, HeaderValue::from_static(second));
                assert_eq!(sender(&headers, &["https://ours.example".to_owned()]), wanted, "{name}: {first}, {second}");
            }
        }
    }
}
