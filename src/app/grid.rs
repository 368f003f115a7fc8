//! The grid as the server draws it, from the toolbar to the footer. In the browser it is already there: [`super::review`] repaints what
//! changes, so none of these components is part of the browser's half.

pub(super) mod editor;
pub mod notes;
pub(super) mod row;
mod toolbar;

use leptos::prelude::*;

use super::footer::Footer;
use super::hidden;
use super::markup;
use super::opening::Opening;
use super::review::facts::Facts;
use crate::api::Sheet;
use crate::domain::form;
use row::GridRow;
use toolbar::Toolbar;

/// What the form holds: everything a reviewer works with. `notice`: why a form POST was not taken.
#[component]
pub fn Grid<'a>(sheet: &'a Sheet, notice: Option<String>) -> impl IntoView + use<> {
    let told = |index: usize| sheet.faults.iter().find(|fault| fault.row == index).map(|fault| fault.message.as_str());
    let rows = sheet.grid.rows.iter().zip(&sheet.entries).enumerate();
    let facts: Vec<Facts> = rows.clone().map(|(index, (row, entry))| Facts::of(row, entry, told(index))).collect();
    // rows that a form POST changed and left out: this page asks about them, so the next POST means it
    let left_out = rows.filter(|(_, (_, entry))| notice.is_some() && !entry.include && entry.draft.is_some());
    let confirmed: Vec<_> =
        left_out.map(|(_, (row, _))| view! { <input type="hidden" name=form::CONFIRMED value=form::encode(&row.field.name)/> }).collect();
    let columns: Vec<_> = markup::columns(&sheet.grid)
        .into_iter()
        .map(|(kind, label)| view! { <th scope="col"><small>{kind}</small><span inner_html=label></span></th> })
        .collect();
    let toolbar = view! { <Toolbar facts=&facts/> };
    let footer = view! { <Footer sheet facts=&facts/> };
    // a page that comes back with faults starts at the first, also without scripts
    let first = notice.as_ref().and_then(|_| facts.iter().position(|facts| facts.fault.is_some()));
    let rows: Vec<_> =
        facts.iter().enumerate().map(|(index, facts)| view! { <GridRow sheet index facts first=first == Some(index)/> }).collect();
    view! {
        <Opening sheet notice/>
        {confirmed}
        {toolbar}
        <div class="sheet">
            <table class="grid" class:wide=markup::is_wide(&sheet.grid)>
                <thead>
                    <tr>
                        <th scope="col" class="include"><span class="visually-hidden">"Include"</span></th>
                        <th scope="col" class="field">"Field"</th>
                        {columns}
                        <th scope="col" class="proposed"><small>"Proposed"</small>"What will be written"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {footer}
    }
}

/// A label in an attribute or an option, where no markup can show what is hidden.
fn plain(label: &str) -> String {
    hidden::plain(label)
}
