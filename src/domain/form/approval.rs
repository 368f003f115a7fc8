//! An approval's form: the editors of a grid, with nothing to include.

use super::editors::Editors;
use super::{ACTION, Action, button, once, pressed, unknown};
use crate::domain::approval::Form;
use crate::domain::grid::Entry;

/// An approval's posted form, decoded.
#[derive(Clone, Debug, PartialEq)]
pub struct PostedForm {
    pub action: Action,
    /// One entry a field of the form, [filled](crate::domain::grid::Row::filled); none in JSON mode.
    pub entries: Vec<Entry>,
}

/// Decodes the pairs of an approval's posted form: `action`, and `p.NAME` as in a proposal's. In JSON mode (`None`) there are the buttons alone.
///
/// # Errors
/// A sentence for a 400: an unknown or repeated name, an unknown action.
pub fn decode_form(form: Option<&Form>, pairs: &[(String, String)]) -> Result<PostedForm, String> {
    let mut editors = form.map(|form| Editors::of(&form.grid));
    let mut action = None;
    for (name, value) in pairs {
        match (name.as_str(), &mut editors) {
            (ACTION, _) => once(action.replace(button(value)?).is_some(), name, value)?,
            (_, Some(editors)) => editors.take(name, value)?,
            (_, None) => return Err(unknown(name)),
        }
    }
    let rows = form.map(|form| form.grid.rows.iter().enumerate()).into_iter().flatten();
    let values = |row| editors.as_ref().map_or(&[][..], |editors| editors.values(row));
    let entries: Result<_, String> = rows.map(|(i, row)| Ok(row.filled(row.posted(values(i))?))).collect();
    Ok(PostedForm { action: pressed(action)?, entries: entries? })
}
