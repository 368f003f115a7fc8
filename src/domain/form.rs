//! The review form as a browser without WebAssembly posts it (contract § 10): names, and the way from pairs to entries.
//!
//! What comes in is compared with what the page drew at its opening, as a browser hands that back: only a difference is an edit.
//!
//! [`decode`] reads a proposal's form, [`decode_form`] an approval's (the same editors, nothing to include), [`decode_choice`] a selection's.

mod approval;
mod editors;
mod posted;
mod selection;
#[cfg(test)]
mod tests;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use self::editors::Editors;
use super::grid::{Entry, Grid};
pub use approval::{PostedForm, decode_form};
pub use posted::folded;
pub use selection::{CHOICE, PostedChoice, decode_choice};

/// The name of the footer's buttons.
pub const ACTION: &str = "action";
/// The name of the Include boxes; the value is the property name, encoded.
pub const INCLUDE: &str = "include";
/// The name of the hidden fields of a 422 page that name the rows in [`Posted::unsure`]; the value is the property name, encoded. With it
/// the row passes.
pub const CONFIRMED: &str = "confirmed";
/// Begins the names of the editors.
const EDITOR: &str = "p.";

/// What `encodeURIComponent` leaves as it is.
const PLAIN: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'!').remove(b'~').remove(b'*').remove(b'\'').remove(b'(').remove(b')');

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
    /// Rows whose text was changed while their Include is off, and not yet [`CONFIRMED`]: 422 once, naming them (by index). Empty on a cancel.
    pub unsure: Vec<usize>,
    /// Rows that an earlier 422 named already: a page drawn again has to name them in its [`CONFIRMED`] fields too, or they would be asked
    /// about once more.
    pub confirmed: Vec<usize>,
}

/// The form name of a row's editor: `p.` and the property name, percent-encoded.
#[must_use]
pub fn editor_name(name: &str) -> String {
    format!("{EDITOR}{}", encode(name))
}

/// A property name as `include`'s value: percent-encoded (as `encodeURIComponent` does).
#[must_use]
pub fn encode(name: &str) -> String {
    utf8_percent_encode(name, PLAIN).to_string()
}

/// Decodes the pairs of a posted form against the grid it was drawn from.
///
/// # Errors
/// A sentence for a 400: an unknown or repeated name, an unknown action.
pub fn decode(grid: &Grid, pairs: &[(String, String)]) -> Result<Posted, String> {
    let mut editors = Editors::of(grid);
    let mut action = None;
    let mut include = vec![false; grid.rows.len()];
    let mut confirmed = vec![false; grid.rows.len()];
    for (name, value) in pairs {
        match name.as_str() {
            ACTION => once(action.replace(button(value)?).is_some(), name, value)?,
            INCLUDE => once(std::mem::replace(&mut include[editors.row(value)?], true), name, value)?,
            CONFIRMED => once(std::mem::replace(&mut confirmed[editors.row(value)?], true), name, value)?,
            _ => editors.take(name, value)?,
        }
    }
    let action = pressed(action)?;
    let mut entries = Vec::with_capacity(grid.rows.len());
    let mut unsure = Vec::new();
    for (i, row) in grid.rows.iter().enumerate() {
        let draft = row.posted(editors.values(i))?;
        // what was not posted at all cannot have been typed
        if action == Action::Submit && draft.is_some() && !editors.values(i).is_empty() && !include[i] && !confirmed[i] {
            unsure.push(i);
        }
        entries.push(Entry { include: include[i], draft });
    }
    let confirmed = (0..confirmed.len()).filter(|i| confirmed[*i]).collect();
    Ok(Posted { action, entries, unsure, confirmed })
}

fn button(value: &str) -> Result<Action, String> {
    match value {
        "submit" => Ok(Action::Submit),
        "cancel" => Ok(Action::Cancel),
        _ => Err(format!("The form knows no action {}: submit or cancel", brief(value))),
    }
}

fn pressed(action: Option<Action>) -> Result<Action, String> {
    action.ok_or_else(|| "The form does not say which button was pressed (action)".to_owned())
}

fn once(again: bool, name: &str, value: &str) -> Result<(), String> {
    if again { Err(format!("The form says {name}={} more than once", brief(value))) } else { Ok(()) }
}

fn unknown(name: &str) -> String {
    format!("The form has no field named {}", brief(name))
}

/// Somebody's text within a sentence: its beginning.
fn brief(text: &str) -> String {
    text.chars().take(80).collect()
}
