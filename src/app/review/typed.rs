//! What a reviewer typed before the page woke up: controls that are not as they were drawn.

use leptos::prelude::document;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlFormElement, HtmlInputElement, HtmlOptionElement, HtmlSelectElement, HtmlTextAreaElement};

use crate::domain::form;

/// The changed controls of the form, in order, the Include boxes after the editors: an edit ticks them, but their own state counts.
pub fn until_now() -> Vec<Element> {
    let Some(form) = document().get_element_by_id("review").and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) else {
        return Vec::new();
    };
    let controls = form.elements();
    let changed = (0..controls.length()).filter_map(|at| controls.item(at)).filter(is_changed);
    let (ticks, mut changed): (Vec<_>, Vec<_>) = changed.partition(|control| control.class_name() == "tick");
    changed.extend(ticks);
    changed
}

fn is_changed(control: &Element) -> bool {
    if let Some(field) = control.dyn_ref::<HtmlInputElement>() {
        // a line has no line ends, whatever it was drawn with
        field.checked() != field.default_checked() || field.value() != field.default_value().replace(['\r', '\n'], "")
    } else if let Some(area) = control.dyn_ref::<HtmlTextAreaElement>() {
        // a textarea has its line ends folded, what it was drawn with has not
        area.default_value().is_ok_and(|drawn| area.value() != form::folded(&drawn))
    } else if let Some(select) = control.dyn_ref::<HtmlSelectElement>() {
        let chosen = select.selected_options().item(0).and_then(|option| option.dyn_into::<HtmlOptionElement>().ok());
        chosen.is_some_and(|option| !option.default_selected())
    } else {
        false
    }
}
