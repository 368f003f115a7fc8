//! `elicit_proposal`'s arguments, parsed once (contract § 3).

mod cells;
mod columns;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::cells::Cells;
use super::arguments::{Arguments, Shared};
use super::grid::Grid;
use super::labels::Labels;
use super::schema::{self, Syntax};
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
        const OBJECTS: [&str; 3] = ["columns", "requestedSchema", "fields"];
        let mut noted = Violations::default();
        let faults = &mut noted;
        let Some(arguments) = Arguments::read("elicit_proposal", &OBJECTS, &OBJECTS, arguments, faults) else { return Err(noted) };
        let shared = Shared::parse(&arguments, "Submit Changes", "Cancel", syntax, faults);
        let columns = arguments
            .object("columns", "{ sources: [{ key, label }], current: { label } }", faults)
            .map(|columns| columns::parse(columns, faults))
            .unwrap_or_default();
        let requested = arguments.object("requestedSchema", "a flat JSON Schema of the proposed record", faults);
        let fields = match arguments.value("requestedSchema") {
            Some(schema) if requested.is_some() => schema::parse(schema, "requestedSchema", syntax, faults),
            _ => Vec::new(),
        };
        let cells = arguments.object("fields", "{ PROPERTY: { sources?, current?, include? } }, or {} when no cell has a value", faults);
        let properties = requested.and_then(|schema| schema.get("properties")).and_then(Value::as_object);
        let rows = Cells { sources: columns.sources.as_deref(), properties }.parse(cells, fields, faults);
        let grid = Grid { sources: columns.sources.unwrap_or_default(), current: columns.current, rows };
        let Shared { message, context, display_template, labels, timeout_seconds } = shared;
        noted.into_result(Self { message, grid, labels, context, display_template, timeout_seconds })
    }
}
