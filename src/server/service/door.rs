//! By what right a reviewer comes to a request (contract § 8): every use case of theirs takes a [`Door`].

use super::{Digest, Failed, Key, Named, ReviewError, Reviewer, Service};
use crate::domain::named::{self, Access, Visitor};

/// How somebody came to a request, and who is signed in.
#[derive(Clone, Debug)]
pub struct Door {
    way: Way,
    reviewer: Option<Reviewer>,
}

#[derive(Clone, Debug)]
enum Way {
    /// By the secret of its review link.
    Link(Digest),
    /// By its id: for reviewers who are signed in.
    Inbox(String),
}

impl Door {
    /// The way of whoever holds the link with `secret`, as `reviewer` when somebody is signed in.
    #[must_use]
    pub fn link(secret: &str, reviewer: Option<Reviewer>) -> Self {
        Self { way: Way::Link(Digest::of(secret)), reviewer }
    }

    /// The way from the inbox to the request `id`. It leads nowhere while nobody is signed in.
    #[must_use]
    pub fn inbox(id: &str, reviewer: Option<Reviewer>) -> Self {
        Self { way: Way::Inbox(id.to_owned()), reviewer }
    }

    /// Whether whoever comes this way is signed in.
    #[must_use]
    pub const fn is_signed_in(&self) -> bool {
        self.reviewer.is_some()
    }

    /// Whose inbox this is the way from, and the id of the request.
    pub(super) fn in_inbox(&self) -> Option<(&Reviewer, &str)> {
        match (&self.way, &self.reviewer) {
            (Way::Inbox(id), Some(reviewer)) => Some((reviewer, id)),
            _ => None,
        }
    }

    /// Who comes this way, when that is an admin.
    pub(super) fn admin(&self) -> Option<&Reviewer> {
        self.reviewer.as_ref().filter(|reviewer| reviewer.admin)
    }

    /// Who comes this way to a request that is for `meant`.
    fn visitor(&self, meant: &Named) -> Visitor {
        match &self.reviewer {
            None => Visitor::Stranger,
            Some(reviewer) if reviewer.id == meant.id => Visitor::Named,
            Some(reviewer) if reviewer.admin => Visitor::Admin,
            Some(_) => Visitor::Other,
        }
    }

    /// How the audit names whoever comes this way.
    pub(super) fn actor(&self) -> String {
        self.reviewer.as_ref().map_or_else(|| LINK.to_owned(), |reviewer| format!("reviewer:{}", reviewer.name))
    }
}

impl Service {
    /// The request behind `door`, for whoever may see it.
    ///
    /// # Errors
    /// [`ReviewError::SignIn`] while that takes somebody who is signed in, whatever is behind the door; [`ReviewError::SignInAsNamed`] and
    /// [`ReviewError::ForSomebodyElse`] for a link's holder when the request names its reviewer; [`ReviewError::NotFound`] for whoever may not
    /// know of it.
    pub(super) async fn admitted(&self, door: &Door) -> Result<Key, ReviewError> {
        Ok(self.entered(door).await?.0)
    }

    /// The same for whoever may decide it.
    ///
    /// # Errors
    /// As [`Service::admitted`]; [`ReviewError::ForSomebodyElse`] also for an admin who may see what is another's to decide.
    pub(super) async fn deciding(&self, door: &Door) -> Result<Key, ReviewError> {
        match self.entered(door).await? {
            (key, None) => Ok(key),
            (_, Some(_)) => Err(ReviewError::ForSomebodyElse),
        }
    }

    /// The request behind `door`, and whom alone it waits for when whoever comes may see but not decide it.
    pub(super) async fn entered(&self, door: &Door) -> Result<(Key, Option<Named>), ReviewError> {
        let (way, key) = match &door.way {
            Way::Link(digest) => (named::Way::Link, Key::Link(*digest)),
            Way::Inbox(id) => (named::Way::Inbox, Key::Id(id.clone())),
        };
        if door.reviewer.is_none() && (self.signed_in_alone || way == named::Way::Inbox) {
            return Err(ReviewError::SignIn);
        }
        let Some(meant) = self.store.named(&key).await.map_err(Failed::from)? else { return Ok((key, None)) };
        match named::access(way, door.visitor(&meant), meant.revoked) {
            Access::Decide => Ok((key, None)),
            Access::Read => Ok((key, Some(meant))),
            Access::SignIn => Err(ReviewError::SignInAsNamed),
            Access::Told => Err(ReviewError::ForSomebodyElse),
            Access::Nothing => Err(ReviewError::NotFound),
        }
    }
}

/// How the audit names whoever holds a review link and is not signed in.
const LINK: &str = "link";
