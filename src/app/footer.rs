//! Below whatever is reviewed: how much is included, what needs fixing, the two buttons and what they do.

use leptos::prelude::*;

use super::hidden::plain;
use super::markup::escape;
use super::review::facts::{self, Facts};
use crate::api::{Asks, Sheet};

/// The footer. An agent may rename the buttons, so a fixed line says what they do. `chosen`: how many options of a selection are.
#[component]
pub fn Footer<'a>(sheet: &'a Sheet, facts: &'a [Facts], #[prop(optional)] chosen: usize) -> impl IntoView + use<> {
    let included = facts.iter().filter(|facts| facts.counts()).count();
    let of = format!("{included} of {}", facts.len());
    let faulty = sheet.grid.rows.iter().zip(facts).enumerate().filter(|(_, (_, facts))| facts.fault.is_some());
    let faulty: Vec<_> = faulty.map(|(index, (row, _))| (index, row.field.label().to_owned())).collect();
    let (ok, cancel) = (plain(&sheet.labels.ok), plain(&sheet.labels.cancel));
    let problem = match (sheet.asks, sheet.faults.first()) {
        (Asks::Selection { .. }, Some(fault)) => escape(&fault.message),
        _ => facts::problems(sheet.asks, &faulty),
    };
    let (counter, does) = match sheet.asks {
        Asks::Proposal => (Some(counted(of.clone(), " included")), doing(" submits ", of)),
        Asks::Approval if facts.is_empty() => (None, doing(" approves", String::new())),
        Asks::Approval => (Some(counted(of.clone(), " filled in")), doing(" approves and submits ", of)),
        Asks::Selection { fewest, most, options } => {
            let text = facts::selected(fewest, most, options, chosen);
            (Some(view! { <p class="counter" role="status">{text}</p> }.into_any()), doing(" submits ", chosen.to_string()))
        }
    };
    // how unsent work stands, where there can be any
    let draft =
        counter.is_some().then(|| view! { <p class="kept" inner_html=sheet.kept.clone()></p><p class="elsewhere" role="status"></p> });
    view! {
        <footer class="decision">
            {counter}
            {draft}
            <p class="problem" inner_html=problem></p>
            <p class="effect" id="effect"><b>{cancel.clone()}</b>" declines the request · "<b>{ok.clone()}</b>{does}</p>
            <div class="group">
                <button name="action" value="cancel" aria-describedby="effect">{cancel}</button>
                <button name="action" value="submit" aria-describedby="effect" class="primary">{ok}</button>
            </div>
        </footer>
    }
}

fn counted(of: String, what: &'static str) -> AnyView {
    view! { <p class="counter" role="status"><b>{of}</b>{what}</p> }.into_any()
}

/// What the button does, and with how much.
fn doing(what: &'static str, much: String) -> AnyView {
    if much.is_empty() { what.into_any() } else { view! { {what}<span>{much}</span> }.into_any() }
}
