//! A selection at work: the browser counts, and says what the count is worth.

use leptos::prelude::document;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{HtmlElement, HtmlInputElement};

use super::desk::Desk;
use super::facts;
use super::paint::{find, mark, write};
use crate::api::Asks;
use crate::domain::grid::RowFault;
use crate::domain::selection::miscounted;

/// The boxes of the options that `are`.
fn boxes(are: fn(&HtmlInputElement) -> bool) -> impl Iterator<Item = HtmlInputElement> {
    let boxes = document().get_elements_by_class_name("pick");
    let each = (0..boxes.length()).filter_map(move |at| boxes.item(at)?.dyn_into::<HtmlInputElement>().ok());
    each.filter(are)
}

/// The boxes of the options that are ticked now.
fn ticked() -> impl Iterator<Item = HtmlInputElement> {
    boxes(HtmlInputElement::checked)
}

/// How many options are chosen; none where there are no options.
pub fn count() -> usize {
    ticked().count()
}

/// The ids of the chosen options.
pub fn chosen() -> Vec<String> {
    ids(ticked())
}

/// The ids of the options that the page was drawn with as chosen.
pub fn drawn() -> Vec<String> {
    ids(boxes(HtmlInputElement::default_checked))
}

/// A box has its id as the form posts it: an attribute does not keep every text as it is.
fn ids(options: impl Iterator<Item = HtmlInputElement>) -> Vec<String> {
    options.filter_map(|option| js_sys::decode_uri_component(&option.value()).ok().map(String::from)).collect()
}

/// Says how many are chosen now; and whether they are too many, or too few once that was said.
pub fn recount(desk: &'static Desk) {
    let Asks::Selection { fewest, most, options } = desk.sheet.asks else { return };
    let count = count();
    for (place, text) in [(".counter", facts::selected(fewest, most, options, count)), (".effect span", count.to_string())] {
        if let Some(place) = find(place) {
            write(&place, &text);
        }
    }
    let said = find(".choosing[data-fault]").is_some();
    fault(miscounted(fewest, most, count).filter(|_| said || count > most).as_deref());
}

/// Whether the choice can't be submitted as it is; says why, and goes to the options.
pub fn refuses(desk: &'static Desk) -> bool {
    let Asks::Selection { fewest, most, .. } = desk.sheet.asks else { return false };
    let wrong = miscounted(fewest, most, count());
    if let Some(wrong) = &wrong {
        say(desk, wrong);
    }
    wrong.is_some()
}

/// Shows the server's word on the choice.
pub fn tell(desk: &'static Desk, faults: &[RowFault]) {
    if let (Asks::Selection { .. }, Some(wrong)) = (desk.sheet.asks, faults.first()) {
        say(desk, &wrong.message);
    }
}

fn say(desk: &'static Desk, wrong: &str) {
    fault(Some(wrong));
    desk.say(&facts::not_chosen(wrong));
    let first = find(".pick:checked").or_else(|| find(".pick"));
    if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
        _ = first.focus();
    }
}

/// What stands above the options, and in the footer.
fn fault(wrong: Option<&str>) {
    let text = wrong.unwrap_or_default();
    if let (Some(options), Some(place)) = (find(".choosing"), find(".fault:has(+ .choosing)")) {
        mark(&options, "data-fault", wrong.is_some());
        mark(&place, "hidden", wrong.is_none());
        write(&place, text);
    }
    // a long list has it out of sight
    if let Some(place) = find(".problem") {
        write(&place, text);
    }
}
