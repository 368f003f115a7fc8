//! What the reviewer chose: whether it does, and in which order it is told.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Options, SelectionOption};

/// What is wrong with choosing `count` of options of which `fewest` to `most` may be chosen; `None` when it does.
#[must_use]
pub fn miscounted(fewest: usize, most: usize, count: usize) -> Option<String> {
    if count == 0 && fewest > 0 && most == 1 {
        Some("Choose an option".to_owned())
    } else if count < fewest {
        Some(format!("Choose at least {fewest}"))
    } else if count > most {
        Some(format!("Choose at most {most}: {count} are chosen"))
    } else {
        None
    }
}

impl SelectionOption {
    /// What the option is called: its label, else its id.
    #[must_use]
    pub fn title(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.id)
    }
}

impl Options {
    /// Whether at most one may be chosen.
    #[must_use]
    pub const fn single(&self) -> bool {
        self.max_selections == 1
    }

    /// What is wrong with `selected`, a set of ids in any order, as a sentence for the reviewer; `None` when it does.
    #[must_use]
    pub fn fault(&self, selected: &[String]) -> Option<String> {
        let known: BTreeSet<&str> = self.items.iter().map(|option| option.id.as_str()).collect();
        if let Some(stray) = selected.iter().find(|id| !known.contains(id.as_str())) {
            return Some(format!("{} is not one of the options", Value::from(stray.as_str())));
        }
        miscounted(self.min_selections, self.max_selections, selected.iter().collect::<BTreeSet<_>>().len())
    }

    /// What choosing `selected`, a set of ids in any order, submits (contract § 6): `selectedIds`, in the order of the options.
    ///
    /// # Errors
    /// As [`Options::fault`] says.
    pub fn submission(&self, selected: &[String]) -> Result<Map<String, Value>, String> {
        match self.fault(selected) {
            Some(fault) => Err(fault),
            None => Ok(Map::from_iter([("selectedIds".to_owned(), Value::from(self.ordered(selected)))])),
        }
    }

    /// The chosen ids in the order of the options, each once; what is no option is gone.
    #[must_use]
    pub fn ordered(&self, selected: &[String]) -> Vec<String> {
        let selected: BTreeSet<&str> = selected.iter().map(String::as_str).collect();
        self.items.iter().filter(|option| selected.contains(option.id.as_str())).map(|option| option.id.clone()).collect()
    }
}
