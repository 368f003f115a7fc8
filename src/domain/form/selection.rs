//! A selection's form: the ticked options.

use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;

use super::{ACTION, Action, brief, button, once, pressed, unknown};
use crate::domain::selection::Options;

/// The name of the options' boxes; the value is the id, [encoded](super::encode): a browser does not keep every text as it is.
pub const CHOICE: &str = "choice";

/// A selection's posted form, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedChoice {
    pub action: Action,
    /// The chosen ids in the order of the options; [`Options::fault`] tells whether they do.
    pub selected: Vec<String>,
}

/// Decodes the pairs of a selection's posted form: `action`, and `choice` once for each chosen option.
///
/// # Errors
/// A sentence for a 400: an unknown name, option or action, or one that is repeated.
pub fn decode_choice(options: &Options, pairs: &[(String, String)]) -> Result<PostedChoice, String> {
    let known: BTreeSet<&str> = options.items.iter().map(|option| option.id.as_str()).collect();
    let mut action = None;
    let mut chosen = BTreeSet::new();
    for (name, value) in pairs {
        match name.as_str() {
            ACTION => once(action.replace(button(value)?).is_some(), name, value)?,
            CHOICE => {
                let id = percent_decode_str(value).decode_utf8().ok().and_then(|id| known.get(id.as_ref()).copied());
                let id = id.ok_or_else(|| format!("This request has no option {}", brief(value)))?;
                once(!chosen.insert(id), name, value)?;
            }
            _ => return Err(unknown(name)),
        }
    }
    let chosen: Vec<String> = chosen.into_iter().map(str::to_owned).collect();
    Ok(PostedChoice { action: pressed(action)?, selected: options.ordered(&chosen) })
}
