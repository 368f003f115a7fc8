//! A row of the grid: Include, Field, the Sources, Current, Proposed.

use leptos::prelude::*;

use super::desk::Desk;
use super::line::Line;
use super::{editor, events, part};
use crate::app::hidden;
use crate::app::markup::Part;
use crate::domain::form;
use crate::domain::grid::{Draft, Row};

/// The row at `index`.
pub fn row(desk: Desk, index: usize) -> impl IntoView {
    let line = desk.line(index);
    let name = line.row(|row| row.field.name.clone());
    let encoded = form::encode(&name);
    let locked = line.row(Row::locked);
    let included = move || line.included();
    let sources = line.row(|row| row.sources.len());
    let sources: Vec<_> = (0..sources).map(|column| source(desk, line, column)).collect();
    let current = line.row(|row| events::copyable(&row.current));
    let current_label = desk.sheet(|sheet| sheet.grid.current.clone());
    view! {
        <tr
            data-field=name
            data-locked=locked
            data-included=included
            data-fault=move || line.fault.with(Option::is_some)
            data-changed=move || line.changed.get()
            data-edited=move || line.with(Row::edited)
        >
            <td class="include">
                <input
                    type="checkbox"
                    class="tick"
                    name="include"
                    value=encoded.clone()
                    aria-label=line.row(|row| format!("Include {}", row.field.label()))
                    checked=line.now().include
                    prop:checked=included
                    disabled=locked
                />
                // a disabled checkbox posts nothing
                {locked.then(|| view! { <input type="hidden" name="include" value=encoded/> })}
            </td>
            <th scope="row" class="field" inner_html=part(desk, Part::Field(index))></th>
            {sources}
            <td
                data-current
                data-label=current_label
                tabindex=current.then_some("0")
                title=current.then_some("Double-click to restore the current value.")
                inner_html=part(desk, Part::Current(index))
            ></td>
            <td class="proposed" data-label="Proposed">
                {editor::editor(line)}
                <button type="button" class="undo" title=before(line) aria-label="Back to what was proposed">"↺"</button>
                {move || notes(desk, line)}
            </td>
        </tr>
    }
}

fn source(desk: Desk, line: Line, column: usize) -> impl IntoView {
    let (key, label) = desk.sheet(|sheet| {
        let column = &sheet.grid.sources[column];
        (column.key.clone(), column.label.clone())
    });
    let copyable = line.row(|row| events::copyable(&row.sources[column]));
    view! {
        <td
            data-source=key
            data-label=label
            data-differs=line.row(|row| row.differs(column))
            tabindex=copyable.then_some("0")
            title=copyable.then_some("Double-click to use as proposed value.")
            inner_html=part(desk, Part::Source(line.index, column))
        ></td>
    }
}

/// What the row's restore control says it restores.
fn before(line: Line) -> String {
    let opening = line.row(Row::opening);
    match line.row(|row| row.shown(&opening)) {
        Draft::Text(text) if !text.is_empty() => format!("Back to what was proposed: {}", hidden::plain(&text)),
        _ => "Back to what was proposed".to_owned(),
    }
}

/// What there is to say below an editor: its fault, that it clears a value, hidden characters it can't show.
fn notes(desk: Desk, line: Line) -> impl IntoView {
    let fault = line.fault.get().map(|text| view! { <p class="fault" id=line.fault_id()>{text}</p> });
    let clears = line.with(Row::clears).then(|| {
        let label = desk.sheet(|sheet| hidden::plain(&sheet.grid.current));
        view! { <p class="note">"clears "{label}</p> }
    });
    let hidden: Vec<_> =
        hidden::noted(&line.text()).into_iter().map(|c| view! { " "<span data-hidden-character=hidden::code(c)></span> }).collect();
    let hidden = (!hidden.is_empty()).then(|| view! { <p class="note">"has characters that can't be seen:"{hidden}</p> });
    (fault, clears, hidden)
}
