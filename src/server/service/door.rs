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

    /// Whether this is the way from the inbox.
    #[must_use]
    pub const fn is_inbox(&self) -> bool {
        matches!(self.way, Way::Inbox(_))
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
    /// [`ReviewError::NotFound`]: the same for what there is not and for what is not theirs to see.
    pub(super) fn admitted(&self, door: &Door) -> Result<Key, ReviewError> {
        match (&door.way, &door.reviewer) {
            (Way::Link(digest), _) => Ok(Key::Link(*digest)),
            (Way::Inbox(id), Some(_)) => Ok(Key::Id(id.clone())),
            (Way::Inbox(_), None) => Err(ReviewError::NotFound),
        }
    }
}

/// How the audit names whoever holds a review link and is not signed in.
const LINK: &str = "link";
