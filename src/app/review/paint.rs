//! Keeps the drawn page as the desk has it: marks, editors, counts and notes. Only what changed is touched.

mod clock;
mod editor;

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlElement, HtmlInputElement, HtmlTableSectionElement};

use super::choosing;
use super::desk::Desk;
use super::facts;
use super::line::Line;
use crate::api::Asks;

/// The first element of the page that matches.
pub(super) fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

/// The first element in `parent` that matches.
fn within<T: JsCast>(parent: &Element, selector: &str) -> Option<T> {
    parent.query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Writes a text where it is another.
pub(super) fn write(place: &Element, text: &str) {
    if place.text_content().as_deref() != Some(text) {
        place.set_text_content(Some(text));
    }
}

/// Sets or removes an attribute that is a mark.
pub(super) fn mark(place: &Element, name: &str, on: bool) {
    _ = place.toggle_attribute_with_force(name, on);
}

/// Leaves both buttons dead for half a second: the page changed by itself, and may have moved them under somebody's finger.
pub(super) fn rearm() {
    if let Some(footer) = find(".decision") {
        mark(&footer, "data-again", !footer.has_attribute("data-again"));
    }
}

/// Starts painting.
pub fn page(desk: &'static Desk) {
    let rows = find("#review tbody").and_then(|body| body.dyn_into::<HtmlTableSectionElement>().ok()).map(|body| body.rows());
    for (line, at) in desk.lines.iter().zip(0..) {
        if let Some(row) = rows.as_ref().and_then(|rows| rows.item(at)) {
            paint_row(line, row);
        }
    }
    if let Asks::Selection { .. } = desk.sheet.asks {
        choosing::recount(desk);
    } else {
        counts(desk);
        problems(desk);
    }
    standing(desk);
    clock::run(desk.sheet.remaining_ms);
    if let Some(html) = document().document_element() {
        mark(&html, "data-ready", true);
    }
}

fn paint_row(line: &'static Line, row: Element) {
    let tick = within::<HtmlInputElement>(&row, ".tick");
    let fault = within::<HtmlElement>(&row, ".fault");
    let clears = within::<HtmlElement>(&row, ".clears");
    let editor = editor::Painter::find(line.row, &row);
    Effect::new(move || {
        line.facts.with(|facts| {
            mark(&row, "data-included", facts.included);
            mark(&row, "data-changed", facts.changed);
            mark(&row, "data-edited", facts.edited);
            mark(&row, "data-fault", facts.fault.is_some());
            if let Some(tick) = &tick {
                tick.set_checked(facts.included);
            }
            if let Some(clears) = &clears {
                clears.set_hidden(!facts.clears);
            }
            if let Some(fault) = &fault {
                write(fault, facts.fault.as_deref().unwrap_or_default());
                fault.set_hidden(facts.fault.is_none());
            }
            editor.invalid(facts.fault.is_some());
        });
        editor.show(line.row, &line.entry());
    });
}

/// Those of the toolbar's filters, and of the footer.
fn counts(desk: &'static Desk) {
    let places = ["#show-changed + span", "#show-included + span", "#show-faults + span", ".counter b", ".effect span"].map(find);
    Effect::new(move || {
        let (mut changed, mut included) = (0, 0);
        for line in &desk.lines {
            line.facts.with(|facts| {
                changed += usize::from(facts.changed);
                included += usize::from(facts.counts());
            });
        }
        let of = included.to_string() + " of " + &desk.lines.len().to_string();
        let texts = [changed.to_string(), included.to_string(), desk.at_fault().count().to_string(), of.clone(), of];
        for (place, text) in places.iter().zip(texts) {
            if let Some(place) = place {
                write(place, &text);
            }
        }
    });
}

fn problems(desk: &'static Desk) {
    let place = find(".problem");
    Effect::new(move |before: Option<String>| {
        let faulty: Vec<_> = desk.at_fault().map(|line| (line.index, line.row.field.label().to_owned())).collect();
        let html = facts::problems(desk.sheet.asks, &faulty);
        if let (Some(place), false) = (&place, before.as_ref() == Some(&html)) {
            place.set_inner_html(&html);
        }
        html
    });
}

/// The notice, and whether the buttons can be pressed.
fn standing(desk: &'static Desk) {
    let notice = find(".notice");
    let buttons = [".decision [value=cancel]", ".decision [value=submit]"].map(find);
    Effect::new(move || {
        let standing = desk.standing.get();
        // what the server drew stays until there is anything new to say
        if let (Some(notice), Some(text)) = (&notice, standing.notice) {
            notice.set_inner_html("");
            if let (false, Ok(paragraph)) = (text.is_empty(), document().create_element("p")) {
                write(&paragraph, &text);
                _ = notice.append_child(&paragraph);
            }
        }
        if standing.closed {
            // nothing is kept of what is closed
            for place in [".kept", ".elsewhere"].into_iter().filter_map(find) {
                write(&place, "");
            }
        }
        for button in buttons.iter().flatten() {
            mark(button, "disabled", standing.busy || standing.closed);
        }
    });
}
