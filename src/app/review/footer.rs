//! Below the grid: how many are included, what needs fixing, the two buttons and what they do.

use leptos::prelude::*;

use super::desk::Desk;
use super::line::Line;
use crate::api::Sheet;
use crate::app::hidden;

/// How many faulty rows are linked by name.
const NAMED: usize = 3;

/// The footer.
pub fn footer(desk: Desk) -> impl IntoView {
    let included = Memo::new(move |_| desk.count(Line::included));
    let of = desk.len();
    let (ok, cancel) = desk.sheet(|sheet| (hidden::plain(&sheet.labels.ok), hidden::plain(&sheet.labels.cancel)));
    let stopped = move || desk.busy.get() || desk.closed.get();
    view! {
        <footer class="decision">
            <p class="counter" role="status"><b>{move || format!("{} of {of}", included.get())}</b>" included"</p>
            <p class="problem">{move || problems(desk)}</p>
            <p class="effect" id="effect">
                <b>{cancel.clone()}</b>" declines the request · "<b>{ok.clone()}</b>{move || format!(" submits {} of {of}", included.get())}
            </p>
            <div class="group">
                <button name="action" value="cancel" aria-describedby="effect" disabled=stopped>{cancel}</button>
                <button name="action" value="submit" aria-describedby="effect" class="primary" disabled=stopped>{ok}</button>
            </div>
        </footer>
    }
}

fn problems(desk: Desk) -> impl IntoView {
    let faulty = desk.at_fault();
    let more = faulty.len().saturating_sub(NAMED);
    (!faulty.is_empty()).then(|| {
        let links: Vec<_> = faulty
            .iter()
            .take(NAMED)
            .enumerate()
            .map(|(at, line)| {
                let label = line.row(|row| hidden::plain(row.field.label()));
                view! { {if at == 0 { " " } else { ", " }}<a href=format!("#{}", line.editor_id())>{label}</a> }
            })
            .collect();
        view! { {fixing(faulty.len())}{links}{(more > 0).then(|| format!(" and {more} more"))} }
    })
}

/// How many rows need fixing, as the start of a list.
pub fn fixing(rows: usize) -> String {
    if rows == 1 { "1 row needs fixing:".to_owned() } else { format!("{rows} rows need fixing:") }
}

/// What the page says at its top when it is drawn: about a form POST that it did not take.
pub fn first_notice(sheet: &Sheet) -> Option<String> {
    let labels: Vec<_> = sheet.unsure.iter().map(|row| hidden::plain(sheet.grid.rows[*row].field.label())).collect();
    (!labels.is_empty()).then(|| {
        format!(
            "Nothing was sent yet. You changed {}, but left {} out: tick Include to send what you entered, or submit once more to leave it out.",
            labels.join(", "),
            if labels.len() == 1 { "it" } else { "them" }
        )
    })
}
