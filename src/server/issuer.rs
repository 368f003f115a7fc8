//! The authorization server that issues agents' access tokens: its keys, asked for when they are needed.
//!
//! It may be down, at our start or later: what is known of it is used on for a while, and it is asked again, by one caller for all, but not
//! by each caller that comes with a key nobody knows.

mod keys;
mod metadata;

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use jsonwebtoken::{Algorithm, DecodingKey};
use tokio::sync::Mutex;

use self::keys::Keys;
use super::outbound::{Outbound, Unanswered};
use crate::domain::time::Timestamp;

/// For how long keys are used without a question, and for how long when there is no answer to it.
const FRESH_MILLIS: i64 = 10 * 60_000;
const KEPT_MILLIS: i64 = 60 * 60_000;

/// How long after one question the next may be asked.
pub const PAUSE_MILLIS: i64 = 10_000;

/// How long all that a question takes may last: no longer than the pause after it, or those who wait meanwhile would ask again, each in turn.
const ANSWER_TIME: Duration = Duration::from_millis(PAUSE_MILLIS.unsigned_abs());

/// An issuer by its URL. Cheap to clone.
#[derive(Clone)]
pub struct Issuer(Arc<Inner>);

struct Inner {
    url: String,
    outbound: Outbound,
    known: RwLock<Option<Known>>,
    /// The last question. Held while one is asked.
    last: Mutex<Option<Question>>,
}

#[derive(Clone, Copy)]
struct Question {
    at: Timestamp,
    answered: bool,
}

#[derive(Clone)]
struct Known {
    keys: Arc<Keys>,
    since: Timestamp,
}

/// Nothing is known of the issuer, or nothing recent enough. The log says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreachable;

/// What is wrong with what an issuer says of itself.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("it did not answer in time")]
    Slow,
    #[error("{url}: {why}")]
    Unanswered { url: String, why: Unanswered },
    #[error("{url} is not the metadata of an authorization server")]
    NotMetadata { url: String },
    #[error("{url} is of the issuer {issuer}: give exactly that with --oauth-issuer, if it is the one you mean")]
    Other { url: String, issuer: String },
    #[error("its jwks_uri is {0}: it must be https")]
    Open(String),
    #[error("{url} is no set of keys that signatures can be verified with")]
    NoKeys { url: String },
}

impl Issuer {
    #[must_use]
    pub fn new(url: &str, outbound: Outbound) -> Self {
        Self(Arc::new(Inner { url: url.to_owned(), outbound, known: RwLock::default(), last: Mutex::default() }))
    }

    /// One that was asked at `now` and will not be asked soon.
    #[cfg(test)]
    pub(super) fn knowing(url: &str, set: &[u8], now: Timestamp) -> Self {
        let known = Keys::read(set).map(|keys| Known { keys: Arc::new(keys), since: now });
        let last = Some(Question { at: now, answered: true });
        let outbound = Outbound::new().expect("this machine trusts some certificates");
        Self(Arc::new(Inner { url: url.to_owned(), outbound, known: RwLock::new(known), last: Mutex::new(last) }))
    }

    /// Its URL, as its tokens spell it.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// The key that verifies a token whose header says `id` and `algorithm`; `None` when the issuer has no such key.
    ///
    /// # Errors
    /// [`Unreachable`] when nobody can say.
    pub async fn key(&self, id: Option<&str>, algorithm: Algorithm, now: Timestamp) -> Result<Option<DecodingKey>, Unreachable> {
        if let Some((known, key)) = self.known(now).and_then(|known| known.keys.find(id, algorithm).cloned().map(|key| (known, key))) {
            if known.age(now) >= FRESH_MILLIS {
                self.refresh_behind(now);
            }
            return Ok(Some(key));
        }
        // to its end even when the caller goes away, or each that came and went would ask again
        let issuer = self.clone();
        let asked = tokio::spawn(async move { issuer.ask(&mut *issuer.0.last.lock().await, now).await });
        let answered = asked.await.unwrap_or(false);
        match self.known(now).map(|known| known.keys.find(id, algorithm).cloned()) {
            Some(None) if answered => Ok(None),
            Some(Some(key)) => Ok(Some(key)),
            _ => Err(Unreachable),
        }
    }

    fn known(&self, now: Timestamp) -> Option<Known> {
        let known = self.0.known.read().unwrap_or_else(PoisonError::into_inner);
        known.clone().filter(|known| known.age(now) < KEPT_MILLIS)
    }

    /// Asks again, unless somebody does already.
    fn refresh_behind(&self, now: Timestamp) {
        let issuer = self.clone();
        tokio::spawn(async move {
            if let Ok(mut last) = issuer.0.last.try_lock() {
                issuer.ask(&mut last, now).await;
            }
        });
    }

    /// Asks, unless that was done a moment ago; whether the last question was answered.
    async fn ask(&self, last: &mut Option<Question>, now: Timestamp) -> bool {
        if let Some(last) = last.filter(|last| between(last.at, now) < PAUSE_MILLIS) {
            return last.answered;
        }
        let answer = tokio::time::timeout(ANSWER_TIME, self.0.fetch()).await.unwrap_or(Err(Fault::Slow));
        let answered = answer.is_ok();
        match answer {
            Ok(keys) => {
                let known = Known { keys: Arc::new(keys), since: now };
                *self.0.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known);
            }
            Err(fault) => tracing::warn!("the OAuth issuer {} can't be used: {fault}", self.0.url),
        }
        *last = Some(Question { at: now, answered });
        answered
    }
}

impl Inner {
    async fn fetch(&self) -> Result<Keys, Fault> {
        let url = metadata::keys_url(&self.outbound, &self.url).await?;
        match self.outbound.get(&url).await {
            Ok(set) => Keys::read(&set).ok_or(Fault::NoKeys { url }),
            Err(why) => Err(Fault::Unanswered { url, why }),
        }
    }
}

impl Known {
    fn age(&self, now: Timestamp) -> i64 {
        between(self.since, now)
    }
}

/// Milliseconds between two times, whichever is the earlier: a clock that is set back must not make them good for ever.
fn between(one: Timestamp, other: Timestamp) -> i64 {
    one.millis_until(other).max(other.millis_until(one))
}
