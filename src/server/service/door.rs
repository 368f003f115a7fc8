//! By what right a reviewer comes to a request (contract § 8): every use case of theirs takes a [`Door`].

use super::{Digest, Key, ReviewError, Reviewer, Service};

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

    /// How the audit names whoever comes this way.
    pub(super) fn actor(&self) -> String {
        self.reviewer.as_ref().map_or_else(|| LINK.to_owned(), |reviewer| format!("reviewer:{}", reviewer.name))
    }
}

impl Service {
    /// The request behind `door`, for whoever may come in by it.
    ///
    /// # Errors
    /// [`ReviewError::SignIn`] while that takes somebody who is signed in, whatever is behind the door.
    pub(super) fn admitted(&self, door: &Door) -> Result<Key, ReviewError> {
        match (&door.way, &door.reviewer) {
            (Way::Inbox(_), None) => Err(ReviewError::SignIn),
            (Way::Link(_), None) if self.signed_in_alone => Err(ReviewError::SignIn),
            (Way::Inbox(id), Some(_)) => Ok(Key::Id(id.clone())),
            (Way::Link(digest), _) => Ok(Key::Link(*digest)),
        }
    }
}

/// How the audit names whoever holds a review link and is not signed in.
const LINK: &str = "link";
