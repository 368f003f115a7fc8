//! A request that can't be decided any more: what happened, when, by whom, and the grid to be read.

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::markup;
use crate::domain::elicitation::Status;
use crate::domain::grid::{Grid, Row};

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

/// The outcome and the read-only grid: with what was submitted, or else with what was proposed.
#[component]
pub fn Closed<'a>(outcome: &'a Outcome) -> impl IntoView + use<> {
    let (when, at) = outcome.at.clone();
    let by = match outcome.by.as_deref() {
        None => String::new(),
        Some("link") => " by whoever held the review link".to_owned(),
        Some(name) => " by ".to_owned() + &markup::shown(name),
    };
    let count = outcome.values.as_ref().map(|values| format!("{} of {} included", values.len(), outcome.grid.rows.len()));
    let last = if outcome.values.is_some() { "Submitted" } else { "Proposed" };
    let columns: Vec<_> = markup::columns(&outcome.grid)
        .into_iter()
        .map(|(kind, label)| view! { <th scope="col"><small>{kind}</small><span inner_html=label></span></th> })
        .collect();
    let rows: Vec<_> = outcome.grid.rows.iter().map(|row| self::row(outcome, row, last)).collect();
    view! {
        <section class="outcome" data-status=outcome.status.word()>
            <h2>{outcome.headline()}</h2>
            <p><time datetime=at.clone() title=at>{when}</time><span inner_html=by></span>". "{outcome.meaning()}</p>
            {count.map(|count| view! { <p class="counter" role="status">{count}</p> })}
        </section>
        <div class="sheet">
            <table class="grid read" class:wide=markup::is_wide(&outcome.grid)>
                <thead>
                    <tr>
                        <th scope="col" class="field">"Field"</th>
                        {columns}
                        <th scope="col" class="proposed"><small>"Proposed"</small>{last}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn row(outcome: &Outcome, row: &Row, last: &'static str) -> impl IntoView + use<> {
    let value = outcome.values.as_ref().map(|values| values.get(&row.field.name));
    let html = match value {
        None => cell(row, row.field.default.as_ref().unwrap_or(&Value::Null), None),
        Some(Some(value)) => cell(row, value, None),
        Some(None) => "<span class=\"left-out\">left out</span>".to_owned(),
    };
    let sources: Vec<_> = outcome
        .grid
        .sources
        .iter()
        .enumerate()
        .map(|(place, column)| {
            let html = cell(row, &row.sources[place], Some(&row.current));
            let (key, label) = (column.key.clone(), column.label.clone());
            view! { <td data-source=key data-label=label data-differs=row.differs(place) inner_html=html></td> }
        })
        .collect();
    view! {
        <tr data-field=row.field.name.clone() data-included=matches!(value, Some(Some(_)))>
            <th scope="row" class="field" inner_html=markup::field(row)></th>
            {sources}
            <td data-current data-label=outcome.grid.current.clone() inner_html=cell(row, &row.current, None)></td>
            <td class="proposed" data-label=last inner_html=html></td>
        </tr>
    }
}

fn cell(row: &Row, value: &Value, current: Option<&Value>) -> String {
    let mut html = String::new();
    markup::push_value(&row.field, value, current, &mut html);
    html
}
