//! An approval as the server draws it: what there is to read, and the form to fill in (contract § 2). The form's rows are a grid's, with one
//! column, so that the browser's half is the grid's.

use leptos::prelude::*;
use serde_json::Value;

use super::footer::Footer;
use super::grid::row::ProposedCell;
use super::markup;
use super::opening::Opening;
use super::review::facts::{self, Facts};
use crate::api::Sheet;

/// What the form holds. `context`: what to read, where no banner shows it. `notice`: why a form POST was not taken.
#[component]
pub fn Approval<'a>(sheet: &'a Sheet, context: Option<&'a Value>, notice: Option<String>) -> impl IntoView + use<> {
    let told = |index: usize| sheet.faults.iter().find(|fault| fault.row == index).map(|fault| fault.message.as_str());
    let rows = sheet.grid.rows.iter().zip(&sheet.entries).enumerate();
    let facts: Vec<Facts> = rows.map(|(index, (row, entry))| Facts::of(row, entry, told(index))).collect();
    let first = notice.as_ref().and_then(|_| facts.iter().position(|facts| facts.fault.is_some()));
    let rows: Vec<_> = facts
        .iter()
        .enumerate()
        .map(|(index, facts)| {
            let field = &sheet.grid.rows[index].field;
            let cell = view! { <ProposedCell sheet index facts label=field.label().to_owned() first=first == Some(index)/> };
            view! {
                <tr
                    data-field=field.name.clone()
                    data-included=facts.included
                    data-fault=facts.fault.is_some()
                    data-changed=facts.changed
                    data-edited=facts.edited
                >
                    <th scope="row" class="field">
                        <label for=facts::editor_id(index) inner_html=markup::field(&sheet.grid.rows[index])></label>
                    </th>
                    {cell}
                </tr>
            }
        })
        .collect();
    let table = (!rows.is_empty()).then(|| {
        view! {
            <table class="grid form">
                <thead class="visually-hidden"><tr><th scope="col">"Field"</th><th scope="col">"Value"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
    });
    view! {
        <Opening sheet notice/>
        <div class="sheet">
            {context.map(|context| view! { <Payload context/> })}
            {table}
        </div>
        <Footer sheet facts=&facts/>
    }
}

/// What there is to read, as a tree.
#[component]
pub fn Payload<'a>(context: &'a Value) -> impl IntoView + use<> {
    view! { <section class="payload" aria-label="What was sent to approve" data-context inner_html=markup::tree(context)></section> }
}
