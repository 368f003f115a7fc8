//! The whole grid at work: its lines, what the page has to say, and whether anything can be decided still.

use std::cell::Cell;
use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;

use super::keeping::Keeping;
use super::line::Line;
use super::live::{self, Live};
use super::{choosing, events, keeping, paint, sending, typed};
use crate::api::Sheet;
use crate::domain::grid::{Bulk, Entry};

/// The page at work. There is one, as long as the page.
pub struct Desk {
    pub sheet: &'static Sheet,
    /// One a row, in order.
    pub lines: Vec<Line>,
    pub standing: ArcRwSignal<Standing>,
    /// The timer of the next question about patterns.
    pub asking: Cell<Option<TimeoutHandle>>,
    pub keeping: Keeping,
    pub live: Live,
}

/// Where the request stands, as far as this page knows.
#[derive(Clone, Default)]
pub struct Standing {
    /// What the page says at its top, as an alert; `None` until there is anything new to say.
    pub notice: Option<String>,
    /// A decision is on its way to the server.
    pub busy: bool,
    /// Nothing can be decided here any more.
    pub closed: bool,
}

impl Desk {
    /// Takes over from the drawn page, with what was typed into it until now.
    pub fn wake() -> Option<&'static Self> {
        let packed = document().get_element_by_id("sheet")?.text_content()?;
        let sheet: &Sheet = Box::leak(Box::new(Sheet::unpack(&packed)?));
        let desk: &Self = Box::leak(Box::new(Self {
            sheet,
            lines: (0..sheet.grid.rows.len()).map(|index| Line::new(sheet, index)).collect(),
            standing: ArcRwSignal::new(Standing::default()),
            asking: Cell::new(None),
            keeping: Keeping::new(sheet),
            live: Live::default(),
        }));
        for control in typed::until_now() {
            events::changed(desk, &control);
        }
        paint::page(desk);
        window_event_listener(ev::beforeunload, |event| {
            if keeping::leave(desk) {
                event.prevent_default();
            }
        });
        let left = Duration::from_millis(sheet.remaining_ms);
        set_timeout(|| desk.close("This request has expired: nothing can be decided any more."), left);
        sending::tell_viewed();
        live::listen(desk);
        Some(desk)
    }

    /// The rows at fault, now and whenever that changes.
    pub fn at_fault(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.facts.with(|facts| facts.fault.is_some()))
    }

    /// One of the header's actions, on every row.
    pub fn bulk(&'static self, action: Bulk) {
        for line in &self.lines {
            line.act(|row, entry| row.bulk(entry, action));
        }
        sending::ask_later(self);
        keeping::later(self);
    }

    /// Every entry as it stands.
    pub fn entries(&self) -> Vec<Entry> {
        self.lines.iter().map(Line::now).collect()
    }

    /// Where the request stands, without being told when that changes.
    pub fn now(&self) -> Standing {
        self.standing.get_untracked()
    }

    /// Says something at the top of the page.
    pub fn say(&self, text: &str) {
        self.standing.update(|standing| standing.notice = Some(text.to_owned()));
    }

    /// Whether anything is not as the page opens it.
    pub fn touched(&self) -> bool {
        choosing::count() > 0 || self.lines.iter().any(|line| line.now() != line.opening())
    }

    /// Ends the deciding because something else came first.
    pub fn lose(&self, reason: &str) {
        let rest = if self.touched() { ". What you entered is still here, but was not sent." } else { "." };
        self.close(&(reason.to_owned() + rest));
    }

    /// Ends the deciding, with the reason. What was typed stays on the page.
    pub fn close(&self, reason: &str) {
        if !self.now().closed {
            self.standing.set(Standing { notice: Some(reason.to_owned()), busy: false, closed: true });
        }
    }
}
