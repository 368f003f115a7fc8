//! Agents' tokens, review links, sign-in links and sessions: 256-bit secrets, stored as SHA-256 (contract § 8).

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

/// What an agent's token begins with, so that people and secret scanners recognise it.
const TOKEN_PREFIX: &str = "cs_";

/// An agent whose token was presented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub id: i64,
    pub name: String,
    pub admin: bool,
}

/// A person who answers for records, signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewer {
    pub id: i64,
    pub name: String,
    pub admin: bool,
}

/// A secret as it is handed out, once: 256 random bits, base64url. `Debug` does not show it.
#[derive(Clone)]
pub struct Secret(String);

/// What is kept of a secret: its SHA-256. Enough to recognise it, useless to present.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Secret {
    /// A new agent's token: `cs_` and 43 characters.
    #[must_use]
    pub fn token() -> Self {
        Self(format!("{TOKEN_PREFIX}{}", URL_SAFE_NO_PAD.encode(random::<32>())))
    }

    /// A new review or sign-in link's secret: 43 characters that need no escaping in a URL.
    #[must_use]
    pub fn link() -> Self {
        Self(URL_SAFE_NO_PAD.encode(random::<32>()))
    }

    /// A new session's secret: 43 characters that need no escaping in a cookie.
    #[must_use]
    pub fn session() -> Self {
        Self::link()
    }

    /// The secret itself, to hand it out.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Digest {
    /// The digest of a secret that somebody presents. Secrets are 256 random bits, so neither salt nor slowness is needed.
    #[must_use]
    pub fn of(secret: &str) -> Self {
        Self(Sha256::digest(secret.as_bytes()).into())
    }

    /// The bytes, as the database keeps them.
    #[must_use]
    pub const fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest(…)")
    }
}

/// A new `elicitationId`: 128 random bits in hexadecimal, unrelated to the link's secret.
#[must_use]
pub fn elicitation_id() -> String {
    random::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// 128 random bits to be hashed with what could be guessed.
#[must_use]
pub fn salt() -> [u8; 16] {
    random()
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_distinct_and_url_safe() {
        let (token, link) = (Secret::token(), Secret::link());
        assert_eq!(token.expose().len(), 3 + 43);
        assert!(token.expose().starts_with("cs_"));
        assert_eq!(link.expose().len(), 43);
        assert!(link.expose().chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'));
        assert_ne!(Secret::link().expose(), link.expose());
        assert_eq!(elicitation_id().len(), 32);
        assert_ne!(elicitation_id(), elicitation_id());
    }

    #[test]
    fn a_digest_recognises_its_secret_alone() {
        let secret = Secret::token();
        assert_eq!(secret.digest(), Digest::of(secret.expose()));
        assert_ne!(secret.digest(), Secret::token().digest());
    }

    #[test]
    fn debug_shows_neither_secret_nor_digest() {
        let secret = Secret::token();
        assert_eq!(format!("{secret:?} {:?}", secret.digest()), "Secret(…) Digest(…)");
    }
}
