//! The review form as a browser without WebAssembly posts it (contract § 10): names, and the way from pairs to entries.

use super::grid::{Entry, Grid};

/// Which of the footer's buttons was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Submit,
    Cancel,
}

/// A posted form, decoded.
#[derive(Clone, Debug, PartialEq)]
pub struct Posted {
    pub action: Action,
    /// One entry a row of the grid.
    pub entries: Vec<Entry>,
    /// Rows whose text was changed while their Include is off: 422 once, naming them (by index). Empty on a cancel.
    pub unsure: Vec<usize>,
}

/// The form name of a row's editor: `p.` and the property name, percent-encoded.
#[must_use]
pub fn editor_name(name: &str) -> String {
    format!("p.{}", encode(name))
}

/// A property name as `include`'s value: percent-encoded (as `encodeURIComponent` does).
#[must_use]
pub fn encode(name: &str) -> String {
    todo!()
}

/// Decodes the pairs of a posted form against the grid it was drawn from.
///
/// # Errors
/// A sentence for a 400: an unknown or repeated name, an unknown action.
pub fn decode(grid: &Grid, pairs: &[(String, String)]) -> Result<Posted, String> {
    todo!()
}
