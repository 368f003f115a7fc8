//! A form as somebody posts it, `{ "ask": a tool's arguments, "form": a body }` (or a body alone): bytes to pairs to entries, or a refusal, and what
//! was read posts the same again.

use std::collections::BTreeSet;

use countersign::domain::form::{self, ACTION, Action, CHOICE, CONFIRMED, INCLUDE, editor_name, encode};
use countersign::domain::grid::{Draft, Editor, Entry, Grid, Row};
use countersign::domain::request::Request;
use countersign::server::judge;
use countersign::server::pages::urlencoded;
use serde_json::Value;

use super::{Features, json, request, shape};
use crate::verdict::Server;

type Pairs = Vec<(String, String)>;

pub fn run(bytes: &[u8]) -> Features {
    let (asked, body) = parts(bytes);
    let Some(pairs) = urlencoded::pairs(&body) else { return vec!["not UTF-8".to_owned()] };
    let written = form_urlencoded::Serializer::new(String::new()).extend_pairs(&pairs).finish();
    assert_eq!(urlencoded::pairs(written.as_bytes()), Some(pairs.clone()), "pairs written read the same");
    let read = match &asked {
        Request::Proposal(proposal) => proposed(&proposal.grid, &pairs),
        Request::Approval(approval) => form::decode_form(approval.form.as_ref(), &pairs).map(|posted| {
            let grid = approval.form.as_ref().map(|form| &form.grid);
            assert_eq!(posted.entries.len(), grid.map_or(0, |grid| grid.rows.len()));
            grid.map_or_else(Vec::new, |grid| submitted(grid, &posted.entries))
        }),
        Request::Selection(selection) => form::decode_choice(&selection.options, &pairs).map(|posted| {
            let again: Pairs = posted.selected.iter().map(|id| (CHOICE.to_owned(), encode(id))).chain([button(posted.action)]).collect();
            assert_eq!(form::decode_choice(&selection.options, &again), Ok(posted.clone()));
            vec![shape(&selection.options.submission(&posted.selected).err().unwrap_or_default()), posted.selected.len().min(5).to_string()]
        }),
    };
    read.unwrap_or_else(|why| {
        assert!(!why.is_empty() && why.chars().count() < 1000, "{why}");
        vec![why.split(' ').take(8).collect()]
    })
}

/// What is asked, and the body of the form.
fn parts(bytes: &[u8]) -> (Request, Vec<u8>) {
    if let Some(Value::Object(given)) = json(bytes)
        && let (Some(Value::Object(arguments)), Some(Value::String(body))) = (given.get("ask"), given.get("form"))
        && let Ok(request) = Request::parse(request::kind(arguments), arguments, &Server)
    {
        return (request, body.clone().into_bytes());
    }
    (everything(), bytes.to_vec())
}

/// A proposal with every editor.
fn everything() -> Request {
    let text = include_str!("everything.json");
    let arguments = serde_json::from_str(text).unwrap();
    Request::parse(request::kind(&arguments), &arguments, &Server).unwrap_or_else(|faults| panic!("{faults}"))
}

fn proposed(grid: &Grid, pairs: &Pairs) -> Result<Features, String> {
    let posted = form::decode(grid, pairs)?;
    assert_eq!(posted.entries.len(), grid.rows.len());
    assert!(posted.unsure.iter().chain(&posted.confirmed).all(|row| *row < grid.rows.len()));
    let mut again = form_of(grid, &posted.entries);
    again.push(button(posted.action));
    again.extend(posted.confirmed.iter().map(|row| (CONFIRMED.to_owned(), encode(&grid.rows[*row].field.name))));
    let same = form::decode(grid, &again).unwrap_or_else(|why| panic!("{why}: {again:?}"));
    assert_eq!(same.entries, posted.entries, "what was read posts the same again");
    let mut features = submitted(grid, &posted.entries);
    features.push(format!("{:?} {} {}", posted.action, posted.unsure.len().min(3), posted.confirmed.len().min(3)));
    Ok(features)
}

/// What the entries come to, by our own word and the last one.
fn submitted(grid: &Grid, entries: &[Entry]) -> Features {
    let (values, faults) = grid.submission(entries);
    let refused = judge::submission(grid, &values).err().into_iter().flatten();
    faults.iter().map(|fault| shape(&fault.message)).chain(refused.map(|fault| shape(&fault.message))).collect()
}

fn button(action: Action) -> (String, String) {
    (ACTION.to_owned(), if action == Action::Submit { "submit" } else { "cancel" }.to_owned())
}

/// The pairs of a page whose rows stand as `entries` say: each ticked option once.
pub fn form_of(grid: &Grid, entries: &[Entry]) -> Pairs {
    let mut pairs = Pairs::new();
    for (row, entry) in grid.rows.iter().zip(entries) {
        if entry.include {
            pairs.push((INCLUDE.to_owned(), encode(&row.field.name)));
        }
        pairs.extend(values(row, entry).into_iter().map(|value| (editor_name(&row.field.name), value)));
    }
    pairs
}

fn values(row: &Row, entry: &Entry) -> Vec<String> {
    match (row.editor(), row.shown(entry)) {
        (Editor::Checkbox, Draft::Text(text)) if text == "false" => Vec::new(),
        (_, Draft::Unchosen) => Vec::new(),
        (_, Draft::Text(text)) => vec![text],
        (_, Draft::Set(items)) => items.iter().collect::<BTreeSet<_>>().into_iter().cloned().collect(),
    }
}
