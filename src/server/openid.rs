//! Signing in at an OpenID provider (OpenID Connect Core 1.0): authorization code flow with PKCE, state and nonce.
//!
//! The provider may be down, at our start or later: it is asked about itself when somebody wants to sign in.

mod flow;
mod provider;

use std::sync::Arc;

use openidconnect::core::{CoreIdToken, CoreIdTokenClaims, CoreResponseType, CoreUserInfoClaims};
use openidconnect::{
    AccessToken, AuthenticationFlow, AuthorizationCode, ClaimsVerificationError, CsrfToken, EndUserEmail, HttpRequest, HttpResponse, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, Scope, SignatureVerificationError, TokenResponse as _, UserInfoError,
};
use tokio::sync::Semaphore;

pub use self::flow::{Flow, SECONDS as FLOW_SECONDS};
use self::provider::{About, Client};
use super::config::OpenId;
use super::outbound::{Outbound, Unanswered};
use crate::domain::identity::Identity;
use crate::domain::time::Timestamp;

/// Where the provider sends people back to, below the public URL. No sign-in link's secret is as short.
pub const CALLBACK: &str = "/sign-in/callback";

/// How many sign-ins may be finished at once: each asks the provider, whoever began it.
const AT_ONCE: usize = 16;

/// The provider that people sign in at. Cheap to clone.
#[derive(Clone)]
pub struct Provider(Arc<Inner>);

struct Inner {
    host: String,
    about: About,
    outbound: Outbound,
    turns: Semaphore,
    /// Whether an address counts that it says nothing about.
    trusts: bool,
}

/// Why somebody's address is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAddress {
    #[error("it gave no e-mail address (scope email)")]
    Missing,
    #[error("it says that the address is not verified (email_verified)")]
    Unverified,
    #[error(
        "it does not say whether the address is verified (email_verified): where its addresses can be relied on, --oidc-trust-email does"
    )]
    Unsaid,
}

/// Why the provider's word can't be had, or taken. Says nothing that is secret or about a person.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("{0}")]
    Unreachable(String),
    #[error("{0}")]
    Refused(String),
}

impl Provider {
    /// The one that `options` name, for the server that people reach at `public_url`.
    ///
    /// # Errors
    /// What is wrong with the issuer's URL.
    pub fn new(options: &OpenId, public_url: &str, outbound: Outbound) -> Result<Self, String> {
        let about = About::new(options, &format!("{public_url}{CALLBACK}"))?;
        let host = about.host();
        Ok(Self(Arc::new(Inner { host, about, outbound, turns: Semaphore::new(AT_ONCE), trusts: options.trust_email })))
    }

    /// Where it is, for people to recognise it.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.0.host
    }

    /// Its issuer, as it spells itself.
    #[must_use]
    pub fn issuer(&self) -> &str {
        self.0.about.issuer()
    }

    /// Where the browser is to go for `flow`.
    ///
    /// # Errors
    /// [`Fault`] while the provider does not say where that is.
    pub async fn authorization(&self, flow: &Flow, now: Timestamp) -> Result<String, Fault> {
        let client = self.client(now, false).await?;
        let (verifier, state, nonce) = (PkceCodeVerifier::new(flow.verifier()), flow.state(), flow.nonce());
        let request = client.authorize_url(
            AuthenticationFlow::<CoreResponseType>::AuthorizationCode,
            move || CsrfToken::new(state),
            move || Nonce::new(nonce),
        );
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&verifier);
        let (url, ..) = request.add_scope(Scope::new("email".to_owned())).set_pkce_challenge(challenge).url();
        Ok(url.into())
    }

    /// Who finished `flow`, by the `code` that the browser came back with; and why they have no address, if they have none.
    ///
    /// # Errors
    /// [`Fault`] when the provider does not say so, or not so that it can be believed.
    pub async fn identity(&self, flow: &Flow, code: String, now: Timestamp) -> Result<(Identity, Option<NoAddress>), Fault> {
        let _turn = self.0.turns.try_acquire().map_err(|_| Fault::Unreachable("too many sign in at once".to_owned()))?;
        let client = self.client(now, false).await?;
        let request = client.exchange_code(AuthorizationCode::new(code)).map_err(|error| refused("it has no token endpoint", &error))?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(flow.verifier()));
        let http = |request| self.send(request);
        let tokens = request.request_async(&http).await.map_err(|error| match error {
            openidconnect::RequestTokenError::Request(error) => Fault::Unreachable(error.to_string()),
            error => refused("it does not take the code", &error),
        })?;
        let id_token = tokens.id_token().ok_or_else(|| Fault::Refused("it gave no ID token".to_owned()))?;
        let (subject, email) = self.verified(&client, id_token, flow, now).await?;
        let email = match email {
            Ok(email) => Ok(email),
            Err(why) => self.asked(&client, tokens.access_token().clone(), &subject, why).await?,
        };
        let (email, why) = email.map_or_else(|why| (None, Some(why)), |email| (Some(email), None));
        Ok((Identity { issuer: self.issuer().to_owned(), subject, email }, why))
    }

    /// Subject and verified address of an ID token that is for this flow. Keys change: they are asked for again when there is none for it.
    async fn verified(
        &self,
        client: &Client,
        id_token: &CoreIdToken,
        flow: &Flow,
        now: Timestamp,
    ) -> Result<(String, Result<String, NoAddress>), Fault> {
        let missing = ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey);
        let claims = match claims(client, id_token, flow, now) {
            Err(error) if error == missing => claims(&self.client(now, true).await?, id_token, flow, now),
            known => known,
        };
        let claims = claims.map_err(|error| refused("its ID token can't be believed", &error))?;
        let email = self.address(claims.email(), claims.email_verified());
        Ok((claims.subject().as_str().to_owned(), email))
    }

    /// An address as far as the provider stands for it.
    fn address(&self, email: Option<&EndUserEmail>, verified: Option<bool>) -> Result<String, NoAddress> {
        let email = email.ok_or(NoAddress::Missing)?;
        match verified {
            Some(true) => Ok(email.as_str().to_owned()),
            None if self.0.trusts => Ok(email.as_str().to_owned()),
            None => Err(NoAddress::Unsaid),
            Some(false) => Err(NoAddress::Unverified),
        }
    }

    /// The verified address that the provider tells who asks with `token`: many leave it out of the ID token, which has none because of `why`.
    async fn asked(&self, client: &Client, token: AccessToken, subject: &str, why: NoAddress) -> Result<Result<String, NoAddress>, Fault> {
        let subject = openidconnect::SubjectIdentifier::new(subject.to_owned());
        let Ok(request) = client.user_info(token, Some(subject)) else { return Ok(Err(why)) };
        let http = |request| self.send(request);
        let claims: CoreUserInfoClaims = request.request_async(&http).await.map_err(|error| match error {
            UserInfoError::Request(error) => Fault::Unreachable(error.to_string()),
            error => refused("it does not say who it is", &error),
        })?;
        Ok(self.address(claims.email(), claims.email_verified()))
    }

    async fn client(&self, now: Timestamp, newer: bool) -> Result<Client, Fault> {
        self.0.about.client(&|request| self.send(request), now, newer).await
    }

    fn send(&self, request: HttpRequest) -> impl Future<Output = Result<HttpResponse, Unanswered>> + Send + 'static {
        let outbound = self.0.outbound.clone();
        async move { outbound.send(request).await }
    }
}

/// What an ID token says, if it is the provider's, for us, for this flow and good `now`.
fn claims<'t>(
    client: &Client,
    id_token: &'t CoreIdToken,
    flow: &Flow,
    now: Timestamp,
) -> Result<&'t CoreIdTokenClaims, ClaimsVerificationError> {
    let verifier = client.id_token_verifier().set_allowed_algs(provider::ALGORITHMS).set_time_fn(move || provider::moment(now));
    id_token.claims(&verifier, &Nonce::new(flow.nonce()))
}

/// A fault with its causes, which are about the protocol: what the provider wrote for people stays out of it.
fn refused(what: &str, error: &dyn std::error::Error) -> Fault {
    let mut text = format!("{what}: {error}");
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    Fault::Refused(text.escape_debug().to_string())
}
