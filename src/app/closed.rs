//! A request that can't be decided any more, or by whoever looks: what happened, when, by whom, and what it is about, to be read.

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::approval::Payload;
use super::markup;
use super::matter::Matter;
use super::selection::Chosen;
use crate::domain::elicitation::Status;
use crate::domain::grid::{Grid, Row};

/// What became of a request.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// `submitted`, `declined`, `canceled` or `expired`.
    pub status: Status,
    /// When, for people and for machines (RFC 3339).
    pub at: (String, String),
    /// Who decided, as the audit has it; `link` for whoever held the link, `reviewer:NAME`.
    pub by: Option<String>,
    /// Whether the agent has fetched the outcome.
    pub fetched: bool,
    pub grid: Grid,
    pub matter: Matter,
    /// What the rows submitted.
    pub values: Option<Map<String, Value>>,
}

impl Outcome {
    /// What happened, in one word.
    #[must_use]
    pub const fn headline(&self) -> &'static str {
        headline(self.status, self.is_form())
    }

    /// Whether the rows are a form's.
    const fn is_form(&self) -> bool {
        matches!(self.matter, Matter::Approval { .. })
    }

    /// How much of it was submitted.
    fn count(&self) -> Option<String> {
        let rows = self.grid.rows.len();
        match (&self.matter, &self.values) {
            (Matter::Proposal, Some(values)) => Some(format!("{} of {rows} included", values.len())),
            (Matter::Approval { .. }, Some(values)) if rows > 0 => Some(format!("{} of {rows} filled in", values.len())),
            (Matter::Selection { options, selected, .. }, _) if self.status == Status::Submitted => {
                Some(format!("{} of {} selected", selected.len(), options.items.len()))
            }
            _ => None,
        }
    }

    /// What it means, after the time.
    fn meaning(&self) -> &'static str {
        let bare = matches!(self.matter, Matter::Approval { form: false, .. });
        match (self.status, self.fetched) {
            (Status::Submitted, true) if bare => "The agent has fetched the approval.",
            (Status::Submitted, false) if bare => "The agent can fetch the approval.",
            (Status::Submitted, true) => "The agent has fetched what was submitted.",
            (Status::Submitted, false) => "The agent can fetch what was submitted.",
            (Status::Declined, _) => "The agent gets no values.",
            (Status::Canceled, _) => "The agent withdrew this request before anybody decided.",
            (Status::Expired, _) => "Nobody decided in time, and nothing can be decided any more.",
            (Status::Pending | Status::Consumed, _) => "",
        }
    }
}

/// What happened, in one word; an approval that is submitted was approved.
#[must_use]
pub const fn headline(status: Status, is_approval: bool) -> &'static str {
    match status {
        Status::Submitted if is_approval => "Approved",
        Status::Submitted => "Submitted",
        Status::Declined => "Declined",
        Status::Canceled => "Canceled",
        Status::Expired => "Expired",
        Status::Pending | Status::Consumed => "Closed",
    }
}

/// The outcome and what it was about: with what was submitted, or else with what was proposed.
#[component]
pub fn Closed<'a>(outcome: &'a Outcome) -> impl IntoView + use<> {
    let (when, at) = outcome.at.clone();
    let by = outcome.by.as_deref().map(markup::decided_by).unwrap_or_default();
    let count = outcome.count();
    view! {
        <section class="outcome" data-status=outcome.status.word()>
            <h2>{outcome.headline()}</h2>
            <p><time datetime=at.clone() title=at>{when}</time><span inner_html=by></span>". "{outcome.meaning()}</p>
            {count.map(|count| view! { <p class="counter" role="status">{count}</p> })}
        </section>
        {about(outcome)}
    }
}

/// What waits for `name`, who alone can decide it, to be read by somebody else.
#[component]
pub fn Waiting<'a>(outcome: &'a Outcome, name: &'a str) -> impl IntoView + use<> {
    let name = markup::shown(name);
    view! {
        <section class="outcome" data-status=outcome.status.word()>
            <h2>"Waiting for "<span inner_html=name></span></h2>
            <p>"This request is for one reviewer by name: nobody else can decide it."</p>
        </section>
        {about(outcome)}
    }
}

/// What it is about.
fn about(outcome: &Outcome) -> AnyView {
    match &outcome.matter {
        Matter::Proposal => view! { <Read outcome/> }.into_any(),
        Matter::Approval { context, .. } => {
            let context = context.as_ref().map(|context| view! { <div class="sheet"><Payload context/></div> });
            let rows = (!outcome.grid.rows.is_empty()).then(|| view! { <Read outcome/> });
            view! { {context}{rows} }.into_any()
        }
        Matter::Selection { options, rows, selected } => {
            let selected = (outcome.status == Status::Submitted).then_some(&selected[..]);
            view! { <Chosen options rows=rows.as_ref() selected/> }.into_any()
        }
    }
}

/// The rows, to be read.
#[component]
fn Read<'a>(outcome: &'a Outcome) -> impl IntoView + use<> {
    let last = match (&outcome.values, outcome.status) {
        (Some(_), _) => "Submitted",
        (None, Status::Pending) => "Not decided yet",
        (None, _) => "Not submitted",
    };
    let columns: Vec<_> = if outcome.is_form() { Vec::new() } else { markup::columns(&outcome.grid) }
        .into_iter()
        .map(|(kind, label)| view! { <th scope="col"><small>{kind}</small><span inner_html=label></span></th> })
        .collect();
    let rows: Vec<_> = outcome.grid.rows.iter().map(|row| self::row(outcome, row, last)).collect();
    view! {
        <div class="sheet">
            <table class="grid read" class:form=outcome.is_form() class:wide=markup::is_wide(&outcome.grid)>
                <thead>
                    <tr>
                        <th scope="col" class="field">"Field"</th>
                        {columns}
                        <th scope="col" class="proposed">{(!outcome.is_form()).then(|| view! { <small>"Proposed"</small> })}{last}</th>
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
        Some(None) if outcome.is_form() => "<span class=\"left-out\">left empty</span>".to_owned(),
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
    let current = (!outcome.is_form())
        .then(|| view! { <td data-current data-label=outcome.grid.current.clone() inner_html=cell(row, &row.current, None)></td> });
    view! {
        <tr data-field=row.field.name.clone() data-included=matches!(value, Some(Some(_)))>
            <th scope="row" class="field" inner_html=markup::field(row)></th>
            {sources}
            {current}
            <td class="proposed" data-label=last inner_html=html></td>
        </tr>
    }
}

fn cell(row: &Row, value: &Value, current: Option<&Value>) -> String {
    let mut html = String::new();
    markup::push_value(&row.field, value, current, &mut html);
    html
}
