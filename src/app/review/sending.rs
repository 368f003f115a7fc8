//! What the page tells and asks the server. Nothing typed is ever lost by an answer.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::desk::Desk;
use super::events;
use crate::api::{self, ApiError};
use crate::domain::form::Action;

/// How long after the last change patterns are asked about.
const PAUSE: Duration = Duration::from_millis(250);

/// The page was opened, by somebody who runs its scripts.
pub fn tell_viewed(desk: Desk) {
    let link = desk.sheet(|sheet| sheet.link.clone());
    spawn_local(async move {
        if let Err(ApiError::Closed(reason)) = api::mark_viewed(link).await {
            desk.close(&(reason + "."));
        }
    });
}

/// Decides, unless a row that would be submitted is at fault.
pub fn decide(desk: Desk, action: Action) {
    if desk.busy.get_untracked() || desk.closed.get_untracked() {
        return;
    }
    if action == Action::Submit && show_faults(desk) {
        return;
    }
    desk.busy.set(true);
    desk.notice.set(None);
    let link = desk.sheet(|sheet| sheet.link.clone());
    let entries = desk.entries();
    spawn_local(async move {
        let answer = match action {
            Action::Submit => api::submit_review(link, entries.clone()).await,
            Action::Cancel => api::decline_review(link).await,
        };
        desk.busy.set(false);
        match answer {
            Ok(()) => {
                // nothing is unsaved any more
                desk.closed.set(true);
                let place = location();
                _ = place.pathname().and_then(|path| place.replace(&path));
            }
            Err(ApiError::Faults(faults)) => {
                for fault in faults {
                    if let Some(entry) = entries.get(fault.row) {
                        desk.line(fault.row).told(entry.draft.clone(), Some(fault.message));
                    }
                }
                show_faults(desk);
            }
            Err(ApiError::Closed(reason)) => desk.close(&(reason + ". What you entered is still here, but was not sent.")),
            Err(ApiError::NotFound) => desk.close("This link isn't known here any more: nothing was sent."),
            Err(ApiError::Malformed(why)) => desk.notice.set(Some(format!("Nothing was sent: {why}."))),
            Err(ApiError::Unavailable) => {
                desk.notice.set(Some("The server can't be reached: nothing was sent, and nothing is lost. Try again.".to_owned()));
            }
        }
    });
}

/// Says how many rows need fixing and goes to the first. Tells whether there are any.
fn show_faults(desk: Desk) -> bool {
    let faulty = untrack(move || desk.at_fault());
    if let Some(first) = faulty.first() {
        desk.notice.set(Some(super::footer::fixing(faulty.len())));
        events::focus(*first);
    }
    !faulty.is_empty()
}

/// Asks about patterns once the reviewer pauses.
pub fn ask_later(desk: Desk) {
    if let Some(timer) = desk.asking.get_value() {
        timer.clear();
    }
    desk.asking.set_value(set_timeout_with_handle(move || ask(desk), PAUSE).ok());
}

fn ask(desk: Desk) {
    let asked: Vec<_> = desk.lines().into_iter().filter_map(|line| Some((line, line.now().draft, line.unmatched()?))).collect();
    if asked.is_empty() {
        return;
    }
    let link = desk.sheet(|sheet| sheet.link.clone());
    let texts = asked.iter().map(|(line, _, text)| (line.index, text.clone())).collect();
    spawn_local(async move {
        // unanswered: the submission will be judged anyway
        if let Ok(faults) = api::match_patterns(link, texts).await {
            for (line, draft, _) in asked {
                let fault = faults.iter().find(|fault| fault.row == line.index).map(|fault| fault.message.clone());
                line.told(draft, fault);
            }
        }
    });
}
