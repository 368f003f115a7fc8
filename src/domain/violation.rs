//! What is wrong with an input: every fault, each with the path of the thing at fault (contract § 2).

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One fault: where it is and what is wanted instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    /// The path as an agent would write it: `fields.website.include`, `requestedSchema.properties["a b"].enum[2]`.
    pub path: String,
    /// What is wrong and what is wanted, as one sentence without the path.
    pub message: String,
}

/// All faults of one input, in the order they were met. Never empty when it is an `Err`.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct Violations(pub Vec<Violation>);

impl Violations {
    /// Notes one more fault; what it quotes at length is [`shortened`].
    pub fn push(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.0.push(Violation { path: shortened(path.into()), message: shortened(message.into()) });
    }

    /// `Ok(value)` when nothing was noted, else all that was.
    ///
    /// # Errors
    /// The faults noted so far.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Violations {
    /// One line a fault: `path: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}: {}", violation.path, violation.message)?;
        }
        Ok(())
    }
}

/// How much of a long text is kept of its beginning, and of its end, in code points.
const KEPT: (usize, usize) = (400, 300);

/// `text` without its middle when it is long: a sentence that quotes what was sent still begins and ends as it did.
#[must_use]
pub fn shortened(text: String) -> String {
    let (start, end) = KEPT;
    let length = text.chars().count();
    if length <= start + end {
        return text;
    }
    let mut short: String = text.chars().take(start).collect();
    short.push_str(" … ");
    short.extend(text.chars().skip(length - end));
    short
}

/// Appends a property name to a path: `.name` where that reads as a name, `["na me"]` (as JSON) elsewhere.
#[must_use]
pub fn join(path: &str, key: &str) -> String {
    let plain = !key.is_empty()
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
        && !key.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    match (plain, path.is_empty()) {
        (true, true) => key.to_owned(),
        (true, false) => format!("{path}.{key}"),
        (false, _) => format!("{path}[{}]", Value::from(key)),
    }
}

/// The one of `known` that `key` was probably meant to be: a few typing slips away, or the only one that begins or ends with it (`timeout`
/// for `timeoutSeconds`), or that it begins or ends with; letter case aside.
pub fn suggest<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let key = folded(key);
    // a slip for every three characters, up to four: beyond that a suggestion is a guess
    let limit = (key.len() / 3).min(4);
    let known: Vec<(Vec<char>, &str)> = known.map(|name| (folded(name), name)).collect();
    let nearest = known.iter().map(|(name, as_is)| (distance(&key, name, limit), *as_is)).min_by_key(|(slips, _)| *slips);
    if let Some((_, name)) = nearest.filter(|(slips, _)| *slips <= limit) {
        return Some(name);
    }
    let mut parts = known.iter().filter(|(name, _)| is_part(&key, name, 2) || is_part(name, &key, 4));
    match (parts.next(), parts.next()) {
        (Some((_, name)), None) => Some(name),
        _ => None,
    }
}

/// Whether `part`, `least` characters at least, is how `whole` begins or ends.
fn is_part(part: &[char], whole: &[char], least: usize) -> bool {
    part.len() >= least && (whole.starts_with(part) || whole.ends_with(part))
}

/// What to say of a key that is not known: `not a property of requestedSchema (did you mean "website"?)`, where `what` is
/// `a property of requestedSchema`.
pub fn unknown_key<'a>(what: &str, key: &str, known: impl Iterator<Item = &'a str>) -> String {
    match suggest(key, known) {
        Some(name) => format!("not {what} (did you mean {}?)", Value::from(name)),
        None => format!("not {what}"),
    }
}

/// Notes every object key within `value` (at `path`) that `serde_json` keeps for itself: read back, its entry would turn into another value.
pub fn refuse_private_keys(value: &Value, path: &str, faults: &mut Violations) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let path = join(path, key);
                if key.starts_with("$serde_json::private") {
                    faults.push(path.as_str(), "keys that begin with $serde_json::private are reserved");
                }
                refuse_private_keys(value, &path, faults);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                refuse_private_keys(item, &format!("{path}[{i}]"), faults);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn folded(key: &str) -> Vec<char> {
    // a key longer than any that is allowed resembles none: the cut keeps the comparison short
    key.chars().take(256).map(|c| c.to_ascii_lowercase()).collect()
}

/// The number of slips (a character more, less, other, or two swapped) between `a` and `b`; anything over `limit` when they are further apart.
fn distance(a: &[char], b: &[char], limit: usize) -> usize {
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let other = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + other);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        // two rows, for a swap reaches back over one
        if row.iter().chain(&last).all(|slips| *slips > limit) {
            return limit + 1;
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by `cargo xtask fuzz schema`: a fault was as long as what it quotes.
    #[test]
    fn what_is_quoted_at_length_is_shortened() {
        let mut faults = Violations::default();
        faults.push("é".repeat(700), format!("\"{}\" is not a property of requestedSchema", "<x>".repeat(20_000)));
        let Violation { path, message } = faults.0.remove(0);
        assert_eq!(path, "é".repeat(700));
        assert_eq!(message.chars().count(), 703);
        assert!(message.starts_with("\"<x><x>") && message.ends_with("<x>\" is not a property of requestedSchema"), "{message}");
    }

    #[test]
    fn suggests_what_was_meant() {
        let known = ["minLength", "maxLength", "pattern", "format", "title", "website", "name"];
        let cases = [
            ("websit", Some("website")),
            ("nmae", Some("name")),
            ("maxlength", Some("maxLength")),
            ("max_length", Some("maxLength")),
            ("MINLENGTH", Some("minLength")),
            ("patern", Some("pattern")),
            ("titel", Some("title")),
            ("formatt", Some("format")),
            ("", None),
            ("x", None),
            ("NAME", Some("name")),
            ("owner", None),
            ("aVeryLongKeyThatResemblesNothing", None),
            ("min", Some("minLength")),
            ("websiteAddress", Some("website")),
            ("length", None),
            ("m", None),
            ("ame", Some("name")),
        ];
        for (key, wanted) in cases {
            assert_eq!(suggest(key, known.into_iter()), wanted, "{key}");
        }
        assert_eq!(suggest(&"a".repeat(100_000), known.into_iter()), None);
    }

    #[test]
    fn unknown_keys_are_said_with_the_suggestion() {
        let known = ["website", "say \"hi\""];
        let say = |key| unknown_key("a property of requestedSchema", key, known.into_iter());
        assert_eq!(say("websit"), "not a property of requestedSchema (did you mean \"website\"?)");
        assert_eq!(say("say hi"), "not a property of requestedSchema (did you mean \"say \\\"hi\\\"\"?)");
        assert_eq!(say("zzz"), "not a property of requestedSchema");
    }

    #[test]
    fn paths_read_as_an_agent_writes_them() {
        let cases = [
            ("", "fields", "fields"),
            ("fields", "website", "fields.website"),
            ("fields", "a b", "fields[\"a b\"]"),
            ("fields", "a.b", "fields[\"a.b\"]"),
            ("fields", "", "fields[\"\"]"),
            ("fields", "__proto__", "fields.__proto__"),
            ("fields", "1st", "fields[\"1st\"]"),
            ("fields", "say \"hi\"", "fields[\"say \\\"hi\\\"\"]"),
        ];
        for (path, key, wanted) in cases {
            assert_eq!(join(path, key), wanted);
        }
    }
}
