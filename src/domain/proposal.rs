//! `elicit_proposal`'s arguments, parsed once (contract § 3).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::grid::Grid;
use super::labels::Labels;
use super::schema::Syntax;
use super::violation::Violations;

/// A proposal that can't be wrong: every name resolves, every field is of the subset, every limit is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// The page's heading, plain text.
    pub message: String,
    pub grid: Grid,
    pub labels: Labels,
    /// Echoed verbatim; `null` when none was sent.
    pub context: Value,
    pub display_template: Option<String>,
    /// How long the request stays decidable, already clamped and rounded up: 60–86400.
    pub timeout_seconds: u32,
}

impl Proposal {
    /// Parses the arguments of an `elicit_proposal` call.
    ///
    /// # Errors
    /// Every fault by path, not the first (contract § 2: unknown keys with a suggestion, limits with their number).
    pub fn parse(arguments: &Map<String, Value>, syntax: &dyn Syntax) -> Result<Self, Violations> {
        todo!()
    }
}
