//! Signing in at an OpenID provider: what is begun by a press of the button becomes a session when the browser comes back.

use super::{Failed, Service};
use crate::server::auth::Secret;
use crate::server::openid::{Fault, Flow, Provider};
use crate::server::store::{Begun, Pass};

/// With what the provider sent the browser back.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub state: String,
    pub code: Option<String>,
    /// Why there is no code, in the protocol's word.
    pub error: Option<String>,
    /// Who says so (RFC 9207).
    pub issuer: Option<String>,
}

/// Why nobody is signed in.
#[derive(Debug, thiserror::Error)]
pub enum NotSignedIn {
    /// Nobody signs in this way here.
    #[error("there is no provider")]
    Nowhere,
    /// This browser did not begin it, took too long, or has finished it already.
    #[error("it was not begun here, or is over")]
    Stale,
    /// Whoever was asked at the provider said no.
    #[error("it was declined")]
    Declined,
    /// The provider can't be asked now.
    #[error("the provider can't be reached")]
    Unreachable,
    /// What the provider says does not hold.
    #[error("the provider's answer can't be used")]
    Failed,
    /// Somebody the provider knows, and we do not.
    #[error("no reviewer of this server")]
    Unknown,
    /// Somebody of whom the provider gives no address that could be a reviewer's name.
    #[error("no address that could be a reviewer's")]
    Nameless,
    #[error("internal error")]
    Internal,
}

impl Service {
    /// Whose reviewers may also sign in at `provider`.
    #[must_use]
    pub fn signing_in_at(self, provider: Option<Provider>) -> Self {
        Self { provider, ..self }
    }

    /// The host of the provider that reviewers can sign in at.
    #[must_use]
    pub fn provider_host(&self) -> Option<&str> {
        self.provider.as_ref().map(Provider::host)
    }

    /// Begins to sign somebody in who then returns to our page `to`: what their browser keeps, and where it is to go. Writes nothing.
    ///
    /// # Errors
    /// [`NotSignedIn::Nowhere`] and [`NotSignedIn::Unreachable`].
    pub async fn begin_sign_in(&self, to: &str) -> Result<(Flow, String), NotSignedIn> {
        let provider = self.provider.as_ref().ok_or(NotSignedIn::Nowhere)?;
        let now = self.clock.now();
        let flow = Flow::begin(to, now);
        let url = provider.authorization(&flow, now).await?;
        Ok((flow, url))
    }

    /// The secret of a new session for whoever comes back to the browser that keeps `cookie`, and the page to return to. Works once.
    ///
    /// # Errors
    /// [`NotSignedIn`].
    pub async fn finish_sign_in(&self, cookie: Option<&str>, answer: Answer) -> Result<(Secret, String), NotSignedIn> {
        let provider = self.provider.as_ref().ok_or(NotSignedIn::Nowhere)?;
        let now = self.clock.now();
        let flow =
            cookie.and_then(|cookie| Flow::read(cookie, now)).filter(|flow| flow.state() == answer.state).ok_or(NotSignedIn::Stale)?;
        if answer.issuer.is_some_and(|issuer| issuer != provider.issuer()) {
            return Err(NotSignedIn::Failed);
        }
        if let Some(error) = answer.error {
            return Err(not_given(&error));
        }
        let code = answer.code.ok_or(NotSignedIn::Failed)?;
        let (identity, nameless) = provider.identity(&flow, code, now).await?;
        let (store, session) = (self.store.clone(), Secret::session());
        let new = Pass { secret: session.digest(), expires_at: now.plus_seconds(super::sign_in::SESSION_SECONDS) };
        let spent = Pass { secret: flow.digest(), expires_at: flow.until() };
        let begun =
            super::to_the_end(async move { store.begin_session_as(&identity, &spent, &new, now).await }).await?.map_err(Failed::from)?;
        match begun {
            Begun::Session => Ok((session, flow.to().to_owned())),
            Begun::Spent => Err(NotSignedIn::Stale),
            Begun::Unknown => {
                let why = nameless.map_or_else(String::new, |why| format!(": {why}"));
                tracing::warn!("somebody who is no reviewer here signed in at {}{why}", provider.host());
                Err(if nameless.is_some() { NotSignedIn::Nameless } else { NotSignedIn::Unknown })
            }
        }
    }
}

/// The provider's word for why there is no code. It came by way of the browser: no more of it is repeated than can be meant.
fn not_given(error: &str) -> NotSignedIn {
    if ["access_denied", "login_required", "consent_required", "interaction_required", "account_selection_required"].contains(&error) {
        return NotSignedIn::Declined;
    }
    let word: String = error.chars().filter(|c| c.is_ascii_lowercase() || *c == '_').take(40).collect();
    tracing::warn!("the provider signs nobody in: {word}");
    if ["temporarily_unavailable", "server_error"].contains(&error) { NotSignedIn::Unreachable } else { NotSignedIn::Failed }
}

impl From<Fault> for NotSignedIn {
    fn from(fault: Fault) -> Self {
        tracing::warn!("a sign-in at the provider came to nothing: {fault}");
        match fault {
            Fault::Unreachable(_) => Self::Unreachable,
            Fault::Refused(_) => Self::Failed,
        }
    }
}

impl From<Failed> for NotSignedIn {
    fn from(_: Failed) -> Self {
        Self::Internal
    }
}
