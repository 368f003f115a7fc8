//! The arguments of a tool call, whichever tool: which there may be, how large, and those that every request takes (contract § 2).
//!
//! Reading notes every fault and goes on, so that an agent can mend them all at once.

mod read;
mod reserved;
mod shared;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use super::named;
pub use super::value::json_type as type_name;
use super::violation::{Violations, join, refuse_private_keys, unknown_key};
pub use read::{count, known_keys, object, text, words};
pub use reserved::reserved_key;
pub use shared::{Shared, template};

/// The most bytes of all arguments, as compact JSON.
const MAX_ARGUMENTS: usize = 256 * 1024;
/// The deepest nesting of an argument.
const MAX_DEPTH: usize = 100;
/// The most code points of a name that is not known that are worth saying.
const MAX_NAME: usize = 200;
/// The arguments that every request takes; [`Shared::parse`] reads them.
const SHARED: [&str; 6] = ["message", "context", "displayTemplate", "labels", "timeoutSeconds", named::ARGUMENT];

/// A call's arguments: those known to the tool, with the objects that arrived as JSON text parsed.
pub struct Arguments<'a> {
    given: &'a Map<String, Value>,
    /// What stood in a text.
    parsed: Map<String, Value>,
}

impl<'a> Arguments<'a> {
    /// Takes in `given`, the arguments of `tool`, which knows those that every request takes and `own`; `objects` are those of its own that
    /// are objects. Notes unknown and reserved keys, what is too large or nested too deep; `None` when it is too much to look at further.
    pub fn read(tool: &str, own: &[&str], objects: &[&str], given: &'a Map<String, Value>, faults: &mut Violations) -> Option<Self> {
        if is_too_large(given, faults) {
            return None;
        }
        for key in given.keys() {
            let known = || own.iter().chain(&SHARED).copied();
            if !known().any(|name| name == key) {
                faults.push(join("", key), unknown_key(&format!("an argument of {tool}"), key, known()));
            }
        }
        let mut parsed = Map::new();
        for (name, value) in given {
            // the schema's own reader looks at its keys
            if name != "requestedSchema" {
                refuse_private_keys(value, &join("", name), faults);
            }
            if let (Value::String(text), true) = (value, name == "labels" || objects.contains(&name.as_str())) {
                parsed.insert(name.clone(), read::embedded(text, name, faults).unwrap_or_default());
            }
        }
        Some(Self { given, parsed })
    }

    /// The argument `name`; `None` when it is absent, `null`, or was a text that is no object (which is noted already).
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.parsed.get(name).or_else(|| self.given.get(name)).filter(|value| !value.is_null())
    }

    /// Whether the argument `name` is there and not `null`, sound or not.
    #[must_use]
    pub fn given(&self, name: &str) -> bool {
        self.given.get(name).is_some_and(|value| !value.is_null())
    }

    /// The object argument `name`, which has to be there; `wanted` says what it holds. `None` when that is noted as a fault.
    pub fn object(&self, name: &str, wanted: &str, faults: &mut Violations) -> Option<&Map<String, Value>> {
        if self.parsed.get(name).is_some_and(Value::is_null) {
            return None;
        }
        object(self.value(name), name, wanted, faults)
    }
}

/// Notes arguments that are too large together, naming the largest, and those that are by themselves.
fn is_too_large(given: &Map<String, Value>, faults: &mut Violations) -> bool {
    let sizes: Vec<(usize, &String)> = given.iter().map(|(name, value)| (read::bytes(value), name)).collect();
    // each with its quotes, colon and comma
    let total: usize = sizes.iter().map(|(bytes, name)| bytes + name.len() + 4).sum();
    let Some((bytes, largest)) = sizes.iter().max().filter(|_| total > MAX_ARGUMENTS) else { return false };
    let largest: String = largest.chars().take(MAX_NAME).collect();
    let limit = format!("at most {MAX_ARGUMENTS} (256 KiB) together");
    faults.push("arguments", format!("{total} bytes are too many: {limit}; the largest is {largest} with {bytes}"));
    for name in ["context", "displayTemplate", "rowTemplate"] {
        if let Some(value) = given.get(name) {
            shared::size(read::bytes(value), name, faults);
        }
    }
    true
}
