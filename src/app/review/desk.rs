//! The whole grid at work: its lines, what the page has to say, and whether anything can be decided yet or still.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;

use super::line::Line;
use super::{sending, typed};
use crate::api::Sheet;
use crate::domain::grid::{Bulk, Entry, Row};

/// The signals of the page. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Desk {
    sheet: StoredValue<Sheet>,
    lines: StoredValue<Vec<Line>>,
    /// What the page says at its top, as an alert.
    pub notice: RwSignal<Option<String>>,
    /// A decision is on its way to the server.
    pub busy: RwSignal<bool>,
    /// Nothing can be decided here any more.
    pub closed: RwSignal<bool>,
    /// The timer of the next question about patterns.
    pub asking: StoredValue<Option<TimeoutHandle>>,
}

impl Desk {
    /// The desk as the page was drawn.
    pub fn new(sheet: Sheet) -> Self {
        let notice = super::footer::first_notice(&sheet);
        let len = sheet.grid.rows.len();
        let sheet = StoredValue::new(sheet);
        Self {
            sheet,
            lines: StoredValue::new((0..len).map(|index| Line::new(sheet, index)).collect()),
            notice: RwSignal::new(notice),
            busy: RwSignal::new(false),
            closed: RwSignal::new(false),
            asking: StoredValue::new(None),
        }
    }

    /// Starts what only a browser does. Called before the page's elements are woken: what was typed until then is in them.
    pub fn wake(self) {
        let typed = self.sheet(typed::until_now);
        Effect::new(move || {
            for (line, entry) in self.lines().into_iter().zip(typed.clone().unwrap_or_default()) {
                line.act(|_, _| entry);
            }
            sending::ask_later(self);
        });
        window_event_listener(ev::beforeunload, move |event| {
            if self.unsaved() {
                event.prevent_default();
            }
        });
        let left = self.sheet(|sheet| sheet.remaining_ms);
        set_timeout(move || self.close("This request has expired: nothing can be decided any more."), Duration::from_millis(left));
        sending::tell_viewed(self);
    }

    /// What `of` makes of the sheet, which never changes.
    pub fn sheet<T>(self, of: impl FnOnce(&Sheet) -> T) -> T {
        self.sheet.with_value(of)
    }

    /// How many rows there are.
    pub fn len(self) -> usize {
        self.sheet(|sheet| sheet.grid.rows.len())
    }

    /// The line at `index`, below [`Desk::len`].
    pub fn line(self, index: usize) -> Line {
        self.lines.with_value(|lines| lines[index])
    }

    /// Every line, in order.
    pub fn lines(self) -> Vec<Line> {
        self.lines.get_value()
    }

    /// How many lines `is` true of, now and whenever that changes.
    pub fn count(self, is: impl Fn(Line) -> bool) -> usize {
        self.lines.with_value(|lines| lines.iter().filter(|line| is(**line)).count())
    }

    /// The rows at fault.
    pub fn at_fault(self) -> Vec<Line> {
        self.lines().into_iter().filter(|line| line.fault.with(Option::is_some)).collect()
    }

    /// One of the header's actions, on every row.
    pub fn bulk(self, action: Bulk) {
        for line in self.lines() {
            line.act(|row, entry| row.bulk(entry, action));
        }
        sending::ask_later(self);
    }

    /// Every entry as it stands.
    pub fn entries(self) -> Vec<Entry> {
        self.lines().into_iter().map(Line::now).collect()
    }

    /// Whether work would be lost by leaving.
    fn unsaved(self) -> bool {
        !self.closed.get_untracked() && self.lines().into_iter().any(|line| line.now() != line.row(Row::opening))
    }

    /// Ends the deciding, with the reason. What was typed stays on the page.
    pub fn close(self, reason: &str) {
        if !self.closed.get_untracked() {
            self.closed.set(true);
            self.busy.set(false);
            self.notice.set(Some(reason.to_owned()));
        }
    }
}
