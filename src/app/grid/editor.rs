//! The control that edits Proposed, of every kind (contract § 4).

use leptos::prelude::*;

use super::{notes, plain};
use crate::app::review::facts;
use crate::app::{markup, picker};
use crate::domain::form;
use crate::domain::format::Format;
use crate::domain::grid::{Draft, Editor, Entry, Row};
use crate::domain::schema::{Choice, Kind};

/// More options than this can be filtered.
const MANY: usize = 12;

/// What every kind of editor is drawn with.
struct Common {
    id: String,
    /// Its name in the form.
    name: String,
    /// Its accessible name.
    label: String,
    fault_id: String,
    invalid: Option<&'static str>,
    /// It is where the page starts.
    first: bool,
}

/// The editor of the row at `index`, with `label` for its accessible name.
#[component]
pub fn ProposedEditor<'a>(
    row: &'a Row,
    index: usize,
    entry: &'a Entry,
    label: String,
    invalid: bool,
    first: bool,
) -> impl IntoView + use<> {
    let common = Common {
        id: facts::editor_id(index),
        name: form::editor_name(&row.field.name),
        label,
        fault_id: facts::fault_id(index),
        invalid: invalid.then_some("true"),
        first,
    };
    match row.editor() {
        Editor::Line | Editor::Number => line(common, row, entry).into_any(),
        Editor::Textarea => area(common, row, entry).into_any(),
        Editor::Checkbox => checkbox(common, row, entry).into_any(),
        Editor::YesNo | Editor::Select => select(common, row, entry).into_any(),
        Editor::Choices => choices(common, row, entry).into_any(),
    }
}

/// A line of text or a number; never of a `type` that would trim or drop what it can't read.
fn line(common: Common, row: &Row, entry: &Entry) -> impl IntoView + use<> {
    let (mode, format) = match &row.field.kind {
        Kind::Number(rules) => (Some(if rules.integer { "numeric" } else { "decimal" }), None),
        Kind::Text(rules) => match rules.format {
            Some(Format::Email) => (Some("email"), None),
            Some(Format::Uri) => (Some("url"), None),
            other => (None, other),
        },
        _ => (None, None),
    };
    let text = facts::text(row.shown(entry));
    let calendar = format.map(|format| calendar(row, &text, format == Format::DateTime));
    let Common { id, name, label, fault_id, invalid, first } = common;
    view! {
        <input
            type="text"
            class="editor"
            dir="auto"
            inputmode=mode
            id=id
            name=name
            aria-label=label
            aria-invalid=invalid
            aria-errormessage=fault_id.clone()
            aria-describedby=fault_id
            autofocus=first
            value=text
        />
        {calendar}
    }
}

/// The native picker beside a date or date-time, which writes into the text; and the zone it writes.
fn calendar(row: &Row, text: &str, with_time: bool) -> impl IntoView + use<> {
    view! {
        <input
            type=if with_time { "datetime-local" } else { "date" }
            class="picker"
            step=with_time.then_some("1")
            form="none"
            aria-label=format!("Calendar for {}", row.field.label())
            value=picker::picked(text, with_time).to_owned()
        />
        {with_time.then(|| view! { <p class="note zone">{notes::zone(text)}</p> })}
    }
}

fn area(common: Common, row: &Row, entry: &Entry) -> impl IntoView + use<> {
    // the parser drops a line feed at the start: one more, for it to drop
    let drawn = "\n".to_owned() + &markup::escape(&facts::text(row.shown(entry)));
    let Common { id, name, label, fault_id, invalid, first } = common;
    view! {
        <textarea
            class="editor"
            dir="auto"
            rows="3"
            id=id
            name=name
            aria-label=label
            aria-invalid=invalid
            aria-errormessage=fault_id.clone()
            aria-describedby=fault_id
            autofocus=first
            inner_html=drawn
        ></textarea>
    }
}

fn checkbox(common: Common, row: &Row, entry: &Entry) -> impl IntoView + use<> {
    let Common { id, name, label, fault_id, invalid, first } = common;
    view! {
        <input
            type="checkbox"
            class="editor"
            id=id
            name=name
            value="true"
            aria-label=label
            aria-invalid=invalid
            aria-errormessage=fault_id.clone()
            aria-describedby=fault_id
            autofocus=first
            checked=row.shown(entry) == Draft::Text("true".to_owned())
        />
        <span class="extra" inner_html=notes::others(row, entry)></span>
    }
}

/// A select, with a neutral "choose…" before the options: never an invented choice.
fn select(common: Common, row: &Row, entry: &Entry) -> impl IntoView + use<> {
    let shown = match row.shown(entry) {
        Draft::Text(text) => Some(text),
        Draft::Unchosen | Draft::Set(_) => None,
    };
    let options: Vec<_> = options(row, entry)
        .into_iter()
        .map(|choice| {
            let chosen = shown.as_ref() == Some(&choice.value);
            view! { <option value=choice.value selected=chosen>{plain(&choice.title)}</option> }
        })
        .collect();
    let Common { id, name, label, fault_id, invalid, first } = common;
    view! {
        <select
            class="editor"
            id=id
            name=name
            aria-label=label
            aria-invalid=invalid
            aria-errormessage=fault_id.clone()
            aria-describedby=fault_id
            autofocus=first
        >
            // a disabled option posts nothing
            <option value="" disabled hidden selected=shown.is_none()>"choose…"</option>
            {options}
            <optgroup class="extra" label="Not an option" inner_html=notes::others(row, entry)></optgroup>
        </select>
    }
}

/// A checkbox group, with a filter when there are many.
fn choices(common: Common, row: &Row, entry: &Entry) -> impl IntoView + use<> {
    let ticked = match row.shown(entry) {
        Draft::Set(items) => items,
        Draft::Text(_) | Draft::Unchosen => Vec::new(),
    };
    let options = options(row, entry);
    let many = options.len() > MANY;
    let Common { id, name, label, fault_id, invalid, first } = common;
    let options: Vec<_> = options
        .into_iter()
        .enumerate()
        .map(|(place, choice)| {
            let on = ticked.contains(&choice.value);
            view! {
                <label>
                    <input type="checkbox" class="option" name=name.clone() value=choice.value data-place=place.to_string() checked=on/>
                    <span inner_html=markup::shown(&choice.title)></span>
                </label>
            }
        })
        .collect();
    let filter = many.then(|| {
        let label = format!("Filter the options of {}", row.field.label());
        view! { <input type="search" class="sift" form="none" placeholder="Filter…" aria-label=label/> }
    });
    view! {
        <fieldset
            class="editor choices"
            class:many=many
            tabindex="-1"
            id=id
            aria-label=label
            aria-invalid=invalid
            aria-errormessage=fault_id.clone()
            aria-describedby=fault_id
            autofocus=first
        >
            {filter}
            {options}
            <div class="extra" inner_html=notes::others(row, entry)></div>
        </fieldset>
    }
}

/// The field's own options.
fn options(row: &Row, entry: &Entry) -> Vec<Choice> {
    row.offered(entry).into_iter().filter(|(_, known)| *known).map(|(choice, _)| choice).collect()
}
