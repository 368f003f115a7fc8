//! The time left: shown in the masthead, announced when it gets short.

use std::cell::Cell;
use std::time::Duration;

use leptos::prelude::*;

use super::{find, mark, write};
use crate::app::deadline;

/// Counts down from what the server said: the browser's clock decides nothing.
pub fn run(left: u64) {
    let now = || window().performance().map_or(0.0, |clock| clock.now());
    let start = now();
    let (place, announced) = (find(".deadline"), find(".announced"));
    let stage = Cell::new(0);
    set_interval(
        move || {
            #[expect(clippy::cast_possible_truncation, reason = "milliseconds since the page was opened")]
            let passed = (now() - start) as u64;
            let seconds = left.saturating_sub(passed) / 1000;
            let words = deadline::words(seconds);
            let reached = deadline::stage(seconds);
            if let Some(place) = &place {
                write(place, &words);
                mark(place, "data-short", reached > 0);
            }
            if reached != stage.get() {
                stage.set(reached);
                if let Some(announced) = &announced {
                    write(announced, &words);
                }
            }
        },
        Duration::from_secs(1),
    );
}
