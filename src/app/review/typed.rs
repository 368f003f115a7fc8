//! What a reviewer typed before the page woke up.

use leptos::wasm_bindgen::JsCast;
use leptos::{prelude::document, web_sys};

use crate::api::Sheet;
use crate::domain::form;
use crate::domain::grid::Entry;

/// The entries as the page's form holds them: read as a form POST would bring them. `None` when they can't be read.
pub fn until_now(sheet: &Sheet) -> Option<Vec<Entry>> {
    let form = document().get_element_by_id("review")?.dyn_into::<web_sys::HtmlFormElement>().ok()?;
    let data = web_sys::FormData::new_with_form(&form).ok()?;
    let text = |value: js_sys::wasm_bindgen::JsValue| value.as_string();
    let mut pairs = vec![("action".to_owned(), "submit".to_owned())];
    for pair in js_sys::Array::from(&data) {
        let pair = js_sys::Array::from(&pair);
        pairs.push((text(pair.get(0))?, text(pair.get(1))?));
    }
    form::decode(&sheet.grid, &pairs).ok().map(|posted| posted.entries)
}
