//! Keeps the inbox as the server has it: hears that something changed, and puts what the server draws in the place of what it drew.
//!
//! A browser has six connections for all pages of a site, and one that listens takes one: a hidden page does not listen.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_bindgen::closure::Closure;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{Element, EventSource, HtmlElement, HtmlInputElement};

use crate::api::client;

/// How long after the last key a search begins.
const PAUSE: Duration = Duration::from_millis(200);

/// How often the times left are drawn anew.
const BEAT: Duration = Duration::from_secs(30);

/// The inbox as it is kept. There is one, as long as the page.
#[derive(Default)]
struct Desk {
    source: RefCell<Option<EventSource>>,
    /// What was drawn last.
    drawn: RefCell<String>,
    /// The server is being asked; `stale`: it has to be asked again after that.
    asking: Cell<bool>,
    stale: Cell<bool>,
    typing: Cell<Option<TimeoutHandle>>,
}

/// The search and the drawn shelves. The children are the server's alone.
#[island]
pub fn Live(children: Children) -> impl IntoView {
    // effects run in the browser alone
    Effect::new(|| wake(Box::leak(Box::default())));
    view! { <div class="live">{children()}</div> }
}

fn wake(desk: &'static Desk) {
    let changed = Closure::<dyn Fn()>::new(move || ask(desk)).into_js_value();
    listen(desk, &changed);
    drop(window_event_listener_untyped("visibilitychange", move |_| listen(desk, &changed)));
    drop(window_event_listener(ev::input, move |_| {
        if let Some(timer) = desk.typing.take() {
            timer.clear();
        }
        desk.typing.set(set_timeout_with_handle(move || search(desk), PAUSE).ok());
    }));
    drop(window_event_listener(ev::keydown, move |event| {
        let step = match event.key().as_str() {
            "j" => 1,
            "k" => -1,
            _ => return,
        };
        if !event.ctrl_key() && !event.meta_key() && !event.alt_key() {
            go(step);
        }
    }));
    _ = set_interval_with_handle(move || ask(desk), BEAT);
    if let Some(html) = document().document_element() {
        _ = html.toggle_attribute_with_force("data-ready", true);
    }
}

/// Listens while the page is seen. The first that the server says is that something may have changed.
fn listen(desk: &'static Desk, changed: &JsValue) {
    let seen = !document().hidden();
    if seen == desk.source.borrow().is_some() {
        return;
    }
    let source = if seen { EventSource::new("/inbox/events").ok() } else { None };
    if let Some(source) = &source {
        source.set_onmessage(Some(changed.unchecked_ref()));
    }
    if let Some(former) = desk.source.replace(source) {
        former.close();
    }
}

/// Asks what there is by now.
fn ask(desk: &'static Desk) {
    if document().hidden() {
        return;
    }
    desk.stale.set(true);
    if desk.asking.replace(true) {
        return;
    }
    spawn_local(async move {
        while desk.stale.take() {
            match client::inbox(&location().search().unwrap_or_default()).await {
                Some((200, html)) => draw(desk, html),
                // signed out: the page says how to get back in
                Some((403, _)) => _ = location().reload(),
                _ => {}
            }
        }
        desk.asking.set(false);
    });
}

fn draw(desk: &Desk, html: String) {
    let Some(place) = find("#shelves").filter(|_| *desk.drawn.borrow() != html) else { return };
    let focused = document().active_element().and_then(|focused| focused.get_attribute("href"));
    place.set_inner_html(&html);
    desk.drawn.replace(html);
    if focused.is_some() {
        focus(links().into_iter().find(|link| link.get_attribute("href") == focused));
    }
    let Some(count) = find("#pending") else { return };
    if let Some(title) = count.get_attribute("data-title") {
        document().set_title(&title);
    }
    // said once, and only when it is another number
    if let Some(told) = find("#told").filter(|told| told.text_content() != count.text_content()) {
        told.set_text_content(count.text_content().as_deref());
    }
}

/// Looks for what is typed, at an address that can be kept.
fn search(desk: &'static Desk) {
    let Some(field) = find("input[type=search]").and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) else { return };
    let query = String::from(js_sys::encode_uri_component(&field.value()));
    let address = if query.is_empty() { "/".to_owned() } else { "/?q=".to_owned() + &query };
    if window().history().and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address))).is_ok() {
        ask(desk);
    }
}

/// To the request `step` further down, unless the focus is elsewhere.
fn go(step: isize) {
    let links = links();
    let focused = document().active_element();
    let next = match links.iter().position(|link| Some(link) == focused.as_ref()) {
        Some(at) => at.checked_add_signed(step),
        None => focused.is_none_or(|focused| focused.tag_name() == "BODY").then_some(0),
    };
    focus(next.and_then(|at| links.into_iter().nth(at)));
}

fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

fn links() -> Vec<Element> {
    let Ok(found) = document().query_selector_all(".lines a") else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.item(at)?.dyn_into().ok()).collect()
}

fn focus(link: Option<Element>) {
    if let Some(link) = link.and_then(|link| link.dyn_into::<HtmlElement>().ok()) {
        _ = link.focus();
    }
}
