//! Has the server keep what was entered and not sent, and tells how that went. Only what changed since is sent.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::choosing;
use super::desk::Desk;
use super::paint::{find, mark, rearm, write};
use crate::api::{ApiError, Asks, Sheet, client};
use crate::domain::grid::Entry;

/// How long after a change it is sent, with all that is changed until then.
const PAUSE: Duration = Duration::from_millis(500);

/// The longest wait before a server that could not be reached is tried again, in pauses.
const PATIENCE: u32 = 60;

/// What this page knows of the draft on the server.
pub struct Keeping {
    timer: Cell<Option<TimeoutHandle>>,
    /// How many changes are on their way: one, but for a page that is about to go.
    busy: Cell<u32>,
    /// What is changed was sent when the page was about to go.
    left: Cell<bool>,
    /// How long to wait before the next try, in pauses.
    wait: Cell<u32>,
    /// The ids of the chosen options that the server has.
    selected: RefCell<Vec<String>>,
    /// How often the draft had been kept when this page last knew all of it.
    revision: Cell<u32>,
    /// How often it has been kept, as far as this page has heard.
    heard: Cell<u32>,
    /// The page is to be drawn anew once everything is kept.
    reload: Cell<bool>,
}

/// What the server does not have yet.
type Unkept = (Vec<(usize, Entry)>, Option<Vec<String>>);

impl Keeping {
    /// The draft as the page was drawn with it.
    pub fn new(sheet: &Sheet) -> Self {
        Self {
            timer: Cell::new(None),
            busy: Cell::new(0),
            left: Cell::new(false),
            wait: Cell::new(1),
            selected: RefCell::new(choosing::drawn()),
            revision: Cell::new(sheet.revision),
            heard: Cell::new(sheet.revision),
            reload: Cell::new(false),
        }
    }

    fn unkept(&self, desk: &Desk) -> Option<Unkept> {
        let rows: Vec<_> = desk.lines.iter().filter_map(|line| Some((line.index, line.unkept()?))).collect();
        let chosen = matches!(desk.sheet.asks, Asks::Selection { .. }).then(choosing::chosen);
        let chosen = chosen.filter(|chosen| *chosen != *self.selected.borrow());
        (!rows.is_empty() || chosen.is_some()).then_some((rows, chosen))
    }

    /// Whether somebody else changed the draft, as far as can be told while nothing of ours is on its way.
    fn is_behind(&self) -> bool {
        self.busy.get() == 0 && self.heard.get() > self.revision.get()
    }
}

/// Sends what changed, soon.
pub fn later(desk: &'static Desk) {
    if !desk.now().closed && desk.keeping.unkept(desk).is_some() {
        // a failure stands until it is over
        if let Some(place) = find(".kept:not([data-failed])") {
            write(&place, "Keeping draft…");
        }
        desk.keeping.left.set(false);
        wait(desk);
    }
}

fn wait(desk: &'static Desk) {
    let keeping = &desk.keeping;
    let timer = keeping.timer.take().or_else(|| set_timeout_with_handle(move || send(desk, false), PAUSE * keeping.wait.get()).ok());
    keeping.timer.set(timer);
}

/// The page is about to go: sends what changed. Whether there was anything.
pub fn leave(desk: &'static Desk) -> bool {
    let unkept = !desk.now().closed && desk.keeping.unkept(desk).is_some();
    // a page goes in several steps
    if unkept && !desk.keeping.left.replace(true) {
        send(desk, true);
    }
    unkept
}

/// Draws the page anew, with what was kept elsewhere, once all that was entered here is kept too.
pub fn show_newer(desk: &'static Desk) {
    desk.keeping.reload.set(true);
    send(desk, false);
}

/// The server is there: what it could not be told is sent at once.
pub fn reached(desk: &'static Desk) {
    if desk.keeping.wait.replace(1) > 1 {
        send(desk, false);
    }
}

/// The draft has been kept `revision` times.
pub fn heard(desk: &'static Desk, revision: u32) {
    desk.keeping.heard.set(revision);
    if desk.keeping.is_behind() {
        newer(desk);
    }
}

fn newer(desk: &'static Desk) {
    desk.keeping.revision.set(desk.keeping.heard.get());
    if let Some(place) = find(".elsewhere") {
        place.set_inner_html("Newer work on this request was kept elsewhere. <button type=\"button\" value=\"newer\">Show it</button>");
        rearm();
    }
}

fn send(desk: &'static Desk, leaving: bool) {
    let keeping = &desk.keeping;
    if let Some(timer) = keeping.timer.take() {
        timer.clear();
    }
    let standing = desk.now();
    // one at a time: the answer sends the rest
    if standing.closed || standing.busy || (keeping.busy.get() > 0 && !leaving) {
        return;
    }
    let Some((rows, selected)) = keeping.unkept(desk) else {
        if keeping.reload.get() {
            _ = location().reload();
        }
        return;
    };
    keeping.busy.set(keeping.busy.get() + 1);
    spawn_local(async move {
        let answer = client::keep_draft(&rows, selected.as_deref(), leaving).await;
        keeping.busy.set(keeping.busy.get() - 1);
        let standing = desk.now();
        match answer {
            _ if standing.closed => {}
            Ok(revision) => kept(desk, rows, selected, revision),
            // what is being decided here is no news here
            Err(_) if standing.busy => {}
            Err(ApiError::Closed(reason)) => desk.lose(&reason),
            Err(ApiError::NotFound) => desk.close("This link isn't known here any more: nothing can be sent."),
            Err(other) => {
                match other {
                    ApiError::Malformed(why) => fail(&["Not kept: ", &why, "."].concat()),
                    ApiError::ForSomebodyElse => fail("Not kept: this is for another reviewer than the one who is signed in."),
                    ApiError::SignIn => fail("Not kept: you are not signed in. Sign in in another tab."),
                    _ => fail("Not kept: the server can't be reached. It is tried again."),
                }
                keeping.wait.set((keeping.wait.get() * 2).min(PATIENCE));
                wait(desk);
            }
        }
    });
}

/// Takes down that the server has this now.
fn kept(desk: &'static Desk, rows: Vec<(usize, Entry)>, selected: Option<Vec<String>>, revision: u32) {
    let keeping = &desk.keeping;
    for (row, entry) in rows {
        if let Some(line) = desk.lines.get(row) {
            line.keep(entry);
        }
    }
    if let Some(selected) = selected {
        keeping.selected.replace(selected);
    }
    keeping.wait.set(1);
    tell(if desk.touched() { "Draft kept" } else { "" }, false);
    keeping.heard.set(keeping.heard.get().max(revision));
    // whoever else kept something did so before this
    if revision == keeping.revision.get() + 1 {
        keeping.revision.set(revision);
    }
    if keeping.is_behind() {
        newer(desk);
    }
    if keeping.reload.get() {
        send(desk, false);
    } else {
        later(desk);
    }
}

fn tell(text: &str, failed: bool) {
    let Some(place) = find(".kept") else { return };
    write(&place, text);
    // the long text of a failure moves what is beside it
    if place.has_attribute("data-failed") != failed {
        mark(&place, "data-failed", failed);
        rearm();
    }
}

/// Says that something is not kept, also to whoever does not see it.
fn fail(text: &str) {
    tell(text, true);
    if let Some(place) = find(".announced") {
        write(&place, text);
    }
}
