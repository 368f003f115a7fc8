//! What the page tells and asks the server. Nothing typed is ever lost by an answer.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::desk::Desk;
use super::line::Line;
use super::{choosing, events, facts, keeping, live};
use crate::api::{ApiError, Asks, client};
use crate::domain::form::Action;

/// How long after the last change patterns are asked about.
const PAUSE: Duration = Duration::from_millis(250);

/// The page was opened, by somebody who runs its scripts.
pub fn tell_viewed() {
    spawn_local(async {
        // a page that could not tell works all the same
        _ = client::mark_viewed().await;
    });
}

/// Decides, unless a row that would be submitted is at fault.
pub fn decide(desk: &'static Desk, action: Action) {
    let standing = desk.now();
    if standing.busy || standing.closed || (action == Action::Submit && (choosing::refuses(desk) || show_faults(desk))) {
        return;
    }
    desk.standing.update(|standing| {
        standing.busy = true;
        standing.notice = Some(String::new());
    });
    let entries = desk.entries();
    let chosen = matches!(desk.sheet.asks, Asks::Selection { .. }).then(choosing::chosen);
    spawn_local(async move {
        let answer = match (action, chosen) {
            (Action::Submit, Some(chosen)) => client::select_options(&chosen).await,
            (Action::Submit, None) => client::submit_review(&entries).await,
            (Action::Cancel, _) => client::decline_review().await,
        };
        desk.standing.update(|standing| standing.busy = false);
        // what was entered meanwhile
        keeping::later(desk);
        match answer {
            Ok(next) => {
                // nothing is unsaved any more, and nothing can be pressed twice
                desk.close("");
                _ = location().replace(&next);
            }
            Err(ApiError::Faults(faults)) => {
                choosing::tell(desk, &faults);
                for fault in faults {
                    if let (Some(entry), Some(line)) = (entries.get(fault.row), desk.lines.get(fault.row)) {
                        line.told(entry.draft.clone(), Some(fault.message));
                    }
                }
                show_faults(desk);
            }
            Err(ApiError::Closed(reason)) => desk.lose(&reason),
            Err(ApiError::NotFound) => desk.close("This link isn't known here any more: nothing was sent."),
            Err(ApiError::SignIn) => {
                desk.say("You are not signed in: nothing was sent, and nothing is lost. Sign in in another tab, then try again.")
            }
            Err(ApiError::ForSomebodyElse) => {
                desk.say("This is for another reviewer than the one who is signed in: nothing was sent, and nothing is lost.")
            }
            Err(ApiError::Malformed(why)) => desk.say(&("Nothing was sent: ".to_owned() + &why + ".")),
            Err(ApiError::Unavailable) => {
                desk.say("The server can't be reached: nothing was sent, and nothing is lost. Try again.");
                live::seen(desk);
            }
        }
    });
}

/// Says how many rows need fixing, those that are still missing too, and goes to the first. Tells whether there are any.
fn show_faults(desk: &Desk) -> bool {
    desk.lines.iter().for_each(Line::demand);
    let faulty: Vec<_> = untrack(|| desk.at_fault().collect());
    if let Some(first) = faulty.first() {
        desk.say(&facts::nothing_sent(desk.sheet.asks, faulty.len()));
        events::focus(first);
    }
    !faulty.is_empty()
}

/// Asks about patterns once the reviewer pauses.
pub fn ask_later(desk: &'static Desk) {
    if let Some(timer) = desk.asking.take() {
        timer.clear();
    }
    desk.asking.set(set_timeout_with_handle(move || ask(desk), PAUSE).ok());
}

fn ask(desk: &'static Desk) {
    let asked: Vec<_> = desk.lines.iter().filter_map(|line| Some((line, line.now().draft, line.unmatched()?))).collect();
    if asked.is_empty() {
        return;
    }
    let texts = asked.iter().map(|(line, _, text)| (line.index, text.clone())).collect();
    spawn_local(async move {
        // unanswered: the submission will be judged anyway
        if let Ok(faults) = client::match_patterns(texts).await {
            for (line, draft, _) in asked {
                let fault = faults.iter().find(|fault| fault.row == line.index).map(|fault| fault.message.clone());
                line.told(draft, fault);
            }
        }
    });
}
