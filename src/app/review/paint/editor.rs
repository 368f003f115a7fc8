//! Keeps an editor, of whatever kind, as its entry has it.

use std::cell::RefCell;

use leptos::prelude::document;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};

use super::{within, write};
use crate::app::grid::notes;
use crate::app::picker;
use crate::app::review::facts;
use crate::domain::form;
use crate::domain::grid::{Draft, Editor, Entry, Row};

/// The elements that show a row's Proposed.
pub struct Painter {
    kind: Editor,
    editor: Option<Element>,
    picker: Option<HtmlInputElement>,
    zone: Option<Element>,
    extra: Option<Element>,
    /// What was last drawn in `extra`.
    drawn: RefCell<String>,
    hidden: Option<HtmlElement>,
    options: Vec<HtmlInputElement>,
    /// How many of the options are the field's own.
    known: usize,
}

impl Painter {
    /// Those of `drawn`, the element of `row`.
    pub fn find(row: &Row, drawn: &Element) -> Self {
        let offered = row.offered(&row.opening());
        let known = offered.iter().filter(|(_, known)| *known).count();
        let found = drawn.get_elements_by_class_name("option");
        let options = (0..found.length()).filter_map(|at| found.item(at)?.dyn_into().ok()).collect();
        Self {
            kind: row.editor(),
            editor: within(drawn, ".editor"),
            picker: within(drawn, ".picker"),
            zone: within(drawn, ".zone"),
            extra: within(drawn, ".extra"),
            drawn: RefCell::default(),
            hidden: within(drawn, ".unseen"),
            options,
            known,
        }
    }

    /// Whether the editor holds what does not do.
    pub fn invalid(&self, wrong: bool) {
        if let Some(editor) = &self.editor {
            _ = if wrong { editor.set_attribute("aria-invalid", "true") } else { editor.remove_attribute("aria-invalid") };
        }
    }

    /// Shows `entry`.
    pub fn show(&self, row: &Row, entry: &Entry) {
        let shown = row.shown(entry);
        match self.kind {
            Editor::Line | Editor::Number | Editor::Textarea => {
                let text = facts::text(shown);
                self.text(&text);
                if let Some(hidden) = &self.hidden {
                    let note = notes::unseen(&text);
                    hidden.set_hidden(note.is_empty());
                    hidden.set_inner_html(&note);
                }
            }
            Editor::Checkbox => {
                if let Some(checkbox) = self.editor.as_ref().and_then(|editor| editor.dyn_ref::<HtmlInputElement>()) {
                    checkbox.set_checked(shown == Draft::Text("true".to_owned()));
                }
                self.others(row, entry);
            }
            Editor::YesNo | Editor::Select => {
                self.others(row, entry);
                let text = if let Draft::Text(text) = shown { Some(text) } else { None };
                let place = text.and_then(|text| row.offered(entry).iter().position(|(choice, _)| choice.value == text));
                if let Some(select) = self.editor.as_ref().and_then(|editor| editor.dyn_ref::<HtmlSelectElement>()) {
                    // the first one is "choose…"
                    select.set_selected_index(place.map_or(0, |place| i32::try_from(place + 1).unwrap_or(0)));
                }
            }
            Editor::Choices => {
                let Draft::Set(items) = shown else { return };
                for (option, (choice, _)) in self.options.iter().zip(row.offered(entry).iter().take(self.known)) {
                    option.set_checked(items.contains(&choice.value));
                }
                self.others(row, entry);
            }
        }
    }

    fn text(&self, text: &str) {
        let Some(editor) = &self.editor else { return };
        // setting what is there already would move the caret
        if let Some(field) = editor.dyn_ref::<HtmlInputElement>() {
            if field.value() != text {
                field.set_value(text);
            }
        } else if let Some(area) = editor.dyn_ref::<HtmlTextAreaElement>()
            && area.value() != form::folded(text)
        {
            area.set_value(text);
        }
        if let Some(picker) = &self.picker {
            let with_time = self.zone.is_some();
            picker.set_value(picker::picked(text, with_time));
            if let Some(zone) = &self.zone {
                write(zone, &notes::zone(text));
            }
        }
    }

    /// What is shown and is no option: an extra choice, marked so. It goes once it is unticked, and leaves the focus to the editor.
    fn others(&self, row: &Row, entry: &Entry) {
        let Some(extra) = &self.extra else { return };
        let html = notes::others(row, entry);
        if self.drawn.replace(html.clone()) == html {
            return;
        }
        let focused = extra.contains(document().active_element().as_deref());
        extra.set_inner_html(&html);
        if let (true, Some(editor)) = (focused, self.editor.as_ref().and_then(|editor| editor.dyn_ref::<HtmlElement>())) {
            _ = editor.focus();
        }
    }
}
