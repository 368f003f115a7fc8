//! A request that can't be decided any more: what happened, when, by whom, and the grid to be read.

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::markup::{self, Part};
use crate::domain::elicitation::Status;
use crate::domain::grid::Grid;

/// What became of a request.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// `submitted`, `declined`, `canceled` or `expired`.
    pub status: Status,
    /// When, for people and for machines (RFC 3339).
    pub at: (String, String),
    /// Who decided, as the audit has it; `link` for whoever held the link.
    pub by: Option<String>,
    /// Whether the agent has fetched the outcome.
    pub fetched: bool,
    pub grid: Grid,
    /// What was submitted.
    pub values: Option<Map<String, Value>>,
}

impl Outcome {
    /// What happened, in one word.
    #[must_use]
    pub const fn headline(&self) -> &'static str {
        match self.status {
            Status::Submitted => "Submitted",
            Status::Declined => "Declined",
            Status::Canceled => "Canceled",
            Status::Expired => "Expired",
            Status::Pending | Status::Consumed => "Closed",
        }
    }

    /// What it means, after the time.
    fn meaning(&self) -> &'static str {
        match (self.status, self.fetched) {
            (Status::Submitted, true) => "The agent has fetched what was submitted.",
            (Status::Submitted, false) => "The agent can fetch what was submitted.",
            (Status::Declined, _) => "The agent gets no values.",
            (Status::Canceled, _) => "The agent withdrew this request before anybody decided.",
            (Status::Expired, _) => "Nobody decided in time, and nothing can be decided any more.",
            (Status::Pending | Status::Consumed, _) => "",
        }
    }
}

/// The outcome and the read-only grid.
#[component]
pub fn Closed(outcome: Outcome) -> impl IntoView {
    let (when, at) = outcome.at.clone();
    let by = match outcome.by.as_deref() {
        None => String::new(),
        Some("link") => " by whoever held the review link".to_owned(),
        Some(name) => " by ".to_owned() + &markup::shown(name),
    };
    let count = outcome.values.as_ref().map(|values| format!("{} of {} included", values.len(), outcome.grid.rows.len()));
    let table = table(&outcome);
    view! {
        <section class="outcome" data-status=outcome.status.word()>
            <h2>{outcome.headline()}</h2>
            <p><time datetime=at.clone() title=at>{when}</time><span inner_html=by></span>". "{outcome.meaning()}</p>
            {count.map(|count| view! { <p class="counter" role="status">{count}</p> })}
        </section>
        <div class="sheet"><table class="grid read" inner_html=table></table></div>
    }
}

/// The grid as text: with what was submitted, or else with what was proposed.
fn table(outcome: &Outcome) -> String {
    let grid = &outcome.grid;
    let last = if outcome.values.is_some() { "Submitted" } else { "Proposed" };
    let mut html = String::from("<thead><tr>");
    html.push_str(&markup::draw(grid, Part::Header));
    html.push_str("<th scope=\"col\" class=\"proposed\"><small>");
    html.push_str(last);
    html.push_str("</small></th></tr></thead><tbody>");
    for (index, row) in grid.rows.iter().enumerate() {
        let value = outcome.values.as_ref().map(|values| values.get(&row.field.name));
        html.push_str("<tr data-field=\"");
        html.push_str(&markup::escape(&row.field.name));
        html.push_str(if matches!(value, Some(Some(_))) { "\" data-included>" } else { "\">" });
        html.push_str("<th scope=\"row\" class=\"field\">");
        html.push_str(&markup::draw(grid, Part::Field(index)));
        html.push_str("</th>");
        for (place, column) in grid.sources.iter().enumerate() {
            html.push_str("<td data-source=\"");
            html.push_str(&markup::escape(&column.key));
            html.push('"');
            push_label(&column.label, &mut html);
            html.push_str(if row.differs(place) { " data-differs>" } else { ">" });
            html.push_str(&markup::draw(grid, Part::Source(index, place)));
            html.push_str("</td>");
        }
        html.push_str("<td data-current");
        push_label(&grid.current, &mut html);
        html.push('>');
        html.push_str(&markup::draw(grid, Part::Current(index)));
        html.push_str("</td><td class=\"proposed\"");
        push_label(last, &mut html);
        html.push('>');
        match value {
            None => markup::push_value(&row.field, row.field.default.as_ref().unwrap_or(&Value::Null), None, &mut html),
            Some(Some(value)) => markup::push_value(&row.field, value, None, &mut html),
            Some(None) => html.push_str("<span class=\"left-out\">left out</span>"),
        }
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody>");
    html
}

fn push_label(label: &str, html: &mut String) {
    html.push_str(" data-label=\"");
    html.push_str(&markup::escape(label));
    html.push('"');
}
