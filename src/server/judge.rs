//! The `jsonschema` crate's word: on patterns when a request is made, and the final one on what was submitted (contract § 4, 5).

use serde_json::{Map, Value};

use crate::domain::grid::{Grid, RowFault};
use crate::domain::schema::Field;

/// Whether `pattern` compiles on the linear-time engine, as `jsonschema` reads it (ECMA syntax, unanchored, by code point).
///
/// # Errors
/// What is wrong with it, as one sentence ("look-around is not supported: patterns are matched in linear time").
pub fn pattern(pattern: &str) -> Result<(), String> {
    todo!()
}

/// Whether `text` matches the field's `pattern`; `None` when it does or there is none, else the sentence for the row.
#[must_use]
pub fn pattern_fault(field: &Field, text: &str) -> Option<String> {
    todo!()
}

/// The final word on a submission: `values` against the grid's schema restricted to its keys (`properties` and `required` both).
///
/// # Errors
/// One fault a row, by row index.
pub fn submission(grid: &Grid, values: &Map<String, Value>) -> Result<(), Vec<RowFault>> {
    todo!()
}
