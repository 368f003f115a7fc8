//! Whoever comes to a request's page, and by which of its addresses.

use percent_encoding::percent_decode_str;

use crate::server::auth::Reviewer;
use crate::server::service::Door;

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

    /// Where to go once the request is decided: to the same page, which then says so.
    pub fn after(&self) -> String {
        self.path.clone()
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
}

const LINK: &str = "/review/";
const INBOX: &str = "/inbox/";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_two_addresses() {
        for (path, found) in [
            ("/review/abc-_", Some(("/review/abc-_", false))),
            ("/review/%61bc", Some(("/review/abc", false))),
            ("/inbox/0a", Some(("/inbox/0a", true))),
            ("/inbox", None),
            ("/", None),
            ("review/abc", None),
            ("https://elsewhere.example/review/abc", None),
            ("/review/%ff", None),
        ] {
            let visit = Visit::at(path, None);
            assert_eq!(visit.as_ref().map(|visit| (visit.path.as_str(), visit.door.is_inbox())), found, "{path}");
        }
    }
}
