//! Agents' words as HTML text: labels, the read-only cells of the grid, and what is escaped in any place.
//!
//! Everything an agent wrote goes through [`escape`], and with [`push_shown`] into a `<bdi>` with its hidden characters made visible.

mod cell;
mod drawn;
mod tree;
mod words;

pub use cell::push_value;
pub use drawn::drawn;
pub use tree::tree;

use super::hidden;
use crate::domain::grid::{Grid, Row};

/// More sources than this scroll sideways.
const ABREAST: usize = 4;

/// Whether the grid has more columns than fit beside each other.
#[must_use]
pub fn is_wide(grid: &Grid) -> bool {
    grid.sources.len() > ABREAST
}

/// The header's cells of the Sources and of Current, each with its kind above its label.
#[must_use]
pub fn columns(grid: &Grid) -> Vec<(&'static str, String)> {
    let sources = grid.sources.iter().map(|column| ("Source", shown(&column.label)));
    sources.chain([("Current", shown(&grid.current))]).collect()
}

/// The Field cell of `row`: label and description.
#[must_use]
pub fn field(row: &Row) -> String {
    let mut html = String::from("<span class=\"label\">");
    push_shown(row.field.label(), &mut html);
    if row.field.required {
        html.push_str(" <abbr title=\"required\">*</abbr>");
    }
    html.push_str("</span>");
    if let Some(description) = &row.field.description {
        html.push_str("<small class=\"hint\">");
        push_shown(description, &mut html);
        html.push_str("</small>");
    }
    html
}

/// Who decided, by how the audit names them, after what they did.
#[must_use]
pub fn decided_by(actor: &str) -> String {
    match actor {
        "link" => " by whoever held the review link".to_owned(),
        actor => " by ".to_owned() + &shown(actor.strip_prefix("reviewer:").unwrap_or(actor)),
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
            Err(c) => push_mark(c, html),
        }
    }
}

fn push_mark(c: char, html: &mut String) {
    html.push_str("<span data-hidden-character=\"");
    html.push_str(&hidden::code(c));
    html.push_str("\">");
    push_escaped(c.encode_utf8(&mut [0; 4]), html);
    html.push_str("</span>");
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
