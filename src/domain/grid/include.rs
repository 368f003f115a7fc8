//! Include, and everything that moves a row: the opening, the lock, copying a cell, edits by hand, the header's actions.
//!
//! Each yields the next [`Entry`]; whatever happens, a locked row is included.

use serde_json::Value;

use super::{Bulk, Draft, Entry, Row};
use crate::domain::schema::Kind;
use crate::domain::value::{equal, is_empty, text};

impl Row {
    /// The row as the page opens it: default Include (override and lock applied), Proposed untouched.
    #[must_use]
    pub fn opening(&self) -> Entry {
        let differs = self.field.default.as_ref().is_some_and(|default| !equal(default, &self.current));
        self.entry(self.include.unwrap_or(differs), None)
    }

    /// Whether Include is on and cannot be turned off: required, and Current is empty.
    #[must_use]
    pub fn locked(&self) -> bool {
        self.field.required && is_empty(&self.current)
    }

    /// Whether the cell of Source column `source` is boxed: not empty and different from Current.
    #[must_use]
    pub fn differs(&self, source: usize) -> bool {
        self.source(source).is_some_and(|value| !equal(value, &self.current))
    }

    /// Double-click on a Source cell: its value into Proposed, Include on. An empty cell does nothing.
    #[must_use]
    pub fn copy_source(&self, source: usize, entry: &Entry) -> Entry {
        match self.source(source) {
            Some(value) => self.entry(true, Some(self.copied(value))),
            None => entry.clone(),
        }
    }

    /// Double-click on the Current cell: its value into Proposed, Include off (a locked row stays on). An empty cell does nothing.
    #[must_use]
    pub fn copy_current(&self, entry: &Entry) -> Entry {
        if is_empty(&self.current) { entry.clone() } else { self.entry(false, Some(self.copied(&self.current))) }
    }

    /// A change made by hand in Proposed: turns Include on.
    #[must_use]
    pub fn edit(&self, draft: Draft) -> Entry {
        self.entry(true, Some(self.taken(draft)))
    }

    /// Ticks or unticks option `value` of a multi select: the result is in option order, non-options last. Turns Include on.
    #[must_use]
    pub fn toggle(&self, entry: &Entry, value: &str, on: bool) -> Entry {
        let Draft::Set(mut ticked) = self.shown(entry) else { return entry.clone() };
        if !on {
            ticked.retain(|other| other != value);
        } else if !ticked.iter().any(|other| other == value) {
            ticked.push(value.to_owned());
        }
        self.edit(Draft::Set(ticked))
    }

    /// Ticks or unticks Include; a locked row stays on.
    #[must_use]
    pub fn set_include(&self, entry: &Entry, on: bool) -> Entry {
        self.entry(on, entry.draft.clone())
    }

    /// One header action on this row.
    #[must_use]
    pub fn bulk(&self, entry: &Entry, action: Bulk) -> Entry {
        match action {
            Bulk::AcceptAll => self.set_include(entry, true),
            Bulk::RejectAll => self.set_include(entry, false),
            Bulk::RestoreProposed => self.entry(entry.include, None),
        }
    }

    /// `entry` as this row can have it: the draft in the form that its editor holds, Include on where it is locked. What came of the rules
    /// above stays as it is.
    #[must_use]
    pub fn settled(&self, entry: &Entry) -> Entry {
        self.entry(entry.include, entry.draft.clone().map(|draft| self.taken(draft)))
    }

    /// The value of Source column `source`, when there is one to copy.
    fn source(&self, source: usize) -> Option<&Value> {
        self.sources.get(source).filter(|value| !is_empty(value))
    }

    /// An entry that keeps to the lock.
    fn entry(&self, include: bool, draft: Option<Draft>) -> Entry {
        Entry { include: include || self.locked(), draft }
    }

    /// A cell's value as the editor takes it: what typing its text would do; an array of a multi select is its members.
    fn copied(&self, value: &Value) -> Draft {
        match (&self.field.kind, value) {
            (Kind::MultiSelect(_), Value::Array(items)) => self.taken(Draft::Set(items.iter().map(text).collect())),
            _ => self.taken(Draft::Text(text(value))),
        }
    }
}
