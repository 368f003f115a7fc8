//! What is kept of unsent work, and that it comes back as it was.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Change, Unsent};
use crate::domain::approval::Approval;
use crate::domain::approval::tests::any::filled;
use crate::domain::grid::tests::any::reviewed;
use crate::domain::grid::tests::grid;
use crate::domain::grid::{Draft, Entry, Grid};
use crate::domain::labels::Labels;
use crate::domain::proposal::Proposal;
use crate::domain::request::Request;
use crate::domain::selection::Selection;
use crate::domain::selection::tests::choosing::among;

fn labels() -> Labels {
    Labels { ok: "Yes".into(), cancel: "No".into() }
}

fn proposal(grid: Grid) -> Request {
    let (message, context) = ("Review".to_owned(), Value::Null);
    Request::Proposal(Proposal { message, grid, labels: labels(), context, display_template: None, timeout_seconds: 60 })
}

fn selection() -> Request {
    Request::Selection(Selection {
        message: "Which?".into(),
        options: among(&["a", "b", "c"], 1, 2),
        sent: Vec::new(),
        row_template: None,
        labels: labels(),
        context: Value::Null,
        display_template: None,
        timeout_seconds: 60,
    })
}

fn two_rows() -> Request {
    proposal(grid(
        &json!({"name": {"type": "string", "default": "Ann"}, "tags": {"type": "array", "items": {"enum": ["p", "q"]}}}),
        &json!(["name"]),
        &json!({}),
    ))
}

fn text(include: bool, text: &str) -> Entry {
    Entry { include, draft: Some(Draft::Text(text.to_owned())) }
}

/// What is kept after `rows` were said one after the other.
fn kept(request: &Request, rows: &[(usize, Entry)]) -> Unsent {
    rows.iter().fold(Unsent::default(), |unsent, row| unsent.with(&Change::new(request, std::slice::from_ref(row), None).unwrap()))
}

#[test]
fn rows_are_kept_each_on_its_own_and_the_last_word_counts() {
    let request = two_rows();
    let tags = Entry { include: true, draft: Some(Draft::Set(vec!["q".into()])) };
    let unsent = kept(&request, &[(0, text(true, "Anna")), (1, tags.clone()), (0, text(true, "Anne"))]);
    assert_eq!(unsent.entries(&request), [text(true, "Anne"), tags.clone()]);
    // one who has not heard of the other's row does not undo it
    let unsent = unsent.with(&Change::new(&request, &[(0, Entry { include: true, draft: None })], None).unwrap());
    assert_eq!(unsent.entries(&request), [Entry { include: true, draft: None }, tags]);
    let reset = unsent.with(&Change::new(&request, &[(1, Entry { include: false, draft: None })], None).unwrap());
    assert!(reset.is_empty(), "all as the page opens it");
    assert_eq!(reset, Unsent::default());
}

#[test]
fn an_entry_is_brought_into_the_form_of_its_row() {
    let request = two_rows();
    let sent =
        [(0, text(false, "Anna")), (1, Entry { include: true, draft: Some(Draft::Set(["q", "x", "p", "q"].map(Into::into).to_vec())) })];
    let tags = Entry { include: true, draft: Some(Draft::Set(["p", "q", "x"].map(Into::into).to_vec())) };
    assert_eq!(kept(&request, &sent).entries(&request), [text(true, "Anna"), tags], "the first row is locked");
}

#[test]
fn chosen_options_are_kept_in_their_order() {
    let request = selection();
    let choose = |unsent: Unsent, ids: &[&str]| {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        unsent.with(&Change::new(&request, &[], Some(&ids)).unwrap())
    };
    // more than may be chosen is kept all the same: it is not submitted yet
    let unsent = choose(Unsent::default(), &["c", "a", "b", "a"]);
    assert_eq!(unsent.selected(), ["a", "b", "c"]);
    assert!(unsent.entries(&request).is_empty());
    assert!(choose(unsent, &[]).is_empty());
}

#[test]
fn what_is_no_part_of_the_request_is_refused() {
    let ids = ["a".to_owned(), "z".to_owned()];
    for (request, rows, selected, why) in [
        (two_rows(), vec![(2, text(true, "x"))], None, "this request has 2 rows, none with index 2"),
        (two_rows(), vec![], Some(&ids[..1]), "this request has no options to select"),
        (selection(), vec![(0, text(true, "x"))], None, "this request has 0 rows, none with index 0"),
        (selection(), vec![], Some(&ids[..]), "this request has no such option"),
    ] {
        assert_eq!(Change::new(&request, &rows, selected).unwrap_err(), why);
    }
}

/// `entries` after they were sent, kept as JSON and drawn again.
fn come_back(request: &Request, entries: &[Entry]) -> Vec<Entry> {
    let sent = serde_json::to_string(&entries.iter().enumerate().collect::<Vec<_>>()).unwrap();
    let change = Change::new(request, &serde_json::from_str::<Vec<(usize, Entry)>>(&sent).unwrap(), None).unwrap();
    let kept = serde_json::to_string(&Unsent::default().with(&change)).unwrap();
    serde_json::from_str::<Unsent>(&kept).unwrap().entries(request)
}

proptest! {
    #[test]
    fn what_a_reviewer_made_of_a_grid_comes_back_entry_for_entry((grid, entries) in reviewed()) {
        let request = proposal(grid);
        prop_assert_eq!(come_back(&request, &entries), entries);
    }

    #[test]
    fn what_a_reviewer_made_of_a_form_comes_back_entry_for_entry((form, entries) in filled()) {
        let (message, context) = ("Approve".to_owned(), Value::Null);
        let request = Request::Approval(Approval { message, form: Some(form), labels: labels(), context, display_template: None, timeout_seconds: 60 });
        prop_assert_eq!(come_back(&request, &entries), entries);
    }

    #[test]
    fn an_untouched_grid_keeps_nothing((grid, _) in reviewed()) {
        let entries: Vec<_> = grid.opening().into_iter().enumerate().collect();
        let change = Change::new(&proposal(grid), &entries, None).unwrap();
        prop_assert!(Unsent::default().with(&change).is_empty());
    }
}
