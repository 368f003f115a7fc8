//! The island in which a reviewer works: it brings the grid to life that the server drew ([`super::grid`]).
//!
//! [`choosing`] counts a selection's options; [`desk`] and [`line`] hold what changes, as signals over `domain::grid`; [`paint`] keeps the page as they have it; [`events`] hears
//! what the reviewer does, with one listener a kind of event for the whole form; [`sending`] talks to the server, [`keeping`] has it keep what is not sent yet, and [`live`]
//! hears from it.

mod choosing;
mod desk;
mod events;
pub mod facts;
mod keeping;
mod line;
mod live;
mod paint;
mod sending;
mod typed;

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;

use desk::Desk;

/// The form around the drawn grid. The children are the server's alone; the packed sheet is among them.
#[island]
pub fn Review(children: Children) -> impl IntoView {
    let desk = Rc::new(Cell::new(None));
    // effects run in the browser alone
    Effect::new({
        let desk = Rc::clone(&desk);
        move || desk.set(untrack(Desk::wake))
    });
    let at_desk = move |act: &dyn Fn(&'static Desk)| {
        if let Some(desk) = desk.get() {
            act(desk);
        }
    };
    view! {
        <form
            id="review"
            method="post"
            autocomplete="off"
            on:submit={
                let at_desk = at_desk.clone();
                move |event| at_desk(&|desk| events::submitted(desk, &event))
            }
            on:keydown={
                let at_desk = at_desk.clone();
                move |event| at_desk(&|desk| events::key(desk, &event))
            }
            on:input={
                let at_desk = at_desk.clone();
                move |event| at_desk(&|desk| events::input(desk, &event))
            }
            on:click={
                let at_desk = at_desk.clone();
                move |event| at_desk(&|desk| events::clicked(desk, &event))
            }
            on:dblclick=move |event| at_desk(&|desk| events::double_clicked(desk, &event))
        >
            {children()}
        </form>
    }
}
