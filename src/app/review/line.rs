//! One row at work: its entry and the server's word on it, as signals.

use leptos::prelude::*;

use crate::api::Sheet;
use crate::domain::grid::{Draft, Entry, Row};

/// The signals of one row. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Line {
    pub index: usize,
    sheet: StoredValue<Sheet>,
    entry: RwSignal<Entry>,
    verdict: RwSignal<Verdict>,
    /// What is wrong with the row, for the reviewer.
    pub fault: Memo<Option<String>>,
    /// Whether Proposed differs from Current.
    pub changed: Memo<bool>,
}

/// What the server said about a row: holds while the draft is the one it was asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub draft: Option<Draft>,
    pub fault: Option<String>,
}

impl Line {
    /// The row at `index` as the page was drawn.
    pub fn new(sheet: StoredValue<Sheet>, index: usize) -> Self {
        let (entry, fault) = sheet.with_value(|sheet| {
            let fault = sheet.faults.iter().find(|fault| fault.row == index);
            (sheet.entries[index].clone(), fault.map(|fault| fault.message.clone()))
        });
        let verdict = RwSignal::new(Verdict { draft: entry.draft.clone(), fault });
        let entry = RwSignal::new(entry);
        let of = move |rule: fn(&Row, &Entry, &Verdict) -> Option<String>| {
            entry.with(|entry| verdict.with(|verdict| sheet.with_value(|sheet| rule(&sheet.grid.rows[index], entry, verdict))))
        };
        Self {
            index,
            sheet,
            entry,
            verdict,
            fault: Memo::new(move |_| {
                of(|row, entry, verdict| {
                    let told = || verdict.fault.clone().filter(|_| entry.include && verdict.draft == entry.draft);
                    row.fault(entry).or_else(told)
                })
            }),
            changed: Memo::new(move |_| entry.with(|entry| sheet.with_value(|sheet| sheet.grid.rows[index].changed(entry)))),
        }
    }

    /// What `of` makes of the row and its entry, now and whenever the entry changes.
    pub fn with<T>(self, of: impl FnOnce(&Row, &Entry) -> T) -> T {
        self.entry.with(|entry| self.row(|row| of(row, entry)))
    }

    /// What `of` makes of the row, which never changes.
    pub fn row<T>(self, of: impl FnOnce(&Row) -> T) -> T {
        self.sheet.with_value(|sheet| of(&sheet.grid.rows[self.index]))
    }

    /// The entry, without being told when it changes.
    pub fn now(self) -> Entry {
        self.entry.get_untracked()
    }

    /// Does what a rule of the grid says. Tells whether anything changed.
    pub fn act(self, rule: impl FnOnce(&Row, &Entry) -> Entry) -> bool {
        let before = self.now();
        let after = self.row(|row| rule(row, &before));
        let changed = after != before;
        if changed {
            self.entry.set(after);
        }
        changed
    }

    /// The text that the server has to match against the row's pattern, when it has not said its word on it yet.
    pub fn unmatched(self) -> Option<String> {
        let entry = self.now();
        let known = self.verdict.with_untracked(|verdict| verdict.draft == entry.draft);
        if known { None } else { self.row(|row| row.unmatched(&entry)) }
    }

    /// Takes down the server's word on `draft`.
    pub fn told(self, draft: Option<Draft>, fault: Option<String>) {
        self.verdict.set(Verdict { draft, fault });
    }

    /// Whether Include is on.
    pub fn included(self) -> bool {
        self.entry.with(|entry| entry.include)
    }

    /// The text of an editor that shows one, else nothing.
    pub fn text(self) -> String {
        match self.with(Row::shown) {
            Draft::Text(text) => text,
            Draft::Unchosen | Draft::Set(_) => String::new(),
        }
    }

    /// The id of the element with the row's fault.
    pub fn fault_id(self) -> String {
        format!("x{}", self.index)
    }

    /// The id of the row's editor.
    pub fn editor_id(self) -> String {
        format!("e{}", self.index)
    }
}
