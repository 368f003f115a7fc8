//! What a reviewer has entered and not sent: the draft that is kept while the request is pending (contract § 10).
//!
//! It holds the rows that are not as the page opens them, each as an [`Entry`]: what nobody touched stays untouched.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::grid::{Entry, Row};
use super::request::Request;
use super::selection::Selection;

/// The most that is kept, in bytes of JSON: what a submission may have (contract § 2).
pub const MAX_BYTES: usize = 1 << 20;

/// What was entered and not sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsent {
    /// By the index of the row.
    rows: BTreeMap<usize, Entry>,
    /// The ids of a selection's chosen options, in their order.
    selected: Vec<String>,
}

/// What a page has to say since it last said anything: rows and options that it does not name stay as they were kept, so that two pages
/// at work do not undo each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// By the index of the row; `None` for one that is as the page opens it.
    rows: Vec<(usize, Option<Entry>)>,
    /// The ids of a selection's chosen options, in their order.
    selected: Option<Vec<String>>,
}

impl Change {
    /// What `rows` (index and entry) and `selected` change of what was entered for `request`, each entry as its editor holds it.
    ///
    /// # Errors
    /// A sentence when the request has no such row or option.
    pub fn new(request: &Request, rows: &[(usize, Entry)], selected: Option<&[String]>) -> Result<Self, String> {
        let all = request.grid().map_or(&[][..], |grid| &grid.rows);
        let change = |(index, entry): &(usize, Entry)| {
            let row = all.get(*index).ok_or_else(|| format!("this request has {} rows, none with index {index}", all.len()))?;
            let entry = settled(request, row, entry);
            Ok((*index, (entry != opening(request, row)).then_some(entry)))
        };
        let rows = rows.iter().map(change).collect::<Result<_, String>>()?;
        let selected = match (selected, request) {
            (None, _) => None,
            (Some(ids), Request::Selection(Selection { options, .. })) => {
                if ids.iter().any(|id| options.items.iter().all(|option| option.id != *id)) {
                    return Err("this request has no such option".to_owned());
                }
                Some(options.ordered(ids))
            }
            (Some(_), Request::Proposal(_) | Request::Approval(_)) => return Err("this request has no options to select".to_owned()),
        };
        Ok(Self { rows, selected })
    }
}

impl Unsent {
    /// What is entered after `change`.
    #[must_use]
    pub fn with(mut self, change: &Change) -> Self {
        for (index, entry) in &change.rows {
            match entry {
                Some(entry) => _ = self.rows.insert(*index, entry.clone()),
                None => _ = self.rows.remove(index),
            }
        }
        if let Some(selected) = &change.selected {
            self.selected.clone_from(selected);
        }
        self
    }

    /// Whether there is nothing to keep: all is as the page opens it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.selected.is_empty()
    }

    /// One entry a row of `request`: as entered, else as the page opens it.
    #[must_use]
    pub fn entries(&self, request: &Request) -> Vec<Entry> {
        let rows = request.grid().map_or(&[][..], |grid| &grid.rows);
        let entry = |(index, row): (usize, &Row)| self.rows.get(&index).cloned().unwrap_or_else(|| opening(request, row));
        rows.iter().enumerate().map(entry).collect()
    }

    /// The ids of a selection's chosen options.
    #[must_use]
    pub fn selected(&self) -> &[String] {
        &self.selected
    }
}

/// A row of `request` as the page opens it.
fn opening(request: &Request, row: &Row) -> Entry {
    if matches!(request, Request::Approval(_)) { row.filled(None) } else { row.opening() }
}

/// `entry` as a row's editor holds it, with Include as the lock, or the form, has it.
fn settled(request: &Request, row: &Row, entry: &Entry) -> Entry {
    let settled = row.settled(entry);
    if matches!(request, Request::Approval(_)) { row.filled(settled.draft) } else { settled }
}
