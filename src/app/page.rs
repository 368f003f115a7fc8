//! The shell of every page, and the pages without an island.

use leptos::prelude::*;

use super::approval::Approval;
use super::closed::{Closed, Outcome, Waiting};
use super::deadline;
use super::grid::Grid;
use super::hidden;
use super::markup;
use super::matter::Matter;
use super::review::Review;
use super::selection::Choices;
use super::story::{Story, Told};
use crate::api::Sheet;

/// Where the built site's files are; `None` each while it is not built: the page then works without them.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    pub css: Option<String>,
    /// The glue and the WebAssembly module.
    pub client: Option<(String, String)>,
}

/// What every page is framed with.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub assets: Assets,
    /// What the page's scripts are known by.
    pub nonce: String,
}

/// What a request's page says about it, whatever its state.
#[derive(Clone, Debug)]
pub struct About {
    pub asked_by: String,
    /// When, for people (`2 minutes ago`) and for machines (RFC 3339).
    pub asked: (String, String),
    /// The page's heading.
    pub message: String,
    /// Where it stands in the inbox of whoever is signed in.
    pub inbox: Option<InInbox>,
    /// What the display template gave: HTML that is safe as it is, or why there is none.
    pub banner: Option<Result<String, String>>,
    /// What happened to it so far; empty for those who aren't told.
    pub story: Vec<Told>,
}

/// Where a request's page stands in a reviewer's inbox.
#[derive(Clone, Debug, Default)]
pub struct InInbox {
    /// Its place among how many that are pending.
    pub standing: Option<(u64, u64)>,
    /// Where the next pending one is.
    pub next: Option<String>,
}

/// The most characters of a request's message in the title of its page.
const TITLE: usize = 80;

/// The page of a request that can be decided: `matter`, with the rows of `sheet`. `notice`: why a form that was posted to it was not taken.
pub fn open(frame: Frame, about: &About, sheet: &Sheet, matter: &Matter, notice: Option<String>) -> String {
    let top = masthead(about, Some(sheet.remaining_ms / 1000));
    let work = match matter {
        Matter::Proposal => view! { <Grid sheet notice/> }.into_any(),
        Matter::Approval { context, .. } => view! { <Approval sheet context=context.as_ref() notice/> }.into_any(),
        Matter::Selection { options, rows, selected } => view! { <Choices sheet options rows=rows.as_ref() selected notice/> }.into_any(),
    };
    let body = view! {
        {top}
        <main class="review">
            {heading(about)}
            <Review>{work}</Review>
        </main>
    };
    document(frame, &title("Review", &about.message), true, body)
}

/// The page of a request that can't be decided any more. `notice` is what became of a form that was posted to it.
pub fn closed(frame: Frame, about: &About, outcome: &Outcome, notice: Option<String>) -> String {
    let body = view! {
        {masthead(about, None)}
        <main class="review">
            {notice.map(|text| view! { <div class="notice" role="alert"><p>{text}</p></div> })}
            {heading(about)}
            <Closed outcome/>
        </main>
    };
    document(frame, &title(outcome.headline(), &about.message), false, body)
}

/// The page of a request that `name` alone can decide in the `left` seconds that there are, for somebody who may see it.
pub fn watched(frame: Frame, about: &About, outcome: &Outcome, name: &str, left: u64) -> String {
    let body = view! {
        {masthead(about, Some(left))}
        <main class="review">
            {heading(about)}
            <Waiting outcome name/>
        </main>
    };
    document(frame, &title("Waiting", &about.message), false, body)
}

/// A page of nothing but a heading and a sentence.
pub fn plain(frame: Frame, heading: &'static str, sentence: &str) -> String {
    let body = view! {
        <header class="masthead"><span class="wordmark">"Countersign"</span></header>
        <main class="plain">
            <h1>{heading}</h1>
            <p>{sentence.to_owned()}</p>
        </main>
    };
    document(frame, heading, false, body)
}

fn title(what: &str, message: &str) -> String {
    let mut line = hidden::plain(message.lines().next().unwrap_or_default());
    if let Some((end, _)) = line.char_indices().nth(TITLE) {
        line.truncate(end);
        line.push('…');
    }
    format!("{what} · {line}")
}

/// `left`: the seconds in which the request can be decided.
fn masthead(about: &About, left: Option<u64>) -> impl IntoView + use<> {
    let (asked, at) = about.asked.clone();
    view! {
        <header class="masthead">
            <span class="wordmark">"Countersign"</span>
            {about.inbox.as_ref().map(way_back)}
            <p class="provenance">
                "Asked by " <b inner_html=markup::shown(&about.asked_by)></b> " · " <time datetime=at.clone() title=at>{asked}</time>
            </p>
            {left.map(|seconds| view! {
                <p class="deadline" data-short={deadline::stage(seconds) > 0}>{deadline::words(seconds)}</p>
                <p class="announced visually-hidden" aria-live="assertive"></p>
            })}
        </header>
    }
}

/// Back to the inbox, and on to the next request there.
fn way_back(inbox: &InInbox) -> impl IntoView + use<> {
    let standing = inbox.standing.map(|(number, of)| view! { <span>{format!("{number} of {of}")}</span> });
    let next = inbox.next.clone().map(|next| view! { <a href=next>"Next"</a> });
    view! { <nav class="way-back" aria-label="Inbox"><a href="/">"Inbox"</a>{standing}{next}</nav> }
}

fn heading(about: &About) -> impl IntoView + use<> {
    let banner = about.banner.clone().map(|banner| match banner {
        Ok(html) => view! { <section class="banner" data-banner inner_html=markup::drawn(&html)></section> }.into_any(),
        Err(why) => {
            let sentence = format!("The display template could not be rendered: {why}");
            view! { <section class="banner broken" data-banner><p>{sentence}</p></section> }.into_any()
        }
    });
    view! {
        <h1 inner_html=markup::shown(&about.message)></h1>
        <Story told=&about.story/>
        {banner}
    }
}

/// A whole page. `wakes`: whether it has islands.
pub(super) fn document(frame: Frame, title: &str, wakes: bool, body: impl IntoView) -> String {
    let Frame { assets, nonce } = frame;
    let client = assets.client.filter(|_| wakes).map(|(js, wasm)| {
        let script = wake(&js, &wasm);
        view! {
            <link rel="modulepreload" href=js nonce=nonce.clone()/>
            <link rel="preload" href=wasm r#as="fetch" r#type="application/wasm" crossorigin="anonymous"/>
            <script type="module" nonce=nonce inner_html=script></script>
        }
    });
    let page = view! {
        <html lang="en">
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="robots" content="noindex, nofollow"/>
                <meta name="color-scheme" content="light dark"/>
                <title>{title.to_owned()}</title>
                <link rel="icon" href="/favicon.svg" r#type="image/svg+xml"/>
                {assets.css.map(|css| view! { <link rel="stylesheet" href=css/> })}
                {client}
            </head>
            <body>{body}</body>
        </html>
    };
    "<!DOCTYPE html>".to_owned() + &page.to_html()
}

/// Wakes the islands, at once: the glue and the module come from the built site's own list, never from a request.
fn wake(js: &str, wasm: &str) -> String {
    [
        "import init,* as client from\"",
        js,
        "\";await init({module_or_path:\"",
        wasm,
        "\"});client.hydrate();\
        for(const island of document.querySelectorAll(\"leptos-island\"))client[island.dataset.component](island)",
    ]
    .concat()
}
