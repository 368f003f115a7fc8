//! The inbox: what waits for a reviewer's decision, and what was decided. Drawn on the server alone; [`live`] fetches the shelves anew.

pub mod live;

use leptos::prelude::*;

use super::deadline;
use super::markup;
use super::page::{Frame, document};
use live::Live;

/// Two shelves of requests, as somebody looked for them.
#[derive(Clone, Debug)]
pub struct Shelves {
    /// What was looked for, as it was typed.
    pub query: String,
    pub pending: Shelf,
    pub closed: Shelf,
}

/// Some of the requests that are alike.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// How many there are.
    pub total: u64,
    /// The first of them.
    pub lines: Vec<Line>,
    /// Where more of them are listed, if there are more.
    pub more: Option<String>,
}

/// A request in the inbox.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where its page is.
    pub href: String,
    /// Its message, or the beginning of it.
    pub message: String,
    /// What it asks for: `Proposal · 7 fields`.
    pub asks: String,
    pub asked_by: String,
    /// Whom it is for, where that is told.
    pub reviewer: Option<String>,
    /// When, for people and for machines.
    pub asked: (String, String),
    pub standing: Standing,
}

/// Where a request in the inbox stands.
#[derive(Clone, Debug)]
pub enum Standing {
    /// It can be decided for so many seconds.
    Pending { seconds: u64 },
    Closed {
        /// In one word, as its page has it.
        outcome: &'static str,
        /// `submitted`, `declined`, `canceled` or `expired`.
        word: &'static str,
        /// Who decided, as the audit has it.
        by: Option<String>,
        /// When, for people and for machines.
        at: (String, String),
    },
}

/// The most characters of a message in the inbox.
const MESSAGE: usize = 160;

/// The page of the inbox, for the reviewer `name`.
pub fn page(frame: Frame, name: &str, shelves: &Shelves) -> String {
    let (query, drawn) = (shelves.query.clone(), self::shelves(shelves));
    let body = view! {
        <header class="masthead">
            <span class="wordmark">"Countersign"</span>
            <p class="provenance">"Signed in as " <b inner_html=markup::shown(name)></b></p>
            <form method="post" action="/sign-out" class="group sign-out"><button>"Sign out"</button></form>
        </header>
        <main class="inbox">
            <Live>
                <div class="head">
                    <h1>"Inbox"</h1>
                    <form role="search" class="group" action="/">
                        <input type="search" name="q" value=query aria-label="Search the inbox" placeholder="Search message, agent or id" autocomplete="off"/>
                        <button>"Search"</button>
                    </form>
                </div>
                <p id="told" role="status" class="visually-hidden"></p>
                <div id="shelves" inner_html=drawn></div>
            </Live>
        </main>
    };
    document(frame, &title(shelves), true, body)
}

/// What the inbox's page shows beside the search, to be put in the place of what it showed before.
pub fn shelves(shelves: &Shelves) -> String {
    let Shelves { query, pending, closed } = shelves;
    let nothing = match (query.is_empty(), pending.total) {
        (_, 1..) => None,
        (true, 0) => Some("All done: nothing waits for a decision. New requests appear here by themselves."),
        (false, 0) => Some("Nothing that waits for a decision has all of these words."),
    };
    let view = view! {
        <section aria-labelledby="pending">
            <h2 id="pending" data-title=title(shelves)><b>{pending.total.to_string()}</b>" to decide"</h2>
            {nothing.map(|text| view! { <p class="nothing">{text}</p> })}
            {list(pending)}
        </section>
        <section aria-labelledby="closed">
            <h2 id="closed"><b>{closed.total.to_string()}</b>" closed"</h2>
            {list(closed)}
        </section>
    };
    view.to_html()
}

fn title(shelves: &Shelves) -> String {
    format!("({}) Inbox · Countersign", shelves.pending.total)
}

fn list(shelf: &Shelf) -> impl IntoView + use<> {
    let lines: Vec<_> = shelf.lines.iter().map(line).collect();
    let more = shelf.more.clone().map(|href| {
        let text = format!("Show more ({} of {})", shelf.lines.len(), shelf.total);
        view! { <p class="more"><a href=href>{text}</a></p> }
    });
    view! {
        <ul class="lines">{lines}</ul>
        {more}
    }
}

fn line(line: &Line) -> impl IntoView + use<> {
    let (asked, at) = line.asked.clone();
    let reviewer = line.reviewer.as_ref().map(|name| view! { " · for "<b inner_html=markup::shown(name)></b> });
    let standing = match &line.standing {
        Standing::Pending { seconds } => {
            let short = deadline::stage(*seconds) > 0;
            view! { <p class="standing" data-short=short>{deadline::words(*seconds)}</p> }.into_any()
        }
        Standing::Closed { outcome, word, by, at: (when, at) } => {
            let by = by.as_deref().map(markup::decided_by).unwrap_or_default();
            view! {
                <p class="standing"><b class="became" data-status=*word>{*outcome}</b><span inner_html=by></span>" · "<time datetime=at.clone() title=at.clone()>{when.clone()}</time></p>
            }
            .into_any()
        }
    };
    view! {
        <li>
            <a href=line.href.clone() inner_html=message(&line.message)></a>
            <p class="facts">
                {line.asks.clone()}{reviewer}" · asked by "<span inner_html=markup::shown(&line.asked_by)></span>" "
                <time datetime=at.clone() title=at>{asked}</time>
            </p>
            {standing}
        </li>
    }
}

/// A message in one line, cut where it gets long.
fn message(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(MESSAGE) {
        line.truncate(end);
        line.push('…');
    }
    markup::shown(&line)
}
