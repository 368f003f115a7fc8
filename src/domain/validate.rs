//! The one checker of a value against its field, run in the browser while typing and on the server on submit.
//!
//! It knows every keyword of the subset but `pattern`, which the server alone matches. The server also has the `jsonschema` crate's word;
//! a property test holds the two together.

use serde_json::Value;

use super::schema::Field;

/// The first thing wrong with `value` as a value of `field`, as a sentence for the reviewer ("Enter a whole number"), `None` when it
/// is fine. Agrees with the `jsonschema` crate on [`Field::json_schema`], `pattern` aside.
#[must_use]
pub fn fault(field: &Field, value: &Value) -> Option<String> {
    todo!()
}
