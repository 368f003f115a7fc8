//! One row at work: its entry and the server's word on it, as a signal.

use std::cell::RefCell;

use leptos::prelude::*;

use super::facts::{self, Facts};
use crate::api::{Asks, Sheet};
use crate::domain::grid::{Draft, Entry, Row};

/// A row and what changes about it.
pub struct Line {
    pub index: usize,
    /// What the agent sent, which never changes.
    pub row: &'static Row,
    /// Of a form: Include follows from the draft.
    filled: bool,
    state: ArcRwSignal<State>,
    /// The entry as the server has it.
    kept: RefCell<Entry>,
    pub facts: ArcMemo<Facts>,
}

/// What was made of a row.
#[derive(Clone)]
struct State {
    entry: Entry,
    /// The draft that the server gave its word on, and its word: it holds no longer than the draft.
    told: (Option<Draft>, Option<String>),
}

impl Line {
    /// The row at `index` as the page was drawn.
    pub fn new(sheet: &'static Sheet, index: usize) -> Self {
        let row = &sheet.grid.rows[index];
        let entry = sheet.entries[index].clone();
        let fault = sheet.faults.iter().find(|fault| fault.row == index).map(|fault| fault.message.clone());
        let kept = RefCell::new(entry.clone());
        let state = ArcRwSignal::new(State { told: (entry.draft.clone(), fault), entry });
        let facts = ArcMemo::new({
            let state = state.clone();
            move |_| state.with(|State { entry, told }| Facts::of(row, entry, told.1.as_deref().filter(|_| told.0 == entry.draft)))
        });
        Self { index, row, filled: sheet.asks == Asks::Approval, state, kept, facts }
    }

    /// The entry, now and whenever it changes.
    pub fn entry(&self) -> Entry {
        self.state.with(|state| state.entry.clone())
    }

    /// The entry, without being told when it changes.
    pub fn now(&self) -> Entry {
        untrack(|| self.entry())
    }

    /// The entry as the page opens it.
    pub fn opening(&self) -> Entry {
        if self.filled { self.row.filled(None) } else { self.row.opening() }
    }

    /// Does what a rule of the grid says.
    pub fn act(&self, rule: impl FnOnce(&Row, &Entry) -> Entry) {
        let before = self.now();
        let ruled = rule(self.row, &before);
        let after = if self.filled { self.row.filled(ruled.draft) } else { ruled };
        if after != before {
            self.state.update(|state| state.entry = after);
        }
    }

    /// The entry, where the server has another.
    pub fn unkept(&self) -> Option<Entry> {
        Some(self.now()).filter(|now| *now != *self.kept.borrow())
    }

    /// Takes down that the server has `entry`.
    pub fn keep(&self, entry: Entry) {
        self.kept.replace(entry);
    }

    /// The text in the editor; nothing where there is none.
    pub fn text(&self) -> String {
        facts::text(self.row.shown(&self.now()))
    }

    /// The text that the server has to match against the row's pattern, when it has not said its word on it yet.
    pub fn unmatched(&self) -> Option<String> {
        let entry = self.now();
        let known = untrack(|| self.state.with(|state| state.told.0 == entry.draft));
        if known { None } else { self.row.unmatched(&entry) }
    }

    /// A field that is still missing is a fault from now on.
    pub fn demand(&self) {
        let entry = self.now();
        if entry.draft.is_none() && self.row.is_missing(&entry) {
            self.told(None, self.row.fault(&entry));
        }
    }

    /// Takes down the server's word on `draft`.
    pub fn told(&self, draft: Option<Draft>, fault: Option<String>) {
        self.state.update(|state| state.told = (draft, fault));
    }
}
