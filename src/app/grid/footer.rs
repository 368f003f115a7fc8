//! Below the grid: how many are included, what needs fixing, the two buttons and what they do.

use leptos::prelude::*;

use super::plain;
use crate::api::Sheet;
use crate::app::review::facts::{self, Facts};

/// The footer. An agent may rename the buttons, so a fixed line says what they do.
#[component]
pub fn Footer<'a>(sheet: &'a Sheet, facts: &'a [Facts]) -> impl IntoView + use<> {
    let included = facts.iter().filter(|facts| facts.included).count();
    let of = format!("{included} of {}", facts.len());
    let faulty = sheet.grid.rows.iter().zip(facts).enumerate().filter(|(_, (_, facts))| facts.fault.is_some());
    let faulty: Vec<_> = faulty.map(|(index, (row, _))| (index, row.field.label().to_owned())).collect();
    let (ok, cancel) = (plain(&sheet.labels.ok), plain(&sheet.labels.cancel));
    view! {
        <footer class="decision">
            <p class="counter" role="status"><b>{of.clone()}</b>" included"</p>
            <p class="problem" inner_html=facts::problems(&faulty)></p>
            <p class="effect" id="effect"><b>{cancel.clone()}</b>" declines the request · "<b>{ok.clone()}</b>" submits "<span>{of}</span></p>
            <div class="group">
                <button name="action" value="cancel" aria-describedby="effect">{cancel}</button>
                <button name="action" value="submit" aria-describedby="effect" class="primary">{ok}</button>
            </div>
        </footer>
    }
}
