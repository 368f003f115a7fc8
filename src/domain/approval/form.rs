//! An approval's form: the grid's rows and editors without the grid (contract § 2).
//!
//! A form is a grid without Sources and with an empty Current. Nobody ticks Include: whether a field is part of the submission follows
//! from what its editor holds, and [`Row::filled`] says so; all other rules of a row then hold as they are.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::domain::grid::{Draft, Editor, Entry, Grid, Row, RowFault};
use crate::domain::schema::{Field, Kind};

/// The fields that a reviewer fills in, as rows of a grid that has no other column than Proposed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Form {
    pub grid: Grid,
}

impl Form {
    /// The form of `fields`, in their order.
    #[must_use]
    pub fn new(fields: Vec<Field>) -> Self {
        let row = |field| Row { field, sources: Vec::new(), current: Value::Null, include: None };
        Self { grid: Grid { sources: Vec::new(), current: String::new(), rows: fields.into_iter().map(row).collect() } }
    }

    /// Every field as the page opens it: its default filled in.
    #[must_use]
    pub fn opening(&self) -> Vec<Entry> {
        self.grid.rows.iter().map(|row| row.filled(None)).collect()
    }

    /// `entries`, one a field, with Include as their drafts have it, whatever it was: kept drafts, or what a browser sent.
    #[must_use]
    pub fn filled(&self, entries: &[Entry]) -> Vec<Entry> {
        self.grid.rows.iter().zip(entries).map(|(row, entry)| row.filled(entry.draft.clone())).collect()
    }

    /// What `entries`, one a field, submit: the fields that are part of it, in declared order, and the faults of those that do not do
    /// (`pattern` aside: the server's word). What is left empty is absent.
    #[must_use]
    pub fn submission(&self, entries: &[Entry]) -> (Map<String, Value>, Vec<RowFault>) {
        self.grid.submission(&self.filled(entries))
    }
}

impl Row {
    /// The entry of a form's field whose editor holds `draft` (`None`: nobody touched it). Include is on when the field is part of the
    /// submission: it is required, or its editor is not empty, or it is [`Row::cleared`].
    #[must_use]
    pub fn filled(&self, draft: Option<Draft>) -> Entry {
        let mut entry = Entry { include: true, draft: draft.map(|draft| self.chosen(draft)) };
        entry.include = self.field.required || !self.is_vacant(&entry) || self.cleared(&entry);
        entry
    }

    /// Whether this is a form's field that has to be filled in and is not, yet or any more. Rows of a grid have Sources.
    #[must_use]
    pub fn is_missing(&self, entry: &Entry) -> bool {
        self.sources.is_empty() && entry.include && self.is_vacant(entry) && self.value(entry).is_err()
    }

    /// Whether the reviewer emptied an editor that opened with a value, and the empty value does: it then is submitted, for an absent field
    /// would read as "nobody said anything". Where it would be at fault (a length, a format, a pattern), an optional field is left out.
    fn cleared(&self, entry: &Entry) -> bool {
        let judged_elsewhere = matches!(&self.field.kind, Kind::Text(rules) if rules.pattern.is_some());
        let opening = Entry { include: true, draft: None };
        !judged_elsewhere && !self.is_vacant(&opening) && self.is_vacant(entry) && self.value(entry).is_ok()
    }

    /// `draft`, but that an empty text chooses nothing where it is no option: it is the neutral "choose…".
    fn chosen(&self, draft: Draft) -> Draft {
        let chooses = matches!(self.editor(), Editor::Select | Editor::YesNo);
        match draft {
            Draft::Text(text) if chooses && text.is_empty() && !self.choices().iter().any(|choice| choice.value.is_empty()) => {
                Draft::Unchosen
            }
            draft => draft,
        }
    }
}
