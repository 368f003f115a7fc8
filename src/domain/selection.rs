//! `elicit_selection`'s arguments, parsed once (contract § 2), and the rules of choosing.

mod choosing;
mod options;
mod rows;
mod search;
#[cfg(test)]
pub(in crate::domain) mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::arguments::{self, Arguments, Shared};
use super::labels::Labels;
use super::schema::Syntax;
use super::violation::Violations;
pub use choosing::miscounted;
pub use rows::Rows;

/// A selection that can't be wrong: every option has an id of its own, the limits can be met, every size is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Selection {
    /// The page's heading, plain text.
    pub message: String,
    pub options: Options,
    /// The options as they were sent, in their order and with any other keys: what `rowTemplate` calls `option`. They are
    /// taken out once rendered: nobody needs them then.
    pub sent: Vec<Value>,
    /// `None` when absent or blank: then a row shows the option's title.
    pub row_template: Option<String>,
    pub labels: Labels,
    /// Echoed verbatim; `null` when none was sent.
    pub context: Value,
    pub display_template: Option<String>,
    /// How long the request stays decidable, already clamped and rounded up: 60–86400.
    pub timeout_seconds: u32,
}

/// What there is to choose from, and how many: all that the page's choices need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// In the order they were sent. 1–500, each with an id of its own.
    pub items: Vec<SelectionOption>,
    /// The fewest that may be chosen; never more than there are options.
    pub min_selections: usize,
    /// The most that may be chosen, from 1 up; may be more than there are options.
    pub max_selections: usize,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelectionOption {
    /// Not blank; as it was sent.
    pub id: String,
    /// Trimmed; `None` when absent or blank.
    pub label: Option<String>,
    /// Trimmed; `None` when absent or blank.
    pub description: Option<String>,
}

impl Selection {
    /// Parses the arguments of an `elicit_selection` call.
    ///
    /// # Errors
    /// Every fault by path, not the first (contract § 2: unknown keys with a suggestion, limits with their number).
    pub fn parse(arguments: &Map<String, Value>, syntax: &dyn Syntax) -> Result<Self, Violations> {
        const OWN: [&str; 4] = ["options", "rowTemplate", "minSelections", "maxSelections"];
        let mut noted = Violations::default();
        let faults = &mut noted;
        let Some(arguments) = Arguments::read("elicit_selection", &OWN, &[], arguments, faults) else { return Err(noted) };
        let shared = Shared::parse(&arguments, "Submit", "Cancel", syntax, faults);
        let sent = options::list(arguments.value("options"), faults);
        let items = options::parse(sent, faults);
        let (min_selections, max_selections) = options::limits(&arguments, sent.len(), faults);
        let row_template = arguments::template(arguments.value("rowTemplate"), "rowTemplate", syntax, faults);
        let options = Options { items, min_selections, max_selections };
        let Shared { message, context, display_template, labels, timeout_seconds } = shared;
        noted.into_result(Self { message, options, sent: sent.to_vec(), row_template, labels, context, display_template, timeout_seconds })
    }
}
