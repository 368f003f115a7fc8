//! Requests that are for one reviewer by name (contract § 8): how the name is given, whom it means, and who may come to such a request.

use serde_json::{Map, Value};

use super::arguments::type_name;
use super::violation::{Violation, Violations};

/// The argument that names the reviewer.
pub const ARGUMENT: &str = "reviewer";

/// The most code points of a reviewer's name.
pub const MAX_NAME: usize = 200;

/// The name in the arguments of a call, trimmed; `None` when there is none.
///
/// # Errors
/// What is wrong with it.
pub fn name(arguments: &Map<String, Value>) -> Result<Option<&str>, Violation> {
    let fault = |message: String| Err(Violation { path: ARGUMENT.to_owned(), message });
    match arguments.get(ARGUMENT) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(name)) => match (name.trim(), name.trim().chars().count()) {
            (_, 0) => fault("must not be blank: leave it out when anybody may decide".to_owned()),
            (_, length) if length > MAX_NAME => fault(format!("{length} characters are too many: at most {MAX_NAME}")),
            (name, _) => Ok(Some(name)),
        },
        Some(other) => fault(format!("must be a string, not {}", type_name(other))),
    }
}

/// The one of `known` that `name` means: the one of exactly that name, else the only one that is it but for letter case.
#[must_use]
pub fn meant<T>(name: &str, known: Vec<T>, named: impl Fn(&T) -> &str) -> Option<T> {
    let (folded, mut alike) = (name.to_lowercase(), Vec::new());
    for one in known {
        if named(&one) == name {
            return Some(one);
        }
        if named(&one).to_lowercase() == folded {
            alike.push(one);
        }
    }
    if alike.len() == 1 { alike.pop() } else { None }
}

/// Notes that nobody of that name is known; says nothing of who is.
pub fn unknown(faults: &mut Violations) {
    faults.push(ARGUMENT, "no reviewer of that name is known here: leave it out, or have one added with countersign reviewer add NAME");
}

/// How somebody comes to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Link,
    Inbox,
}

/// Who comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// Nobody is signed in.
    Stranger,
    /// The one that the request is for, admin or not.
    Named,
    Admin,
    /// Any other reviewer.
    Other,
}

/// What somebody may do with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// See it and decide it.
    Decide,
    /// See it.
    Read,
    /// Sign in first.
    SignIn,
    /// Be told that it is somebody else's.
    Told,
    /// Nothing: there is no such request for them.
    Nothing,
}

/// What `visitor` may do with a request that is for somebody; `revoked`: who is a reviewer no more. So that nothing is stuck, an admin decides then.
#[must_use]
pub const fn access(way: Way, visitor: Visitor, revoked: bool) -> Access {
    match (visitor, way) {
        (Visitor::Stranger, _) => Access::SignIn,
        (Visitor::Named, _) => Access::Decide,
        (Visitor::Admin, _) if revoked => Access::Decide,
        (Visitor::Admin, Way::Inbox) => Access::Read,
        (Visitor::Admin | Visitor::Other, Way::Link) => Access::Told,
        (Visitor::Other, Way::Inbox) => Access::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_is_trimmed_and_of_a_sound_length() {
        for (given, wanted) in [
            (json!({}), Ok(None)),
            (json!({ "reviewer": null }), Ok(None)),
            (json!({ "reviewer": " Ann Lee\n" }), Ok(Some("Ann Lee"))),
            (json!({ "reviewer": format!(" {} ", "é".repeat(200)) }), Ok(Some("é".repeat(200).as_str()))),
            (json!({ "reviewer": " " }), Err("must not be blank: leave it out when anybody may decide")),
            (json!({ "reviewer": "é".repeat(201) }), Err("201 characters are too many: at most 200")),
            (json!({ "reviewer": ["Ann"] }), Err("must be a string, not an array")),
            (json!({ "reviewer": false }), Err("must be a string, not a boolean")),
        ] {
            let found = name(given.as_object().unwrap());
            assert_eq!(found.as_ref().map_err(|fault| fault.message.as_str()), wanted.as_ref().map_err(|message| *message), "{given}");
            assert!(found.err().is_none_or(|fault| fault.path == "reviewer"));
        }
    }

    #[test]
    fn letter_case_counts_only_between_names_that_differ_in_nothing_else() {
        let known = || vec!["Ann", "Zoë", "bob", "BOB"];
        for (wanted, found) in [
            ("Ann", Some("Ann")),
            ("aNN", Some("Ann")),
            ("ZOË", Some("Zoë")),
            ("bob", Some("bob")),
            ("BOB", Some("BOB")),
            ("Bob", None),
            ("An", None),
            ("Anna", None),
            ("", None),
        ] {
            assert_eq!(meant(wanted, known(), |name| name), found, "{wanted}");
        }
    }

    #[test]
    fn who_may_do_what() {
        use {Access::*, Visitor::*, Way::*};
        for (visitor, revoked, by_link, from_inbox) in [
            (Stranger, false, SignIn, SignIn),
            (Stranger, true, SignIn, SignIn),
            (Named, false, Decide, Decide),
            (Admin, false, Told, Read),
            (Admin, true, Decide, Decide),
            (Other, false, Told, Nothing),
            (Other, true, Told, Nothing),
        ] {
            assert_eq!(access(Link, visitor, revoked), by_link, "{visitor:?} {revoked}");
            assert_eq!(access(Inbox, visitor, revoked), from_inbox, "{visitor:?} {revoked}");
        }
    }
}
