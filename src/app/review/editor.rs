//! The control that edits Proposed, of every kind (contract § 4).

use leptos::prelude::*;

use super::line::Line;
use crate::app::{hidden, markup, picker};
use crate::domain::form;
use crate::domain::format::Format;
use crate::domain::grid::{Draft, Editor, Row};
use crate::domain::schema::{Choice, Kind};

/// More options than this can be filtered.
const MANY: usize = 12;

/// The control of `line`'s row.
pub fn editor(line: Line) -> AnyView {
    match line.row(Row::editor) {
        Editor::Line | Editor::Number => single(line),
        Editor::Textarea => area(line),
        Editor::Checkbox => checkbox(line),
        Editor::YesNo | Editor::Select => select(line),
        Editor::Choices => choices(line),
    }
}

/// The accessible name of the editor.
fn label(line: Line) -> String {
    line.row(|row| format!("Proposed {}", row.field.label()))
}

fn name(line: Line) -> String {
    line.row(|row| form::editor_name(&row.field.name))
}

fn invalid(line: Line) -> Option<&'static str> {
    line.fault.with(Option::is_some).then_some("true")
}

/// A line of text or a number; never of a `type` that would trim or drop what it can't read.
fn single(line: Line) -> AnyView {
    let format = line.row(|row| match &row.field.kind {
        Kind::Text(rules) => rules.format,
        _ => None,
    });
    let mode = line.row(|row| match &row.field.kind {
        Kind::Number(rules) if rules.integer => Some("numeric"),
        Kind::Number(_) => Some("decimal"),
        _ => match format {
            Some(Format::Email) => Some("email"),
            Some(Format::Uri) => Some("url"),
            _ => None,
        },
    });
    view! {
        <input
            type="text"
            class="editor"
            dir="auto"
            inputmode=mode
            id=line.editor_id()
            name=name(line)
            aria-label=label(line)
            aria-invalid=move || invalid(line)
            aria-errormessage=line.fault_id()
            value=untrack(move || line.text())
            prop:value=move || line.text()
        />
        {matches!(format, Some(Format::Date | Format::DateTime)).then(|| calendar(line, format == Some(Format::DateTime)))}
    }
    .into_any()
}

/// The native picker beside a date or date-time, which writes into the text; and the zone it writes.
fn calendar(line: Line, with_time: bool) -> impl IntoView {
    let picked = move || picker::picked(&line.text(), with_time).to_owned();
    view! {
        <input
            type=if with_time { "datetime-local" } else { "date" }
            class="picker"
            step=with_time.then_some("1")
            aria-label=line.row(|row| format!("Calendar for {}", row.field.label()))
            value=untrack(picked)
            prop:value=picked
        />
        {with_time.then(|| view! { <p class="note zone">"Time zone: "{move || picker::zone_name(&line.text())}</p> })}
    }
}

fn area(line: Line) -> AnyView {
    // the parser drops a line feed at the start: one more, for it to drop
    let drawn = "\n".to_owned() + &markup::escape(&untrack(move || line.text()));
    view! {
        <textarea
            class="editor"
            dir="auto"
            rows="3"
            id=line.editor_id()
            name=name(line)
            aria-label=label(line)
            aria-invalid=move || invalid(line)
            aria-errormessage=line.fault_id()
            inner_html=drawn
            prop:value=move || line.text()
        ></textarea>
    }
    .into_any()
}

fn checkbox(line: Line) -> AnyView {
    let ticked = move || line.text() == "true";
    view! {
        <input
            type="checkbox"
            class="editor"
            id=line.editor_id()
            name=name(line)
            value="true"
            aria-label=label(line)
            aria-invalid=move || invalid(line)
            aria-errormessage=line.fault_id()
            checked=untrack(ticked)
            prop:checked=ticked
        />
        {extra(line)}
    }
    .into_any()
}

/// A value that a checkbox can't show, in words.
fn extra(line: Line) -> impl IntoView {
    move || others(line).into_iter().next().map(|choice| view! { <span class="extra">{unknown(&choice)}</span> })
}

/// A select, with a neutral "choose…" before the options: never an invented choice.
fn select(line: Line) -> AnyView {
    let options = options(line);
    let place = {
        let options = options.clone();
        move || match line.with(Row::shown) {
            // a non-option is drawn after the options
            Draft::Text(text) => options.iter().position(|choice| choice.value == text).unwrap_or(options.len()) + 1,
            Draft::Unchosen | Draft::Set(_) => 0,
        }
    };
    let chosen = untrack(&place);
    let options: Vec<_> = options
        .into_iter()
        .enumerate()
        .map(|(at, choice)| view! { <option value=choice.value selected=at + 1 == chosen>{hidden::plain(&choice.title)}</option> })
        .collect();
    view! {
        <select
            class="editor"
            id=line.editor_id()
            name=name(line)
            aria-label=label(line)
            aria-invalid=move || invalid(line)
            aria-errormessage=line.fault_id()
            prop:selectedIndex=move || place() as u32
        >
            // a disabled option posts nothing
            <option value="" disabled hidden selected=chosen == 0>"choose…"</option>
            {options}
            {move || {
                let option = |choice: Choice| view! { <option value=choice.value.clone() selected>{unknown(&choice)}</option> };
                others(line).into_iter().map(option).collect::<Vec<_>>()
            }}
        </select>
    }
    .into_any()
}

/// A checkbox group, with a filter when there are many.
fn choices(line: Line) -> AnyView {
    let options = options(line);
    let many = options.len() > MANY;
    let known = options.len();
    let shown = Memo::new(move |_| line.with(Row::shown));
    let ticked = move |value: &str| shown.with(|shown| matches!(shown, Draft::Set(items) if items.iter().any(|item| item == value)));
    let name = name(line);
    let option = {
        let name = name.clone();
        move |(place, choice): (usize, Choice)| {
            let value = choice.value.clone();
            let on = move || ticked(&value);
            view! {
                <label>
                    <input
                        type="checkbox"
                        class="option"
                        name=name.clone()
                        value=choice.value
                        data-place=place.to_string()
                        checked=untrack(on.clone())
                        prop:checked=on
                    />
                    <bdi>{hidden::plain(&choice.title)}</bdi>
                </label>
            }
        }
    };
    let options: Vec<_> = options.into_iter().enumerate().map(option).collect();
    view! {
        <fieldset
            class="choices"
            class:many=many
            tabindex="-1"
            id=line.editor_id()
            aria-label=label(line)
            aria-invalid=move || invalid(line)
            aria-errormessage=line.fault_id()
        >
            {many.then(|| view! {
                <input type="search" class="sift" placeholder="Filter…" aria-label=line.row(|row| format!("Filter options of {}", row.field.label()))/>
            })}
            {options}
            {move || {
                let name = &name;
                let extra = |(at, choice): (usize, Choice)| view! {
                    <label class="extra">
                        <input
                            type="checkbox"
                            class="option"
                            name=name.clone()
                            value=choice.value.clone()
                            data-place=(known + at).to_string()
                            checked
                        />
                        <bdi>{unknown(&choice)}</bdi>
                    </label>
                };
                others(line).into_iter().enumerate().map(extra).collect::<Vec<_>>()
            }}
        </fieldset>
    }
    .into_any()
}

/// The field's own options.
fn options(line: Line) -> Vec<Choice> {
    let entry = line.row(Row::opening);
    line.row(|row| row.offered(&entry)).into_iter().filter(|(_, known)| *known).map(|(choice, _)| choice).collect()
}

/// What is shown and is no option.
fn others(line: Line) -> Vec<Choice> {
    line.with(Row::offered).into_iter().filter(|(_, known)| !*known).map(|(choice, _)| choice).collect()
}

fn unknown(choice: &Choice) -> String {
    format!("{} (not an option)", hidden::plain(&choice.title))
}
