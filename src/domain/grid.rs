//! The diff grid: every rule of contract § 5, as methods on plain types that server rendering, the browser and the tests share.
//!
//! A [`Row`] is what the agent sent and never changes. An [`Entry`] is what the reviewer made of it. Every rule is a function of the two.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::schema::Field;

/// A read-only column: a Source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub key: String,
    pub label: String,
}

/// The grid as the agent proposed it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// The Source columns in display order.
    pub sources: Vec<Column>,
    /// The label of the Current column.
    pub current: String,
    /// One row a property, in declared order.
    pub rows: Vec<Row>,
}

/// One property: its Sources, its Current, and the field that Proposed is edited as.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub field: Field,
    /// One value a Source column, `null` where the source left the field out.
    pub sources: Vec<Value>,
    /// `null` when absent.
    pub current: Value,
    /// `fields[k].include`, when the agent gave it.
    pub include: Option<bool>,
}

/// What an editor holds, as the reviewer left it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Draft {
    /// Nothing chosen: a select or a yes/no without a choice, which is not the same as the chosen option `""`.
    Unchosen,
    /// The text of a text or number editor, the value of a select's option, `true` or `false` of a yes/no; whatever was copied in, even
    /// when the editor can't take it.
    Text(String),
    /// The ticked options of a multi select, in option order once edited; with what was copied in and is no option.
    Set(Vec<String>),
}

/// What the reviewer made of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub include: bool,
    /// `None` while nobody touched Proposed: it then comes back as it was sent, character for character.
    pub draft: Option<Draft>,
}

/// Which control edits a row (contract § 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Editor {
    Line,
    Textarea,
    Number,
    /// A boolean whose default is true or false.
    Checkbox,
    /// A boolean without a default: "choose… / Yes / No".
    YesNo,
    Select,
    Choices,
}

/// The header's three actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bulk {
    AcceptAll,
    RejectAll,
    RestoreProposed,
}

impl Row {
    /// The row as the page opens it: default Include (override and lock applied), Proposed untouched.
    #[must_use]
    pub fn opening(&self) -> Entry {
        todo!()
    }

    /// Whether Include is on and cannot be turned off: required, and Current is empty.
    #[must_use]
    pub fn locked(&self) -> bool {
        todo!()
    }

    /// Whether the cell of Source column `source` is boxed: not empty and different from Current.
    #[must_use]
    pub fn differs(&self, source: usize) -> bool {
        todo!()
    }

    /// Double-click on a Source cell: its value into Proposed, Include on. An empty cell does nothing.
    #[must_use]
    pub fn copy_source(&self, source: usize, entry: &Entry) -> Entry {
        todo!()
    }

    /// Double-click on the Current cell: its value into Proposed, Include off (a locked row stays on). An empty cell does nothing.
    #[must_use]
    pub fn copy_current(&self, entry: &Entry) -> Entry {
        todo!()
    }

    /// A change made by hand in Proposed: turns Include on.
    #[must_use]
    pub fn edit(&self, draft: Draft) -> Entry {
        todo!()
    }

    /// Ticks or unticks option `value` of a multi select: the result is in option order, non-options last. Turns Include on.
    #[must_use]
    pub fn toggle(&self, entry: &Entry, value: &str, on: bool) -> Entry {
        todo!()
    }

    /// Ticks or unticks Include; a locked row stays on.
    #[must_use]
    pub fn set_include(&self, entry: &Entry, on: bool) -> Entry {
        todo!()
    }

    /// One header action on this row.
    #[must_use]
    pub fn bulk(&self, entry: &Entry, action: Bulk) -> Entry {
        todo!()
    }

    /// What the editor shows: the draft, else the default as the editor takes it.
    #[must_use]
    pub fn shown(&self, entry: &Entry) -> Draft {
        todo!()
    }

    /// The control that edits this row.
    #[must_use]
    pub fn editor(&self) -> Editor {
        todo!()
    }

    /// The choices the editor offers: the field's own, then each shown value that is no option (`false`: drawn as an extra, marked so).
    #[must_use]
    pub fn offered(&self, entry: &Entry) -> Vec<(super::schema::Choice, bool)> {
        todo!()
    }

    /// The value that would be submitted.
    ///
    /// # Errors
    /// Why there is none, or why it does not do, as a sentence for the reviewer (`pattern` aside: the server's word).
    pub fn value(&self, entry: &Entry) -> Result<Value, String> {
        todo!()
    }

    /// What is wrong with the row: [`Row::value`]'s fault while it is included, `None` otherwise.
    #[must_use]
    pub fn fault(&self, entry: &Entry) -> Option<String> {
        todo!()
    }

    /// The text that a `pattern` has to be asked about on the server: the row is included, has a pattern and no other fault.
    #[must_use]
    pub fn unmatched(&self, entry: &Entry) -> Option<String> {
        todo!()
    }

    /// Whether submitting would empty a Current that is not empty ("clears LABEL").
    #[must_use]
    pub fn clears(&self, entry: &Entry) -> bool {
        todo!()
    }

    /// Whether Proposed no longer is what the agent proposed (shows the row's "restore" control).
    #[must_use]
    pub fn edited(&self, entry: &Entry) -> bool {
        todo!()
    }

    /// Whether Proposed differs from Current (the "Changed" filter).
    #[must_use]
    pub fn changed(&self, entry: &Entry) -> bool {
        todo!()
    }
}

impl Grid {
    /// Every row as the page opens it.
    #[must_use]
    pub fn opening(&self) -> Vec<Entry> {
        self.rows.iter().map(Row::opening).collect()
    }

    /// The index of the row of property `name`.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.field.name == name)
    }
}

/// What is wrong with one row, for the reviewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowFault {
    /// The row's index in the grid.
    pub row: usize,
    pub message: String,
}

/// How many entries are included: the N of "N of M included".
#[must_use]
pub fn included(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| entry.include).count()
}
