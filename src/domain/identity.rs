//! Who somebody is by the word of an OpenID provider, and which reviewer that makes them (contract § 8).

/// A person as a provider knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub issuer: String,
    /// The issuer's own name for them: it never changes, and is never given to somebody else.
    pub subject: String,
    /// Their address, when the provider says that it made sure of it.
    pub email: Option<String>,
}

/// Which of `reviewers` (by id and name) goes by the name `email`; `None` unless exactly one does.
///
/// Upper and lower case are the same in ASCII alone: other letters that a computer takes for one another may be two people's.
#[must_use]
pub fn named<'r>(email: &str, reviewers: impl IntoIterator<Item = (i64, &'r str)>) -> Option<i64> {
    let mut meant = reviewers.into_iter().filter(|(_, name)| name.eq_ignore_ascii_case(email));
    meant.next().filter(|_| meant.next().is_none()).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_means_the_one_reviewer_of_that_name() {
        let reviewers = [(1, "ann@example.com"), (2, "Bob@Example.com"), (3, "kim@example.com"), (4, "Kim@example.com"), (5, "Cy")];
        for (email, wanted) in [
            ("ann@example.com", Some(1)),
            ("ANN@example.COM", Some(1)),
            ("bob@example.com", Some(2)),
            ("cy", Some(5)),
            ("kim@example.com", None),
            ("\u{212A}im@example.com", None),
            (" ann@example.com", None),
            ("ann@example.com.evil.example", None),
            ("nn@example.com", None),
            ("", None),
        ] {
            assert_eq!(named(email, reviewers), wanted, "{email}");
        }
        assert_eq!(named("\u{212A}im@example.com", [(3, "kim@example.com")]), None, "a Kelvin sign is no k");
    }
}
