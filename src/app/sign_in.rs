//! The page of a sign-in link.

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
