//! Above the grid: the actions on all rows, and which rows are shown.

use leptos::prelude::*;

use crate::app::review::facts::Facts;

/// The toolbar. The style sheet alone does the filtering.
#[component]
pub fn Toolbar<'a>(facts: &'a [Facts]) -> impl IntoView + use<> {
    let count = |is: fn(&Facts) -> bool| facts.iter().filter(|facts| is(facts)).count();
    view! {
        <div class="toolbar">
            <div class="group bulk" role="group" aria-label="All rows">
                <button type="button" value="accept">"Accept All"</button>
                <button type="button" value="reject">"Reject All"</button>
                <button type="button" value="restore">"Restore Proposed"</button>
            </div>
            <div class="segments" role="radiogroup" aria-label="Rows shown">
                {segment("show-all", "All", facts.len(), true)}
                {segment("show-changed", "Changed", count(|facts| facts.changed), false)}
                {segment("show-included", "Included", count(|facts| facts.included), false)}
                {segment("show-faults", "To fix", count(|facts| facts.fault.is_some()), false)}
            </div>
        </div>
    }
}

fn segment(id: &'static str, text: &'static str, count: usize, chosen: bool) -> impl IntoView {
    // of no form, so that it is not posted
    view! { <label>{text}" "<input type="radio" name="show" form="none" id=id checked=chosen/><span>{count}</span></label> }
}
