//! What is wrong with an input: every fault, each with the path of the thing at fault (contract § 2).

use std::fmt;

use serde::{Deserialize, Serialize};

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
    /// Notes one more fault.
    pub fn push(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.0.push(Violation { path: path.into(), message: message.into() });
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

/// Appends a property name to a path: `.name` where that reads as a name, `["na me"]` (as JSON) elsewhere.
#[must_use]
pub fn join(path: &str, key: &str) -> String {
    let plain = !key.is_empty()
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
        && !key.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    match (plain, path.is_empty()) {
        (true, true) => key.to_owned(),
        (true, false) => format!("{path}.{key}"),
        (false, _) => format!("{path}[{}]", serde_json::Value::from(key)),
    }
}
