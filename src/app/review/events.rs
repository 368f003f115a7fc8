//! What the reviewer does, heard once for the whole table: a row's listeners are its table's.

use js_sys::JsString;
use leptos::ev;
use leptos::prelude::{document, window};
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{self, Element, HtmlElement, HtmlInputElement, HtmlLabelElement, HtmlSelectElement, HtmlTextAreaElement};

use super::desk::Desk;
use super::line::Line;
use super::{choosing, facts, keeping, sending};
use crate::app::picker;
use crate::domain::form::Action;
use crate::domain::grid::{Bulk, Draft, Editor, Row};

/// The element that `event` happened in.
fn target(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// The element around `inner` that matches `selector`, `inner` itself included.
fn around(inner: &Element, selector: &str) -> Option<Element> {
    inner.closest(selector).ok().flatten()
}

/// The line whose row holds `inner`.
fn line_of(desk: &'static Desk, inner: &Element) -> Option<&'static Line> {
    let row: web_sys::HtmlTableRowElement = around(inner, "tr[data-field]")?.dyn_into().ok()?;
    let index = usize::try_from(row.section_row_index()).ok()?;
    desk.lines.get(index)
}

/// Goes to a line's editor, scrolled into sight.
pub fn focus(line: &Line) {
    let Some(editor) = document().get_element_by_id(&facts::editor_id(line.index)) else { return };
    let inner = if editor.tag_name() == "FIELDSET" { editor.query_selector("input").ok().flatten() } else { None };
    if let Ok(control) = inner.unwrap_or(editor).dyn_into::<HtmlElement>() {
        _ = control.focus();
        control.scroll_into_view_with_bool(false);
    }
}

/// A change made by hand: Include, an editor, a picker, or the filter of the options.
pub fn input(desk: &'static Desk, event: &ev::Event) {
    if let Some(target) = target(event) {
        changed(desk, &target);
    }
}

/// A control that is not as it was.
pub fn changed(desk: &'static Desk, target: &Element) {
    let field = target.dyn_ref::<HtmlInputElement>();
    match (target.class_name().as_str(), field) {
        ("sift", Some(sift)) => return self::sift(sift),
        ("pick", _) => {
            choosing::recount(desk);
            return keeping::later(desk);
        }
        _ => {}
    }
    let Some(line) = line_of(desk, target) else { return };
    match (target.class_name().as_str(), field) {
        ("tick", Some(tick)) => line.act(|row, entry| row.set_include(entry, tick.checked())),
        ("picker", Some(picker)) => {
            let with_time = picker.type_() == "datetime-local";
            let text = picker::typed(&picker.value(), &line.text(), with_time);
            if !text.is_empty() {
                line.act(|row, _| row.edit(Draft::Text(text)));
            }
        }
        ("option", Some(option)) => {
            // by its place: an attribute does not keep every text as it is
            let place = option.get_attribute("data-place").and_then(|place| place.parse().ok());
            line.act(|row, entry| match place.and_then(|place: usize| row.offered(entry).into_iter().nth(place)) {
                Some((choice, _)) => row.toggle(entry, &choice.value, option.checked()),
                None => entry.clone(),
            });
        }
        ("editor", Some(field)) if line.row.editor() == Editor::Checkbox => {
            let text = if field.checked() { "true" } else { "false" };
            line.act(|row, _| row.edit(Draft::Text(text.to_owned())));
        }
        ("editor", Some(field)) => line.act(|row, _| row.edit(Draft::Text(field.value()))),
        ("editor", None) => {
            if let Some(area) = target.dyn_ref::<HtmlTextAreaElement>() {
                line.act(|row, _| row.edit(Draft::Text(area.value())));
            } else if let Some(select) = target.dyn_ref::<HtmlSelectElement>() {
                // the first one is "choose…"
                let place = usize::try_from(select.selected_index() - 1).ok();
                line.act(|row, entry| match place.and_then(|place| row.offered(entry).into_iter().nth(place)) {
                    Some((choice, _)) => row.edit(Draft::Text(choice.value)),
                    None => entry.clone(),
                });
            }
        }
        _ => {}
    }
    sending::ask_later(desk);
    keeping::later(desk);
}

/// Shows the options that have each typed word, and those that are ticked.
fn sift(field: &HtmlInputElement) {
    // by the browser: the tables that Rust's lower case takes are a twentieth of the page
    let lower = |text: String| String::from(JsString::from(text).to_lower_case());
    let wanted = lower(field.value());
    let found = |text: &str| wanted.split_whitespace().all(|word| text.contains(word));
    let Some(options) = around(field, "fieldset").map(|all| all.children()) else { return };
    for at in 0..options.length() {
        let Some(option) = options.item(at).and_then(|option| option.dyn_into::<HtmlLabelElement>().ok()) else { continue };
        let ticked = option.query_selector("input:checked").ok().flatten().is_some();
        let has = found(&lower(option.text_content().unwrap_or_default()));
        option.set_hidden(!ticked && !has);
    }
}

/// A click on a button of the toolbar or of a row. A click anywhere else does nothing, so that text can be selected.
pub fn clicked(desk: &'static Desk, event: &ev::MouseEvent) {
    let Some(button) = target(event).and_then(|target| around(&target, "button")) else { return };
    let Some(line) = line_of(desk, &button) else {
        match button.get_attribute("value").as_deref() {
            Some("accept") => desk.bulk(Bulk::AcceptAll),
            Some("reject") => desk.bulk(Bulk::RejectAll),
            Some("restore") => desk.bulk(Bulk::RestoreProposed),
            Some("newer") => keeping::show_newer(desk),
            // the footer's two submit
            _ => {}
        }
        return;
    };
    match button.class_name().as_str() {
        "use" => copy(desk, &button),
        "undo" => {
            line.act(|row, entry| row.bulk(entry, Bulk::RestoreProposed));
            sending::ask_later(desk);
            keeping::later(desk);
            focus(line);
        }
        _ => {}
    }
}

/// A double click on a Source or the Current cell copies it.
pub fn double_clicked(desk: &'static Desk, event: &ev::MouseEvent) {
    let Some(target) = target(event) else { return };
    if around(&target, "a, button, label, input, select, textarea").is_none() && around(&target, "[data-source], [data-current]").is_some()
    {
        copy(desk, &target);
        // the word that a double click selects on its way
        if let Ok(Some(selection)) = window().get_selection() {
            _ = selection.remove_all_ranges();
        }
    }
}

/// Enter or Space on a cell copies it; Ctrl or Cmd with Enter submits from anywhere.
pub fn key(desk: &'static Desk, event: &ev::KeyboardEvent) {
    let Some(target) = target(event) else { return };
    let key = event.key();
    if key == "Enter" && (event.ctrl_key() || event.meta_key()) {
        event.prevent_default();
        if !event.repeat() {
            request_submit();
        }
    } else if (key == "Enter" || key == " ") && (target.has_attribute("data-source") || target.has_attribute("data-current")) {
        event.prevent_default();
        copy(desk, &target);
    }
}

/// Presses the submit button, as a pointer would.
fn request_submit() {
    let button = document().query_selector(".decision [value=submit]").ok().flatten();
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        button.click();
    }
}

/// Copies the cell around `inner` to Proposed.
fn copy(desk: &'static Desk, inner: &Element) {
    let Some(cell) = around(inner, "[data-source], [data-current]") else { return };
    let Some(line) = line_of(desk, inner) else { return };
    match cell.get_attribute("data-source") {
        Some(key) => {
            let column = desk.sheet.grid.sources.iter().position(|column| column.key == key);
            line.act(|row, entry| column.map_or_else(|| entry.clone(), |column| row.copy_source(column, entry)));
        }
        None => line.act(Row::copy_current),
    }
    sending::ask_later(desk);
    keeping::later(desk);
}

/// One of the footer's buttons was pressed. Both are dead for the first half second, as the style sheet has them.
pub fn submitted(desk: &'static Desk, event: &ev::SubmitEvent) {
    event.prevent_default();
    let Some(button) = event.submitter() else { return };
    let style = window().get_computed_style(&button).ok().flatten();
    if style.and_then(|style| style.get_property_value("pointer-events").ok()).as_deref() == Some("none") {
        return;
    }
    match button.get_attribute("value").as_deref() {
        Some("submit") => sending::decide(desk, Action::Submit),
        Some("cancel") => sending::decide(desk, Action::Cancel),
        // the hidden one, which Enter in a checkbox presses
        _ => {}
    }
}
