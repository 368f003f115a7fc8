//! The grid on its desk: the island in which a reviewer works, from the toolbar to the footer.
//!
//! [`desk`] and [`line`] hold what changes, as signals over `domain::grid`; [`row`], [`editor`], [`toolbar`] and [`footer`] draw it;
//! [`events`] hears what the reviewer does, with one listener a kind of event for the whole table; [`sending`] talks to the server.

mod desk;
mod editor;
mod events;
mod footer;
mod line;
mod row;
mod sending;
mod toolbar;
mod typed;

use leptos::prelude::*;

use super::markup::{Drawing, Part};
use crate::api::Sheet;
use crate::domain::form;
use crate::domain::grid::{Entry, Row};
use desk::Desk;

/// The grid with its toolbar and its footer, in a form that also works without WebAssembly.
#[island]
pub fn Review(sheet: Sheet) -> impl IntoView {
    // of a form POST that changed rows and left them out: they were asked about on this page, so the next POST means it
    let left_out = |(row, entry): (&Row, &Entry)| (!entry.include && entry.draft.is_some()).then(|| form::encode(&row.field.name));
    let confirmed: Vec<_> = sheet.grid.rows.iter().zip(&sheet.entries).filter_map(left_out).collect();
    let desk = Desk::new(sheet);
    // in the browser alone: a server has the drawing, and no effects
    if use_context::<Drawing>().is_none() {
        desk.wake();
    }
    let header = [
        "<th scope=\"col\" class=\"include\"><span class=\"visually-hidden\">Include</span></th>",
        &part(desk, Part::Header),
        "<th scope=\"col\" class=\"proposed\"><small>Proposed</small>What will be written</th>",
    ]
    .concat();
    let rows: Vec<_> = (0..desk.len()).map(|index| row::row(desk, index)).collect();
    view! {
        <div class="notice" role="alert">{move || desk.notice.get().map(|text| view! { <p>{text}</p> })}</div>
        {toolbar::toolbar(desk)}
        <form
            id="review"
            method="post"
            autocomplete="off"
            on:submit=move |event| events::submitted(desk, &event)
            on:keydown=move |event| events::key(desk, &event)
        >
            // the form's first submit button: Enter in a field presses it, and it does nothing
            <button disabled hidden></button>
            {confirmed.into_iter().map(|name| view! { <input type="hidden" name=form::CONFIRMED value=name/> }).collect::<Vec<_>>()}
            <div class="sheet">
                <table class="grid">
                    <thead>
                        <tr inner_html=header></tr>
                    </thead>
                    <tbody
                        on:input=move |event| events::input(desk, &event)
                        on:click=move |event| events::clicked(desk, &event)
                        on:dblclick=move |event| events::double_clicked(desk, &event)
                    >
                        {rows}
                    </tbody>
                </table>
            </div>
            {footer::footer(desk)}
        </form>
    }
}

/// A part of the grid as the server draws it; in the browser it is there already, and nothing is drawn.
fn part(desk: Desk, part: Part) -> String {
    use_context::<Drawing>().map_or_else(String::new, |Drawing(draw)| desk.sheet(|sheet| draw(&sheet.grid, part)))
}
