//! OAuth access tokens: what their claims must say (RFC 9068, RFC 8707), and as whom they let a caller in. Who signed them is the server's
//! business.

#[cfg(test)]
mod tests;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::Deserialize;
use serde_json::Number;

use super::time::Timestamp;

/// The scope without which nobody gets in.
pub const REQUEST: &str = "elicit:request";

/// The scope that makes a call an admin's.
pub const ADMIN: &str = "elicit:admin";

/// What the name of an agent begins with that comes with access tokens. No other agent's does.
pub const PREFIX: &str = "oauth:";

/// By how many seconds the issuer's clock and ours may differ.
const LEEWAY: f64 = 30.0;

/// The most characters of a name after its issuer.
const NAME_CHARS: usize = 512;

/// What would make a name ambiguous, or more than one word.
const SUBJECT: &AsciiSet = &CONTROLS.add(b' ').add(b'%');
const CLIENT: &AsciiSet = &SUBJECT.add(b':');

/// The claims of a token that we look at. The signature is not among them: whoever reads these must have verified it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Claims {
    iss: Option<String>,
    aud: Option<Texts>,
    exp: Option<Number>,
    nbf: Option<Number>,
    sub: Option<String>,
    client_id: Option<String>,
    /// `client_id` of issuers that follow OpenID Connect.
    azp: Option<String>,
    /// `client_id` of Okta.
    cid: Option<String>,
    scope: Option<Texts>,
    /// `scope` of Okta and Microsoft.
    scp: Option<Texts>,
    /// Of tokens that say who signed in, and are for the client alone.
    nonce: Option<String>,
    at_hash: Option<String>,
}

/// One text or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Texts {
    One(String),
    Some(Vec<String>),
}

/// Whom a token must be from, and what for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub issuer: &'a str,
    pub resource: &'a str,
}

/// What a token gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The name of the agent: `oauth:ISSUER:CLIENT`, or `oauth:ISSUER:CLIENT:SUBJECT` where the client acts for somebody. Of the issuer's URL
    /// `https://` is left out.
    pub name: String,
    /// Whether this call is an admin's.
    pub admin: bool,
}

/// Why a token lets nobody in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("it is from another issuer")]
    Issuer,
    #[error("it is not meant for this server (aud)")]
    Audience,
    #[error("it does not say until when it is valid (exp)")]
    Endless,
    #[error("it has expired")]
    Expired,
    #[error("it is not valid yet (nbf)")]
    Early,
    #[error("it is an ID token, not an access token")]
    Identity,
    #[error("it does not name its client (client_id)")]
    Nobody,
    #[error("its client_id and sub are too long")]
    Long,
    /// All is well with it, but it was not issued for this.
    #[error("it lacks the scope elicit:request")]
    Scope,
}

impl Claims {
    /// What a verified token with these claims gives at `now`.
    ///
    /// # Errors
    /// The first [`Fault`] there is; [`Fault::Scope`] when there is no other.
    pub fn grant(&self, wanted: Wanted<'_>, now: Timestamp) -> Result<Grant, Fault> {
        if self.iss.as_deref() != Some(wanted.issuer) {
            return Err(Fault::Issuer);
        }
        if !self.aud.iter().flat_map(Texts::all).any(|audience| audience == wanted.resource) {
            return Err(Fault::Audience);
        }
        if self.nonce.is_some() || self.at_hash.is_some() {
            return Err(Fault::Identity);
        }
        self.timely(now)?;
        let name = self.name(wanted.issuer)?;
        if !self.has(REQUEST) {
            return Err(Fault::Scope);
        }
        Ok(Grant { name, admin: self.has(ADMIN) })
    }

    fn timely(&self, now: Timestamp) -> Result<(), Fault> {
        // exact for 285,000 years
        let now = now.millis() as f64 / 1000.0;
        let until = self.exp.as_ref().and_then(Number::as_f64).ok_or(Fault::Endless)?;
        if until + LEEWAY <= now {
            return Err(Fault::Expired);
        }
        match self.nbf.as_ref().map(Number::as_f64) {
            None => Ok(()),
            Some(Some(from)) if from - LEEWAY <= now => Ok(()),
            Some(_) => Err(Fault::Early),
        }
    }

    fn name(&self, issuer: &str) -> Result<String, Fault> {
        let given = |claim: &Option<String>| claim.clone().filter(|text| !text.is_empty());
        let client = given(&self.client_id).or_else(|| given(&self.azp)).or_else(|| given(&self.cid)).ok_or(Fault::Nobody)?;
        let subject = given(&self.sub).filter(|subject| *subject != client);
        let mut who = utf8_percent_encode(&client, CLIENT).to_string();
        if let Some(subject) = subject {
            who = format!("{who}:{}", utf8_percent_encode(&subject, SUBJECT));
        }
        let issuer = issuer.strip_prefix("https://").unwrap_or(issuer);
        if who.len() > NAME_CHARS { Err(Fault::Long) } else { Ok(format!("{PREFIX}{}:{who}", utf8_percent_encode(issuer, CLIENT))) }
    }

    fn has(&self, scope: &str) -> bool {
        self.scope.iter().chain(&self.scp).flat_map(Texts::all).flat_map(|text| text.split(' ')).any(|given| given == scope)
    }
}

/// The name that the agent called `name` has in a database that was made before names had an issuer in them (migration 9).
#[must_use]
pub fn issuerless(name: &str) -> Option<String> {
    Some(format!("{PREFIX}:{}", who(name)?))
}

/// Whether the agent called `name` may be called `logged` in the audit log: as it is, or, of an access token's, as before names had an issuer.
#[must_use]
pub fn is_called(name: &str, logged: &str) -> bool {
    name == logged || who(name).is_some_and(|who| logged.strip_prefix(PREFIX) == Some(who))
}

/// What the name of an access token's agent says beside its issuer.
fn who(name: &str) -> Option<&str> {
    Some(name.strip_prefix(PREFIX)?.split_once(':')?.1)
}

impl Texts {
    fn all(&self) -> impl Iterator<Item = &str> {
        let all = match self {
            Self::One(text) => std::slice::from_ref(text),
            Self::Some(texts) => texts,
        };
        all.iter().map(String::as_str)
    }
}
