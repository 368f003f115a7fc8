//! `elicit_approval`'s arguments, parsed once (contract § 2), and its form mode.

mod form;
#[cfg(test)]
pub(in crate::domain) mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::arguments::{Arguments, Shared};
use super::labels::Labels;
use super::schema::{self, Syntax};
use super::violation::Violations;
pub use form::Form;

/// An approval that can't be wrong: there is something to approve, every field is of the subset, every limit is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Approval {
    /// The page's heading, plain text.
    pub message: String,
    /// What the reviewer fills in; `None` in JSON mode.
    pub form: Option<Form>,
    pub labels: Labels,
    /// What the reviewer reads, echoed verbatim; `null` when none was sent.
    pub context: Value,
    pub display_template: Option<String>,
    /// How long the request stays decidable, already clamped and rounded up: 60–86400.
    pub timeout_seconds: u32,
}

impl Approval {
    /// Parses the arguments of an `elicit_approval` call.
    ///
    /// # Errors
    /// Every fault by path, not the first (contract § 2: unknown keys with a suggestion, limits with their number).
    pub fn parse(arguments: &Map<String, Value>, syntax: &dyn Syntax) -> Result<Self, Violations> {
        const OBJECTS: [&str; 1] = ["requestedSchema"];
        let mut noted = Violations::default();
        let faults = &mut noted;
        let Some(arguments) = Arguments::read("elicit_approval", &OBJECTS, &OBJECTS, arguments, faults) else { return Err(noted) };
        let shared = Shared::parse(&arguments, "Approve", "Decline", syntax, faults);
        if !arguments.given("context") && !arguments.given("requestedSchema") {
            faults.push(
                "context",
                "required unless there is a requestedSchema: give a context to read, a requestedSchema to fill in, or both",
            );
        }
        let schema = arguments.value("requestedSchema");
        let form = schema.map(|schema| Form::new(schema::parse(schema, "requestedSchema", syntax, faults)));
        let Shared { message, context, display_template, labels, timeout_seconds } = shared;
        noted.into_result(Self { message, form, labels, context, display_template, timeout_seconds })
    }
}
