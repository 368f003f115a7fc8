//! Hears from the server what happens to the request elsewhere, while the page is seen.
//!
//! A browser has six connections for all pages of a site, and one that listens takes one. So a hidden page does not listen; and of those
//! that are seen, the last few do, while others have a glance now and then.

use std::cell::{Cell, OnceCell, RefCell};
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::{BroadcastChannel, EventSource, MessageEvent};

use super::desk::Desk;
use super::keeping;
use crate::api::{ApiError, client};

/// How many pages may begin to listen after this one before it only glances.
const LISTENERS: u32 = 3;

/// How long after a glance the next one.
const GLANCE: Duration = Duration::from_millis(1500);

/// How long after a refusal the server is asked again, at first and at most.
const PATIENCE: (u32, u32) = (2_000, 60_000);

/// How this page listens.
#[derive(Default)]
pub struct Live {
    source: RefCell<Option<EventSource>>,
    hears: OnceCell<Closure<dyn Fn(MessageEvent)>>,
    /// Pages say there that they begin to listen.
    channel: OnceCell<BroadcastChannel>,
    /// How many said so since this page was last looked at.
    younger: Cell<u32>,
    timer: Cell<Option<TimeoutHandle>>,
    /// How long to wait after the next refusal, in milliseconds.
    wait: Cell<u32>,
}

/// Listens from now on.
pub fn listen(desk: &'static Desk) {
    let live = &desk.live;
    live.hears.get_or_init(|| Closure::new(move |event: MessageEvent| hear(desk, &event)));
    if let Ok(channel) = BroadcastChannel::new("listening") {
        let other = Closure::<dyn Fn()>::new(move || other_listens(desk));
        channel.set_onmessage(Some(other.into_js_value().unchecked_ref()));
        live.channel.get_or_init(|| channel);
    }
    for event in ["visibilitychange", "pageshow", "focus"] {
        drop(window_event_listener_untyped(event, move |_| seen(desk)));
    }
    drop(window_event_listener_untyped("pagehide", move |_| unseen(desk)));
    seen(desk);
}

/// The page is seen, or not any more.
pub fn seen(desk: &'static Desk) {
    if document().hidden() {
        return unseen(desk);
    }
    let live = &desk.live;
    if live.younger.replace(0) >= LISTENERS {
        stop(live);
    }
    live.wait.set(PATIENCE.0);
    if open(desk)
        && let Some(channel) = live.channel.get()
    {
        _ = channel.post_message(&true.into());
    }
}

fn unseen(desk: &'static Desk) {
    keeping::leave(desk);
    stop(&desk.live);
}

fn stop(live: &Live) {
    if let Some(source) = live.source.take() {
        source.close();
    }
    if let Some(timer) = live.timer.take() {
        timer.clear();
    }
}

/// Begins to listen, unless it does already.
fn open(desk: &'static Desk) -> bool {
    let live = &desk.live;
    if desk.now().closed || live.source.borrow().is_some() {
        return false;
    }
    stop(live);
    let (Ok(path), Some(hears)) = (location().pathname(), live.hears.get()) else { return false };
    let Ok(source) = EventSource::new(&(path + "/events")) else { return false };
    for event in ["draft", "closed", "error"] {
        _ = source.add_event_listener_with_callback(event, hears.as_ref().unchecked_ref());
    }
    live.source.replace(Some(source));
    true
}

fn open_after(desk: &'static Desk, pause: Duration) {
    stop(&desk.live);
    let again = move || _ = open(desk);
    desk.live.timer.set(set_timeout_with_handle(again, pause).ok());
}

fn hear(desk: &'static Desk, event: &MessageEvent) {
    let live = &desk.live;
    let text = event.data().as_string().unwrap_or_default();
    match event.type_().as_str() {
        "draft" => {
            live.wait.set(PATIENCE.0);
            keeping::reached(desk);
            keeping::heard(desk, text.parse().unwrap_or(0));
            if live.younger.get() >= LISTENERS {
                open_after(desk, GLANCE);
            }
        }
        "closed" => {
            stop(live);
            // a decision that is on its way from here hears of itself
            if !desk.now().busy {
                desk.lose(&text);
            }
        }
        // while it is connecting, the browser tries again by itself
        _ if live.source.borrow().as_ref().is_some_and(|source| source.ready_state() == EventSource::CLOSED) => refused(desk),
        _ => {}
    }
}

/// The server, or a proxy before it, would not let this page listen: asks why.
fn refused(desk: &'static Desk) {
    let wait = desk.live.wait.get();
    desk.live.wait.set((wait * 2).min(PATIENCE.1));
    stop(&desk.live);
    spawn_local(async move {
        match client::mark_viewed().await {
            Err(ApiError::NotFound) => desk.close("This link isn't known here any more: nothing can be sent."),
            _ if !document().hidden() => open_after(desk, Duration::from_millis(wait.into())),
            // it is opened when the page is seen again
            _ => {}
        }
    });
}

fn other_listens(desk: &'static Desk) {
    let younger = desk.live.younger.get() + 1;
    desk.live.younger.set(younger);
    if younger == LISTENERS && desk.live.source.borrow().is_some() {
        open_after(desk, GLANCE);
    }
}
