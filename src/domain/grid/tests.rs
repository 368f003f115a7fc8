//! The rules of the grid, one file a topic.

pub(in crate::domain) mod any;
mod copying;
mod editors;
mod include;
mod laws;
mod state;
mod stories;
mod values;

use serde_json::{Value, json};

use super::{Draft, Entry, Grid, Row};
use crate::domain::proposal::Proposal;
use crate::domain::schema::tests::Marked;

/// The grid of a proposal with one Source column, `apollo`.
pub(in crate::domain) fn grid(properties: &Value, required: &Value, fields: &Value) -> Grid {
    let call = json!({
        "message": "Review one record",
        "columns": {"sources": [{"key": "apollo", "label": "Apollo"}], "current": {"label": "CRM"}},
        "requestedSchema": {"type": "object", "properties": properties, "required": required},
        "fields": fields,
    });
    Proposal::parse(call.as_object().unwrap(), &Marked).unwrap_or_else(|faults| panic!("{call}: {faults}")).grid
}

/// The row of one property, not required: `cells` are its Source and Current.
pub(in crate::domain) fn row(property: &Value, cells: [Value; 2]) -> Row {
    let [source, current] = cells;
    grid(&json!({"x": property}), &json!([]), &json!({"x": {"sources": {"apollo": source}, "current": current}})).rows.remove(0)
}

/// The same, required.
pub(in crate::domain) fn required(property: &Value, cells: [Value; 2]) -> Row {
    let mut row = row(property, cells);
    row.field.required = true;
    row
}

/// How many entries are included: the N of "N of M included".
fn included(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| entry.include).count()
}

/// An included row with `draft` in its editor.
fn holds(draft: Draft) -> Entry {
    Entry { include: true, draft: Some(draft) }
}

fn text(text: &str) -> Draft {
    Draft::Text(text.to_owned())
}

fn set(items: &[&str]) -> Draft {
    Draft::Set(items.iter().map(|item| (*item).to_owned()).collect())
}

/// A value written as JSON, for numbers that keep their spelling.
pub(in crate::domain) fn raw(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}
