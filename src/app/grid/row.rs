//! A row of the grid: Include, Field, the Sources, Current, Proposed.

use leptos::prelude::*;
use serde_json::Value;

use super::editor::ProposedEditor;
use super::{notes, plain};
use crate::api::Sheet;
use crate::app::markup;
use crate::app::review::facts::{self, Facts};
use crate::domain::form;
use crate::domain::grid::Row;
use crate::domain::schema::Field;
use crate::domain::value::is_empty;

/// The row at `index`.
#[component]
pub fn GridRow<'a>(sheet: &'a Sheet, index: usize, facts: &'a Facts, first: bool) -> impl IntoView + use<> {
    let row = &sheet.grid.rows[index];
    let locked = row.locked();
    let name = form::encode(&row.field.name);
    let mut field = markup::field(row);
    if locked {
        field += "<small class=\"hint\">Required: ";
        markup::push_shown(&sheet.grid.current, &mut field);
        field += " has no value yet</small>";
    }
    let sources: Vec<_> = sheet
        .grid
        .sources
        .iter()
        .enumerate()
        .map(|(place, column)| {
            let (copyable, html) = cell(&row.field, &row.sources[place], Some(&row.current));
            view! {
                <td
                    data-source=column.key.clone()
                    data-label=column.label.clone()
                    data-differs=row.differs(place)
                    tabindex=copyable.then_some("0")
                    title=copyable.then_some("Double-click to use as proposed value.")
                    inner_html=html
                ></td>
            }
        })
        .collect();
    let (copyable, current) = cell(&row.field, &row.current, None);
    let proposed = view! { <ProposedCell sheet index facts label=format!("Proposed {}", row.field.label()) first/> };
    view! {
        <tr
            data-field=row.field.name.clone()
            data-locked=locked
            data-included=facts.included
            data-fault=facts.fault.is_some()
            data-changed=facts.changed
            data-edited=facts.edited
        >
            <td class="include">
                <input
                    type="checkbox"
                    class="tick"
                    name="include"
                    value=name.clone()
                    aria-label=format!("Include {}", row.field.label())
                    checked=facts.included
                    disabled=locked
                />
                // a disabled checkbox posts nothing
                {locked.then(|| view! {
                    <input type="hidden" name="include" value=name/>
                    <svg class="lock" viewBox="0 0 16 16" aria-hidden="true"><path d="M5 7V5a3 3 0 0 1 6 0v2M4 7h8v6H4z"/></svg>
                })}
            </td>
            <th scope="row" class="field" inner_html=field></th>
            {sources}
            <td
                data-current
                data-label=sheet.grid.current.clone()
                tabindex=copyable.then_some("0")
                title=copyable.then_some("Double-click to restore the current value.")
                inner_html=current
            ></td>
            {proposed}
        </tr>
    }
}

/// The editor of the row at `index` and what there is to say below it. `label`: the editor's accessible name.
#[component]
pub fn ProposedCell<'a>(sheet: &'a Sheet, index: usize, facts: &'a Facts, label: String, first: bool) -> impl IntoView + use<> {
    let (row, entry) = (&sheet.grid.rows[index], &sheet.entries[index]);
    let editor = view! { <ProposedEditor row index entry label invalid=facts.fault.is_some() first/> };
    let unseen = notes::unseen(&facts::text(row.shown(entry)));
    view! {
        <td class="proposed" data-label="Proposed">
            {editor}
            <button type="button" class="undo" title=proposed(row) aria-label="Back to what was proposed">"↺"</button>
            <p class="fault" id=facts::fault_id(index) hidden=facts.fault.is_none()>{facts.fault.clone().unwrap_or_default()}</p>
            <p class="note clears" hidden=!facts.clears>{format!("clears {}", plain(row.field.label()))}</p>
            <p class="note unseen" hidden=unseen.is_empty() inner_html=unseen.clone()></p>
        </td>
    }
}

/// A read-only cell: whether it can be copied, and what is in it, with the control that touch copies it with.
fn cell(field: &Field, value: &Value, current: Option<&Value>) -> (bool, String) {
    let mut html = String::new();
    markup::push_value(field, value, current, &mut html);
    let copyable = !is_empty(value);
    if copyable {
        html.push_str("<button type=\"button\" class=\"use\" tabindex=\"-1\">use</button>");
    }
    (copyable, html)
}

/// What the row's restore control says it restores.
fn proposed(row: &Row) -> String {
    let text = facts::text(row.shown(&row.opening()));
    if text.is_empty() { "Back to what was proposed".to_owned() } else { format!("Back to what was proposed: {}", plain(&text)) }
}
