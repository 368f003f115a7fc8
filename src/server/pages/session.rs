//! The session cookie: who is signed in.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::response::Response;

use super::draw;
use crate::server::auth::{Reviewer, Secret};
use crate::server::state::AppState;

/// How long a browser keeps the cookie, in seconds: longer than any session, whose end is the server's to know.
const KEPT: u32 = 400 * 24 * 60 * 60;

/// Whoever sends a request.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    /// The secret in the session cookie, good or not.
    pub session: Option<String>,
    /// Whoever is signed in with it.
    pub reviewer: Option<Reviewer>,
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Response> {
        let Some(session) = cookie(&parts.headers, name(state.config.is_https())) else { return Ok(Self::default()) };
        let acting = !matches!(parts.method, Method::GET | Method::HEAD);
        match state.service.signed_in(session, acting).await {
            Ok(reviewer) => Ok(Self { session: Some(session.to_owned()), reviewer }),
            Err(error) => Err(draw::refused(&error)),
        }
    }
}

/// The `Set-Cookie` that signs in with `session`; without one, the one that signs out.
pub fn set_cookie(https: bool, session: Option<&Secret>) -> String {
    let (value, age) = session.map_or(("", 0), |session| (session.expose(), KEPT));
    let secure = if https { "; Secure" } else { "" };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}", name(https))
}

/// A browser takes the longer name over https alone, for this very host and all its paths.
const fn name(https: bool) -> &'static str {
    if https { "__Host-countersign_session" } else { "countersign_session" }
}

/// The value of the first cookie called `name`.
pub(super) fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut cookies = lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find(|(known, _)| *known == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_cookie_is_as_strict_as_the_scheme_allows() {
        let secret = Secret::session();
        let plain = set_cookie(false, Some(&secret));
        assert_eq!(plain, format!("countersign_session={}; Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000", secret.expose()));
        let secure = set_cookie(true, None);
        assert_eq!(secure, "__Host-countersign_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure");
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        for (line, found) in
            [("s=1", Some("1")), ("a=b; s=1; s=2", Some("1")), ("a=b;s=", Some("")), ("xs=1; s =2", None), ("s", None), ("", None)]
        {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(line));
            assert_eq!(cookie(&headers, "s"), found, "{line}");
        }
    }
}
