//! What the provider says of itself: where its endpoints are, and its keys.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use openidconnect::core::{CoreClient, CoreClientAuthMethod, CoreJwsSigningAlgorithm as Jws, CoreProviderMetadata};
use openidconnect::{
    AuthType, ClientId, ClientSecret, DiscoveryError, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl,
    RedirectUrl,
};
use tokio::sync::Mutex;

use super::Fault;
use crate::domain::time::Timestamp;
use crate::server::config::OpenId;
use crate::server::outbound::{Unanswered, is_private};

/// For how long what it said is used, and how soon it is asked again at the earliest.
const FRESH_MILLIS: i64 = 60 * 60_000;
const PAUSE_MILLIS: i64 = 10_000;

/// What ID tokens may be signed with: never what a shared secret signs.
pub(super) const ALGORITHMS: [Jws; 9] = [
    Jws::RsaSsaPkcs1V15Sha256,
    Jws::RsaSsaPkcs1V15Sha384,
    Jws::RsaSsaPkcs1V15Sha512,
    Jws::RsaSsaPssSha256,
    Jws::RsaSsaPssSha384,
    Jws::RsaSsaPssSha512,
    Jws::EcdsaP256Sha256,
    Jws::EcdsaP384Sha384,
    Jws::EdDsa,
];

/// Us at the provider.
pub(super) type Client = CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// Whom to ask, as whom, and the last answer.
pub(super) struct About {
    issuer: IssuerUrl,
    id: ClientId,
    secret: ClientSecret,
    redirect: RedirectUrl,
    /// Held while it is asked.
    asked: Mutex<Option<Asked>>,
}

struct Asked {
    at: Timestamp,
    answer: Option<Arc<CoreProviderMetadata>>,
}

impl About {
    pub(super) fn new(options: &OpenId, redirect: &str) -> Result<Self, String> {
        let issuer = IssuerUrl::new(options.issuer.clone()).map_err(|error| format!("--oidc-issuer {}: {error}", options.issuer))?;
        let redirect = RedirectUrl::new(redirect.to_owned()).map_err(|error| format!("--public-url: {error}"))?;
        let secret = ClientSecret::new(options.client_secret.expose().to_owned());
        Ok(Self { issuer, id: ClientId::new(options.client_id.clone()), secret, redirect, asked: Mutex::default() })
    }

    pub(super) fn issuer(&self) -> &str {
        &self.issuer
    }

    /// The issuer's host, with its port where that does not go without saying.
    pub(super) fn host(&self) -> String {
        let url = self.issuer.url();
        let host = url.host_str().unwrap_or_default();
        url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Us at the provider as it is. `newer`: what it said a while ago won't do.
    pub(super) async fn client<C, F>(&self, http: &C, now: Timestamp, newer: bool) -> Result<Client, Fault>
    where
        C: Fn(HttpRequest) -> F + Sync,
        F: Future<Output = Result<HttpResponse, Unanswered>> + Send + 'static,
    {
        let mut asked = self.asked.lock().await;
        let fresh = if newer { PAUSE_MILLIS } else { FRESH_MILLIS };
        let good = asked.as_ref().is_some_and(|asked| {
            let age = asked.at.millis_until(now).max(now.millis_until(asked.at));
            age < if asked.answer.is_some() { fresh } else { PAUSE_MILLIS }
        });
        if !good {
            let found = self.discover(http).await;
            if let Err(fault) = &found {
                tracing::warn!("nobody can sign in at {}: {fault}", self.issuer.as_str());
            }
            *asked = Some(Asked { at: now, answer: found.ok().map(Arc::new) });
        }
        let answer = asked.as_ref().and_then(|asked| asked.answer.clone());
        drop(asked);
        let metadata = answer.ok_or_else(|| Fault::Unreachable("it does not say where people sign in".to_owned()))?;
        Ok(self.client_of(&metadata))
    }

    async fn discover<C, F>(&self, http: &C) -> Result<CoreProviderMetadata, Fault>
    where
        C: Fn(HttpRequest) -> F + Sync,
        F: Future<Output = Result<HttpResponse, Unanswered>> + Send + 'static,
    {
        let metadata = CoreProviderMetadata::discover_async(self.issuer.clone(), http).await.map_err(|error| match error {
            DiscoveryError::Request(error) => Fault::Unreachable(error.to_string()),
            // with what it found, which is long
            DiscoveryError::Response(status, _, why) => Fault::Unreachable(format!("{why} ({status})")),
            error => super::refused("its metadata can't be used", &error),
        })?;
        let endpoints = [
            Some(metadata.authorization_endpoint().as_str()),
            Some(metadata.jwks_uri().as_str()),
            metadata.token_endpoint().map(|url| url.as_str()),
            metadata.userinfo_endpoint().map(|url| url.as_str()),
        ];
        // http is for a provider on this machine, which may well name itself so
        let is_safe = |url: &&str| is_private(url) && (url.starts_with("https:") || self.issuer.starts_with("http:"));
        if let Some(url) = endpoints.into_iter().flatten().find(|url| !is_safe(url)) {
            return Err(Fault::Refused(format!("its endpoint {} must be https", url.escape_debug())));
        }
        Ok(metadata)
    }

    fn client_of(&self, metadata: &CoreProviderMetadata) -> Client {
        let methods = metadata.token_endpoint_auth_methods_supported();
        // left out, it means client_secret_basic
        let basic = methods.is_none_or(|methods| {
            methods.contains(&CoreClientAuthMethod::ClientSecretBasic) || !methods.contains(&CoreClientAuthMethod::ClientSecretPost)
        });
        CoreClient::from_provider_metadata(metadata.clone(), self.id.clone(), Some(self.secret.clone()))
            .set_redirect_uri(self.redirect.clone())
            .set_auth_type(if basic { AuthType::BasicAuth } else { AuthType::RequestBody })
    }
}

/// `now` as the provider's times are compared with.
pub(super) fn moment(now: Timestamp) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(now.millis()).unwrap_or(DateTime::UNIX_EPOCH)
}
