//! Above the grid: the actions on all rows, and which rows are shown.

use leptos::prelude::*;

use super::desk::Desk;
use super::line::Line;
use crate::domain::grid::Bulk;

/// The toolbar. It stands outside of the form, so that its radio buttons are not posted; the style sheet alone does the filtering.
pub fn toolbar(desk: Desk) -> impl IntoView {
    let act = move |action| move |_| desk.bulk(action);
    view! {
        <div class="toolbar">
            <div class="group bulk" role="group" aria-label="All rows">
                <button type="button" on:click=act(Bulk::AcceptAll)>"Accept All"</button>
                <button type="button" on:click=act(Bulk::RejectAll)>"Reject All"</button>
                <button type="button" on:click=act(Bulk::RestoreProposed)>"Restore Proposed"</button>
            </div>
            <div class="segments" role="radiogroup" aria-label="Rows shown">
                <label><input type="radio" name="show" id="show-all" checked/>"All "<span>{desk.len()}</span></label>
                {segment(desk, "show-changed", "Changed ", |line| line.changed.get())}
                {segment(desk, "show-included", "Included ", Line::included)}
                {segment(desk, "show-faults", "To fix ", |line| line.fault.with(Option::is_some))}
            </div>
        </div>
    }
}

fn segment(desk: Desk, id: &'static str, text: &'static str, is: fn(Line) -> bool) -> impl IntoView {
    view! { <label><input type="radio" name="show" id=id/>{text}<span>{move || desk.count(is)}</span></label> }
}
