//! Who is signed in: a link that is spent once becomes a session.

use super::{Digest, Failed, ReviewError, Reviewer, Service};
use crate::domain::time::Timestamp;
use crate::server::auth::Secret;
use crate::server::store::{Pass, StoreError};

/// How long a sign-in link is good.
pub const LINK_SECONDS: u32 = 24 * 60 * 60;

/// How long a session is good after it was last used.
pub(super) const SESSION_SECONDS: u32 = 30 * 24 * 60 * 60;

/// How exactly the last use of a session is kept.
const USE_MILLIS: i64 = 60 * 60 * 1000;

impl Service {
    /// Makes the reviewer `name`: the sign-in link for them.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`].
    pub async fn add_reviewer(&self, name: &str, admin: bool) -> Result<String, StoreError> {
        let (secret, link, now) = self.new_link();
        self.store.add_reviewer(name, admin, &link, now).await?;
        Ok(self.sign_in_url(&secret).await)
    }

    /// A fresh sign-in link for the reviewer `name`, in place of any before; `None` when there is no such reviewer.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    pub async fn renew_link(&self, name: &str) -> Result<Option<String>, StoreError> {
        let (secret, link, _) = self.new_link();
        Ok(if self.store.renew_link(name, &link).await? { Some(self.sign_in_url(&secret).await) } else { None })
    }

    /// Whom the sign-in link with `secret` is for, while it is good. Spends nothing.
    ///
    /// # Errors
    /// [`ReviewError::Internal`] alone.
    pub async fn invited(&self, secret: &str) -> Result<Option<Reviewer>, ReviewError> {
        Ok(self.store.invited(&Digest::of(secret), self.clock.now()).await.map_err(Failed::from)?)
    }

    /// Spends the sign-in link with `secret`: the secret of a new session, or `None` when the link is not good (any more).
    ///
    /// # Errors
    /// [`ReviewError::Internal`] alone.
    pub async fn sign_in(&self, secret: &str) -> Result<Option<Secret>, ReviewError> {
        let (store, now, link, session) = (self.store.clone(), self.clock.now(), Digest::of(secret), Secret::session());
        let pass = Pass { secret: session.digest(), expires_at: now.plus_seconds(SESSION_SECONDS) };
        let begun = super::to_the_end(async move { store.begin_session(&link, &pass, now).await }).await?.map_err(Failed::from)?;
        Ok(begun.map(|_| session))
    }

    /// Whoever is signed in with the session `secret`. `acting`: they do something, which prolongs it.
    ///
    /// # Errors
    /// [`ReviewError::Internal`] alone.
    pub async fn signed_in(&self, secret: &str, acting: bool) -> Result<Option<Reviewer>, ReviewError> {
        let (session, now) = (Digest::of(secret), self.clock.now());
        let Some((reviewer, used)) = self.store.session(&session, now).await.map_err(Failed::from)? else { return Ok(None) };
        if acting && used.millis_until(now) >= USE_MILLIS {
            self.store.prolong_session(&session, now, now.plus_seconds(SESSION_SECONDS)).await.map_err(Failed::from)?;
        }
        Ok(Some(reviewer))
    }

    /// Ends the session `secret`.
    ///
    /// # Errors
    /// [`ReviewError::Internal`] alone.
    pub async fn sign_out(&self, secret: &str) -> Result<(), ReviewError> {
        Ok(self.store.end_session(&Digest::of(secret)).await.map_err(Failed::from)?)
    }

    fn new_link(&self) -> (Secret, Pass, Timestamp) {
        let (secret, now) = (Secret::link(), self.clock.now());
        let link = Pass { secret: secret.digest(), expires_at: now.plus_seconds(LINK_SECONDS) };
        (secret, link, now)
    }

    async fn sign_in_url(&self, secret: &Secret) -> String {
        format!("{}/sign-in/{}", self.links_to().await, secret.expose())
    }
}
