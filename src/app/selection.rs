//! A selection as the server draws it: the options, each by its row template or its label (contract § 2, 7).

use leptos::prelude::*;

use super::footer::Footer;
use super::markup;
use super::opening::Opening;
use super::review::facts;
use crate::api::Sheet;
use crate::domain::form;
use crate::domain::selection::{Options, Rows, SelectionOption};

/// More options than this can be searched.
const MANY: usize = 12;

/// What the form holds: `options`, those in `selected` ticked. `notice`: why a form POST was not taken.
#[component]
pub fn Choices<'a>(
    sheet: &'a Sheet,
    options: &'a Options,
    rows: Option<&'a Rows>,
    selected: &'a [String],
    notice: Option<String>,
) -> impl IntoView + use<> {
    let fault = sheet.faults.first().map(|fault| fault.message.clone());
    // one that may be left out could not be taken back as a radio button
    let kind = if options.single() && options.min_selections > 0 { "radio" } else { "checkbox" };
    let first = notice.is_some();
    let all: Vec<_> = options
        .items
        .iter()
        .enumerate()
        .map(|(place, option)| {
            let on = selected.contains(&option.id);
            view! {
                <label class="choice" data-option=option.id.clone()>
                    <input type=kind class="pick" name=form::CHOICE value=form::encode(&option.id) checked=on autofocus=first && place == 0/>
                    <div inner_html=drawn(option, drawn_row(rows, place))></div>
                </label>
            }
        })
        .collect();
    let search = (options.items.len() > MANY).then(|| {
        view! {
            <input type="search" class="sift" form="none" placeholder="Search…" aria-label="Search the options"/>
        }
    });
    view! {
        <Opening sheet notice/>
        <div class="sheet">
            <Broken rows/>
            <p class="fault" id=facts::fault_id(0) hidden=fault.is_none()>{fault.clone()}</p>
            <fieldset id=facts::editor_id(0) class="choosing" data-fault=fault.is_some() aria-label="Options" aria-describedby=facts::fault_id(0)>
                {search}
                {all}
            </fieldset>
        </div>
        <Footer sheet facts=&[] chosen=selected.len()/>
    }
}

/// The options to be read: those in `selected` first, once something was submitted.
#[component]
pub fn Chosen<'a>(options: &'a Options, rows: Option<&'a Rows>, selected: Option<&'a [String]>) -> impl IntoView + use<> {
    let list = |chosen: Option<bool>| {
        let options = options.items.iter().enumerate();
        let is_wanted = |id: &String| chosen.is_none_or(|chosen| selected.is_some_and(|all| all.contains(id)) == chosen);
        let items: Vec<_> = options
            .filter(|(_, option)| is_wanted(&option.id))
            .map(|(place, option)| {
                let html = drawn(option, drawn_row(rows, place));
                view! { <li class="choice" data-option=option.id.clone() data-selected=chosen == Some(true) inner_html=html></li> }
            })
            .collect();
        view! { <ul class="choosing">{items}</ul> }
    };
    let parts = match selected {
        None => list(None).into_any(),
        Some(selected) => {
            let others = options.items.len() - selected.len();
            let rest = (others > 0).then(|| {
                view! {
                    <details class="others"><summary>{format!("Not selected: {others}")}</summary>{list(Some(false))}</details>
                }
            });
            view! { {list(Some(true))}{rest} }.into_any()
        }
    };
    view! { <div class="sheet"><Broken rows/>{parts}</div> }
}

/// Says why rows could not be drawn as the agent meant them.
#[component]
fn Broken<'a>(rows: Option<&'a Rows>) -> impl IntoView + use<> {
    let why = rows.and_then(|rows| rows.error.as_ref());
    why.map(|why| view! { <p class="note broken">{format!("Some options could not be drawn by the row template: {why}")}</p> })
}

fn drawn_row(rows: Option<&Rows>, place: usize) -> Option<&str> {
    rows?.html.get(place)?.as_deref()
}

/// An option as its row template has it, else its title and description.
fn drawn(option: &SelectionOption, row: Option<&str>) -> String {
    if let Some(html) = row {
        return ["<div class=\"row\">", &markup::drawn(html), "</div>"].concat();
    }
    let mut html = String::from("<span class=\"label\">");
    markup::push_shown(option.title(), &mut html);
    html.push_str("</span>");
    if let Some(description) = &option.description {
        html.push_str("<small class=\"hint\">");
        markup::push_shown(description, &mut html);
        html.push_str("</small>");
    }
    html
}
