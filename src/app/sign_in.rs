//! The page of a sign-in link, and those of the way to a provider and back.

use leptos::prelude::*;

use super::hidden;
use super::markup;
use super::page::{Frame, document};

/// Asks whoever opened the link for the one press that spends it, by which they become `name`.
pub fn invitation(frame: Frame, name: &str) -> String {
    let body = view! {
        <header class="masthead"><span class="wordmark">"Countersign"</span></header>
        <main class="plain">
            <h1>"Sign in"</h1>
            <p>"This link signs you in as "<b inner_html=markup::shown(name)></b>", once, in this browser. What you decide from then on is recorded under that name."</p>
            <form method="post" class="group">
                <button class="primary">{format!("Sign in as {}", hidden::plain(name))}</button>
            </form>
        </main>
    };
    document(frame, "Sign in · Countersign", false, body)
}

/// How somebody who is not signed in may do so at once.
#[derive(Clone, Debug)]
pub struct Way {
    /// Where they sign in.
    pub host: String,
    /// Our page that they return to.
    pub to: String,
}

/// A page of a heading, a sentence and the button that begins `way`.
pub fn offer(frame: Frame, heading: &'static str, sentence: &str, way: &Way) -> String {
    let body = view! {
        <header class="masthead"><span class="wordmark">"Countersign"</span></header>
        <main class="plain">
            <h1>{heading}</h1>
            <p>{sentence.to_owned()}</p>
            <form method="post" action="/sign-in" class="group">
                <input type="hidden" name="to" value=way.to.clone()/>
                <button class="primary">{format!("Sign in with {}", way.host)}</button>
            </form>
        </main>
    };
    document(frame, heading, false, body)
}

/// The page that one sees on the way to `host`, at `url`: the browser goes on by itself.
pub fn leaving(frame: Frame, host: &str, url: &str) -> String {
    let body = view! {
        <header class="masthead"><span class="wordmark">"Countersign"</span></header>
        <main class="plain">
            <h1>"Sign in"</h1>
            <p>"On to " <a href=url.to_owned()>{host.to_owned()}</a> "."</p>
        </main>
    };
    document(frame, "Sign in · Countersign", false, body)
}
