//! The time left: shown in the masthead, announced when it gets short.

use std::time::Duration;

use leptos::prelude::*;

use super::markup::Drawing;

/// Below this many seconds the time left is announced, and again below the second.
const SHORT: [u64; 2] = [120, 30];

/// Counts down from what the server said; the browser's clock decides nothing.
#[island]
pub fn Deadline(remaining_ms: u64) -> impl IntoView {
    let left = RwSignal::new(remaining_ms / 1000);
    if use_context::<Drawing>().is_none() {
        let now = || window().performance().map_or(0.0, |clock| clock.now());
        let drawn = now();
        set_interval(
            move || {
                let passed = Duration::try_from_secs_f64((now() - drawn) / 1000.0).unwrap_or_default();
                left.set(Duration::from_millis(remaining_ms).saturating_sub(passed).as_secs());
            },
            Duration::from_secs(1),
        );
    }
    let stage = Memo::new(move |_| SHORT.into_iter().filter(|limit| left.get() < *limit).count());
    let announced = move || match (stage.get(), untrack(move || left.get())) {
        (0, _) => String::new(),
        (_, left) => words(left),
    };
    view! {
        <p class="deadline" data-tone=move || (stage.get() > 0).then_some("short")>{move || words(left.get())}</p>
        <p class="visually-hidden" aria-live="assertive">{announced}</p>
    }
}

/// `seconds` left, in words.
fn words(seconds: u64) -> String {
    let minutes = seconds / 60;
    match seconds {
        0 => "This request has expired".to_owned(),
        1..60 => format!("Closes in {seconds} s"),
        60..120 => format!("Closes in {minutes} min {} s", seconds % 60),
        120..3600 => format!("Closes in {minutes} min"),
        _ if minutes % 60 == 0 => format!("Closes in {} h", minutes / 60),
        _ => format!("Closes in {} h {} min", minutes / 60, minutes % 60),
    }
}
