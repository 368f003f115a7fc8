//! The diff grid: every rule of contract § 5, as methods on plain types that server rendering, the browser and the tests share.
//!
//! A [`Row`] is what the agent sent and never changes. An [`Entry`] is what the reviewer made of it. Every rule is a function of the two:
//! `include` has those on Include and the copying, `proposed` what Proposed shows and what it amounts to, `editor` the control for it.

mod editor;
mod include;
mod proposed;
#[cfg(test)]
pub(in crate::domain) mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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

    /// What `entries`, one a row, submit: the values of the included rows that have one, in declared order, and the faults of the others
    /// (`pattern` aside: the server's word).
    #[must_use]
    pub fn submission(&self, entries: &[Entry]) -> (Map<String, Value>, Vec<RowFault>) {
        let (mut values, mut faults) = (Map::new(), Vec::new());
        for (index, (row, entry)) in self.rows.iter().zip(entries).enumerate().filter(|(_, (_, entry))| entry.include) {
            match row.value(entry) {
                Ok(value) => _ = values.insert(row.field.name.clone(), value),
                Err(message) => faults.push(RowFault { row: index, message }),
            }
        }
        (values, faults)
    }
}

/// What is wrong with one row, for the reviewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowFault {
    /// The row's index in the grid.
    pub row: usize,
    pub message: String,
}
