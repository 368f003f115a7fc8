//! The words below and within editors that change with what is typed: drawn by the server, repainted by the browser, always as HTML.

use crate::app::review::facts;
use crate::app::{hidden, markup, picker};
use crate::domain::form;
use crate::domain::grid::{Editor, Entry, Grid, Row};

/// Names the characters of a typed text that its editor can't show.
#[must_use]
pub fn unseen(text: &str) -> String {
    let mut html = String::new();
    for c in hidden::noted(text) {
        html.push_str(if html.is_empty() { "holds what can't be seen: " } else { " " });
        html.push_str("<span data-hidden-character=\"");
        html.push_str(&hidden::code(c));
        html.push_str("\"></span>");
    }
    html
}

/// Says which zone a date-time editor speaks of.
#[must_use]
pub fn zone(text: &str) -> String {
    "Time zone: ".to_owned() + &picker::zone_name(text)
}

/// What a row shows that is none of its options, as extra choices or, beside a checkbox, in words.
#[must_use]
pub fn others(row: &Row, entry: &Entry) -> String {
    let mut html = String::new();
    for (place, value) in facts::others(row, entry) {
        let escaped = markup::escape(&value);
        html += &match row.editor() {
            Editor::Choices => [
                "<label><input type=\"checkbox\" class=\"option\" checked name=\"",
                &form::editor_name(&row.field.name),
                "\" data-place=\"",
                &place.to_string(),
                "\" value=\"",
                &escaped,
                "\">",
                &markup::shown(&value),
                "</label>",
            ]
            .concat(),
            Editor::Checkbox => markup::shown(&value) + " is neither yes nor no",
            _ => ["<option selected value=\"", &escaped, "\">", &markup::escape(&hidden::plain(&value)), "</option>"].concat(),
        };
    }
    html
}

/// What the page says at its top about a form POST that changed rows and left them out.
#[must_use]
pub fn left_out(grid: &Grid, rows: &[usize]) -> String {
    let labels: Vec<_> = rows.iter().filter_map(|row| grid.rows.get(*row)).map(|row| hidden::plain(row.field.label())).collect();
    format!(
        "Nothing was sent yet: you changed {}, but left {} out. Tick Include to send what you entered, or submit once more to leave it out.",
        labels.join(", "),
        if labels.len() == 1 { "it" } else { "them" }
    )
}
