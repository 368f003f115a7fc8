//! Whoever comes to a request's page, and by which of its addresses.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use percent_encoding::percent_decode_str;

use crate::app::page::InInbox;
use crate::server::auth::Reviewer;
use crate::server::service::{Door, ReviewError, Service};

/// The one word that an address names: a secret or an id. What is no text names nothing, as any unknown word does.
pub struct Word(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Word {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let word = Path::<String>::from_request_parts(parts, state).await;
        Ok(Self(word.map_or_else(|_| String::new(), |Path(word)| word)))
    }
}

/// A request's page as somebody comes to it.
pub struct Visit {
    /// The page's own address: `/review/SECRET` or `/inbox/ID`.
    pub path: String,
    pub door: Door,
}

impl Visit {
    /// By the review link with `secret`.
    pub fn by_link(secret: &str, reviewer: Option<Reviewer>) -> Self {
        Self { path: format!("{LINK}{secret}"), door: Door::link(secret, reviewer) }
    }

    /// From the inbox, to the request `id`.
    pub fn from_inbox(id: &str, reviewer: Option<Reviewer>) -> Self {
        Self { path: format!("{INBOX}{id}"), door: Door::inbox(id, reviewer) }
    }

    /// To the page whose address is `path`, as the page itself says it; `None` when no request's page is there.
    pub fn at(path: &str, reviewer: Option<Reviewer>) -> Option<Self> {
        let named = |rest: &str| Some(percent_decode_str(rest).decode_utf8().ok()?.into_owned());
        match (path.strip_prefix(LINK), path.strip_prefix(INBOX)) {
            (Some(secret), _) => Some(Self::by_link(&named(secret)?, reviewer)),
            (None, Some(id)) => Some(Self::from_inbox(&named(id)?, reviewer)),
            (None, None) => None,
        }
    }

    /// Where to go once the request is decided: from the inbox to the next one there; from a link to the same page, which then says so.
    pub async fn after(&self, service: &Service) -> String {
        match service.place(&self.door).await {
            Ok(Some(place)) => place.next.map_or_else(|| HOME.to_owned(), |next| format!("{INBOX}{next}")),
            Ok(None) => self.path.clone(),
            Err(_) => HOME.to_owned(),
        }
    }

    /// What the page says of the inbox of whoever is signed in.
    ///
    /// # Errors
    /// As [`Service::place`].
    pub async fn in_inbox(&self, service: &Service) -> Result<Option<InInbox>, ReviewError> {
        Ok(match service.place(&self.door).await? {
            Some(place) => Some(InInbox {
                standing: place.number.map(|number| (number, place.of)),
                next: place.next.map(|next| format!("{INBOX}{next}")),
            }),
            None => self.door.is_signed_in().then(InInbox::default),
        })
    }
}

const LINK: &str = "/review/";
const INBOX: &str = "/inbox/";
const HOME: &str = "/";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_two_addresses() {
        for (path, found) in [
            ("/review/abc-_", Some("/review/abc-_")),
            ("/review/%61bc", Some("/review/abc")),
            ("/inbox/0a", Some("/inbox/0a")),
            ("/inbox", None),
            ("/", None),
            ("review/abc", None),
            ("https://elsewhere.example/review/abc", None),
            ("/review/%ff", None),
        ] {
            assert_eq!(Visit::at(path, None).as_ref().map(|visit| visit.path.as_str()), found, "{path}");
        }
    }
}
