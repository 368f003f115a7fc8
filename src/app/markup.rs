//! The parts of a page that never change in the browser, as HTML text: agents' words and the read-only cells of the grid.
//!
//! Everything an agent wrote goes through [`escape`], and with [`push_shown`] into a `<bdi>` with its hidden characters made visible.
//! The browser's half keeps what the server drew, so none of this is carried there: islands reach it through [`Drawing`] alone.

mod cell;
mod words;

pub use cell::push_value;

use serde_json::Value;

use super::hidden;
use crate::domain::grid::Grid;
use crate::domain::value::is_empty;

/// A part of the grid that is drawn once.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// The header's columns up to Current.
    Header,
    /// Label, description and lock of a row.
    Field(usize),
    /// A Source cell, by row and column.
    Source(usize, usize),
    /// The Current cell of a row.
    Current(usize),
}

/// How the parts are drawn: provided as context by the server, absent in the browser, where the parts are there already.
#[derive(Clone, Copy, Debug)]
pub struct Drawing(pub fn(&Grid, Part) -> String);

impl Drawing {
    /// A grid to work on: cells have the control that touch copies them with.
    pub const WORKING: Self = Self(working);
}

fn working(grid: &Grid, part: Part) -> String {
    let mut html = draw(grid, part);
    let copied = match part {
        Part::Header | Part::Field(_) => &Value::Null,
        Part::Source(row, column) => &grid.rows[row].sources[column],
        Part::Current(row) => &grid.rows[row].current,
    };
    if !is_empty(copied) {
        html.push_str("<button type=\"button\" class=\"use\" tabindex=\"-1\">use</button>");
    }
    html
}

/// A part of the grid, to be read. The header ends before the last column.
#[must_use]
pub fn draw(grid: &Grid, part: Part) -> String {
    let mut html = String::new();
    match part {
        Part::Header => {
            html.push_str("<th scope=\"col\" class=\"field\">Field</th>");
            for column in &grid.sources {
                push_column("Source", &column.label, &mut html);
            }
            push_column("Current", &grid.current, &mut html);
        }
        Part::Field(row) => push_field(grid, row, &mut html),
        Part::Source(row, column) => {
            let row = &grid.rows[row];
            push_value(&row.field, &row.sources[column], Some(&row.current), &mut html);
        }
        Part::Current(row) => {
            let row = &grid.rows[row];
            push_value(&row.field, &row.current, None, &mut html);
        }
    }
    html
}

fn push_column(kind: &str, label: &str, html: &mut String) {
    html.push_str("<th scope=\"col\"><small>");
    html.push_str(kind);
    html.push_str("</small>");
    push_shown(label, html);
    html.push_str("</th>");
}

fn push_field(grid: &Grid, row: usize, html: &mut String) {
    let row = &grid.rows[row];
    html.push_str("<span class=\"label\">");
    push_shown(row.field.label(), html);
    if row.field.required {
        html.push_str(" <abbr title=\"required\">*</abbr>");
    }
    html.push_str("</span>");
    if let Some(description) = &row.field.description {
        html.push_str("<small class=\"hint\">");
        push_shown(description, html);
        html.push_str("</small>");
    }
    if row.locked() {
        html.push_str("<small class=\"hint\">Required: ");
        push_shown(&grid.current, html);
        html.push_str(" has no value yet</small>");
    }
}

/// `text` as a reader sees all of it: isolated from its neighbours' direction, hidden characters marked.
pub fn push_shown(text: &str, html: &mut String) {
    html.push_str("<bdi>");
    push_marked(text, html);
    html.push_str("</bdi>");
}

/// [`push_shown`] as a new text.
#[must_use]
pub fn shown(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 16);
    push_shown(text, &mut html);
    html
}

/// Escaped text; a hidden character sits in an element of its own, which the style sheet labels and isolates, so that the element's
/// text is exactly `text` and yet nothing in it works on its surroundings.
fn push_marked(text: &str, html: &mut String) {
    for piece in hidden::pieces(text) {
        match piece {
            Ok(visible) => push_escaped(visible, html),
            Err(c) => {
                html.push_str("<span data-hidden-character=\"");
                html.push_str(&hidden::code(c));
                html.push_str("\">");
                push_escaped(c.encode_utf8(&mut [0; 4]), html);
                html.push_str("</span>");
            }
        }
    }
}

/// `text` as HTML text or attribute value. A parser would read a bare carriage return as a line feed.
fn push_escaped(text: &str, html: &mut String) {
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\r' => html.push_str("&#13;"),
            '\0' => html.push('\u{fffd}'),
            c => html.push(c),
        }
    }
}

/// [`push_escaped`] as a new text.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    push_escaped(text, &mut html);
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_words_never_are_markup() {
        assert_eq!(
            shown("</script><img src=x onerror=\"a\"> & 'b'"),
            "<bdi>&lt;/script&gt;&lt;img src=x onerror=&quot;a&quot;&gt; &amp; 'b'</bdi>"
        );
    }

    #[test]
    fn hidden_characters_are_marked_and_kept() {
        assert_eq!(
            shown("a\u{202e}b\r\n"),
            "<bdi>a<span data-hidden-character=\"U+202E\">\u{202e}</span>b<span data-hidden-character=\"U+000D\">&#13;</span>\n</bdi>"
        );
    }
}
