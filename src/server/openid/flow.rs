//! A sign-in that is under way.
//!
//! The browser alone keeps it, in a cookie: nothing is written for whoever begins and never comes back. State, nonce and verifier are made from the
//! cookie's 256 random bits with all that it says, so that a changed cookie no longer fits the state that went to the provider.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::domain::time::Timestamp;
use crate::server::auth::{Digest, Secret};

/// How long somebody may take at the provider.
pub const SECONDS: u32 = 10 * 60;

/// One press of `Sign in with …`.
#[derive(Clone)]
pub struct Flow {
    secret: String,
    until: Timestamp,
    /// The page to return to.
    to: String,
}

impl Flow {
    /// One that begins `now` and leads back to `to`.
    #[must_use]
    pub fn begin(to: &str, now: Timestamp) -> Self {
        Self {
            secret: Secret::session().expose().to_owned(),
            until: now.plus_seconds(SECONDS),
            to: own_page(to).unwrap_or(HOME).to_owned(),
        }
    }

    /// The one that a cookie keeps; `None` when it is none, or took too long.
    #[must_use]
    pub fn read(cookie: &str, now: Timestamp) -> Option<Self> {
        let (secret, rest) = cookie.split_once('.')?;
        let (until, to) = rest.split_once('.')?;
        let until = Timestamp::from_millis(until.parse().ok()?);
        let flow = Self { secret: secret.to_owned(), until, to: own_page(to)?.to_owned() };
        (now.millis_until(until) > 0).then_some(flow)
    }

    /// What the cookie says.
    #[must_use]
    pub fn cookie(&self) -> String {
        format!("{}.{}.{}", self.secret, self.until.millis(), self.to)
    }

    /// Goes to the provider and comes back with the browser.
    #[must_use]
    pub fn state(&self) -> String {
        self.derived("state")
    }

    /// Goes to the provider and comes back in the ID token.
    #[must_use]
    pub fn nonce(&self) -> String {
        self.derived("nonce")
    }

    /// Goes to the provider as its hash first, and with the code as it is (RFC 7636).
    #[must_use]
    pub fn verifier(&self) -> String {
        self.derived("verifier")
    }

    /// What is kept of it once it is finished.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.secret)
    }

    /// When it is over.
    #[must_use]
    pub const fn until(&self) -> Timestamp {
        self.until
    }

    /// The page to return to: one of our own.
    #[must_use]
    pub fn to(&self) -> &str {
        &self.to
    }

    fn derived(&self, purpose: &str) -> String {
        URL_SAFE_NO_PAD.encode(Digest::of(&format!("{purpose} {}", self.cookie())).bytes())
    }
}

/// `path` when it is the inbox or a request's page, and so plain that no browser could take it for another site's.
fn own_page(path: &str) -> Option<&str> {
    let name = path.strip_prefix("/review/").or_else(|| path.strip_prefix("/inbox/"));
    let plain = |name: &str| (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    (path == HOME || name.is_some_and(plain)).then_some(path)
}

const HOME: &str = "/";

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_000_000);

    #[test]
    fn it_leads_back_to_our_own_pages_alone() {
        for (to, wanted) in [
            ("/", "/"),
            ("/review/aB-_9", "/review/aB-_9"),
            ("/inbox/0a", "/inbox/0a"),
            ("", "/"),
            ("//evil.example", "/"),
            ("/\\evil.example", "/"),
            ("https://evil.example/", "/"),
            ("/review//evil.example", "/"),
            ("/review/../sign-out", "/"),
            ("/review/a?b", "/"),
            ("/review/a\r\nset-cookie: a=b", "/"),
            ("/review/a;b", "/"),
            ("/review/", "/"),
            ("/inbox/shelves/x", "/"),
            ("/sign-in/secret", "/"),
        ] {
            let flow = Flow::begin(to, NOW);
            assert_eq!(flow.to(), wanted, "{to}");
            assert_eq!(Flow::read(&flow.cookie(), NOW).unwrap().to(), wanted, "{to}");
        }
    }

    #[test]
    fn a_cookie_keeps_it_for_its_time() {
        let flow = Flow::begin("/", NOW);
        let late = NOW.plus_seconds(SECONDS);
        assert_eq!(Flow::read(&flow.cookie(), Timestamp::from_millis(late.millis() - 1)).unwrap().state(), flow.state());
        assert!(Flow::read(&flow.cookie(), late).is_none());
        for cookie in ["", ".", "a.b.c", "a.9999999999.https://evil.example", "a.9999999999"] {
            assert!(Flow::read(cookie, NOW).is_none(), "{cookie}");
        }
    }

    #[test]
    fn whatever_changes_in_it_it_is_another_flow() {
        let flow = Flow::begin("/inbox/0a", NOW);
        let derived = [flow.state(), flow.nonce(), flow.verifier()];
        assert!(derived.iter().all(|text| text.len() == 43), "{derived:?}");
        assert!(derived[0] != derived[1] && derived[1] != derived[2] && derived[0] != derived[2]);
        for changed in [
            Flow { to: "/".to_owned(), ..flow.clone() },
            Flow { until: flow.until.plus_seconds(1), ..flow.clone() },
            Flow::begin("/inbox/0a", NOW),
        ] {
            let read = Flow::read(&changed.cookie(), NOW).unwrap();
            assert!(read.state() != flow.state() && read.nonce() != flow.nonce() && read.verifier() != flow.verifier());
        }
    }
}
