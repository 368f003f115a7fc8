//! Access tokens as they are presented: JWTs that an issuer signed. What their claims must say is [`crate::domain::access`]'s.

#[cfg(test)]
mod tests;

use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::{Algorithm, Header, Validation, decode, decode_header};

use super::issuer::Issuer;
use super::outbound::Outbound;
use crate::domain::access::{Claims, Fault, Grant, Wanted};
use crate::domain::time::Timestamp;

/// The longest token that is looked at.
const TOKEN_BYTES: usize = 16 * 1024;

/// What a token may be signed with: by whoever has a private key, never with a secret that we would have to share, never with nothing.
const SIGNED: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// Checks tokens of one issuer for one resource. Cheap to clone.
#[derive(Clone)]
pub struct AccessTokens {
    issuer: Issuer,
    /// Our URL for agents, which tokens must be meant for.
    resource: String,
}

/// Why a token lets nobody in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    #[error("it is not a signed JWT")]
    Malformed,
    #[error("it is signed in a way that is not accepted (alg)")]
    Algorithm,
    #[error("it is not an access token (typ)")]
    Type,
    #[error("its issuer has no such key (kid)")]
    Key,
    #[error("its signature is wrong")]
    Signature,
    #[error("its claims can't be read")]
    Unreadable,
    #[error("{0}")]
    Claims(Fault),
    /// Nothing is wrong with it as far as we can see, which is not far without its issuer's keys.
    #[error("its issuer can't be reached")]
    Unreachable,
}

/// Whether `token` may be an access token; those that we make ourselves are none.
#[must_use]
pub fn is_access_token(token: &str) -> bool {
    token.bytes().filter(|byte| *byte == b'.').count() == 2
}

impl AccessTokens {
    /// Tokens of the issuer with the URL `issuer` for the server that agents reach at `resource`.
    #[must_use]
    pub fn new(issuer: &str, resource: String, outbound: Outbound) -> Self {
        Self { issuer: Issuer::new(issuer, outbound), resource }
    }

    /// What `token` gives at `now`.
    ///
    /// # Errors
    /// [`Denied`], the first fault that there is.
    pub async fn verify(&self, token: &str, now: Timestamp) -> Result<Grant, Denied> {
        if token.len() > TOKEN_BYTES {
            return Err(Denied::Malformed);
        }
        let header = readable(token)?;
        let key = self.issuer.key(header.kid.as_deref(), header.alg, now).await.map_err(|_| Denied::Unreachable)?;
        let key = key.ok_or(Denied::Key)?;
        let claims = decode::<Claims>(token, &key, &signature_alone(header.alg)).map_err(|error| fault(&error))?.claims;
        let wanted = Wanted { issuer: self.issuer.url(), resource: &self.resource };
        claims.grant(wanted, now).map_err(Denied::Claims)
    }
}

/// The header of a token that may be one that we take.
fn readable(token: &str) -> Result<Header, Denied> {
    let header = decode_header(token).map_err(|_| Denied::Malformed)?;
    if !SIGNED.contains(&header.alg) {
        return Err(Denied::Algorithm);
    }
    // RFC 9068 says at+jwt; many issuers say JWT, or nothing
    let kind = header.typ.as_deref().unwrap_or("JWT").to_ascii_lowercase();
    let kind = kind.strip_prefix("application/").unwrap_or(&kind);
    if ["at+jwt", "jwt"].contains(&kind) { Ok(header) } else { Err(Denied::Type) }
}

fn fault(error: &Error) -> Denied {
    match error.kind() {
        ErrorKind::InvalidToken => Denied::Malformed,
        ErrorKind::Json(_) | ErrorKind::Utf8(_) => Denied::Unreadable,
        _ => Denied::Signature,
    }
}

/// The claims are ours to check: by our clock, and exactly.
fn signature_alone(algorithm: Algorithm) -> Validation {
    let mut validation = Validation::new(algorithm);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation.validate_aud = false;
    validation
}
