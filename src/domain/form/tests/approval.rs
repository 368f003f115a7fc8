//! An approval's form as browsers post it.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::pairs;
use super::round_trip::{drawn, editor_pairs};
use crate::domain::approval::Form;
use crate::domain::approval::tests::any::filled;
use crate::domain::approval::tests::form;
use crate::domain::form::{Action, PostedForm, decode_form};
use crate::domain::grid::{Draft, Entry};

fn fields() -> Form {
    form(
        &json!({
            "approver": {"type": "string"},
            "note to all": {"type": "string", "default": "a\r\nb"},
            "confidence": {"type": "integer", "default": 95},
            "sure": {"type": "boolean", "default": true},
            "again": {"type": "boolean"},
            "tier": {"type": "string", "enum": ["gold", "silver"], "default": "gold"},
            "tags": {"type": "array", "items": {"enum": ["p", "q"]}, "default": ["q", "p"]},
        }),
        &json!(["approver"]),
    )
}

/// What a browser posts of the untouched page, with `other` in place of what it posts of those names.
fn page(other: &[(&str, &[&str])]) -> Vec<(String, String)> {
    let opening = [
        ("p.approver", ""),
        ("p.note%20to%20all", "a\r\nb"),
        ("p.confidence", "95"),
        ("p.sure", "true"),
        ("p.tier", "gold"),
        ("p.tags", "p"),
        ("p.tags", "q"),
        ("action", "submit"),
    ];
    let kept = opening.into_iter().filter(|(name, _)| !other.iter().any(|(other, _)| other == name));
    let put = other.iter().flat_map(|(name, values)| values.iter().map(|value| (*name, *value)));
    pairs(&kept.chain(put).collect::<Vec<_>>())
}

/// What `posted` comes to: the values as JSON text, then the names of the fields at fault.
fn submission(form: &Form, posted: &PostedForm) -> (String, Vec<String>) {
    let (values, faults) = form.submission(&posted.entries);
    (Value::Object(values).to_string(), faults.into_iter().map(|fault| form.grid.rows[fault.row].field.name.clone()).collect())
}

#[test]
fn a_posted_form_submits_what_its_editors_hold() {
    for (other, values, faulty) in [
        (
            &[("p.approver", &["Ada"][..])][..],
            r#"{"approver":"Ada","note to all":"a\r\nb","confidence":95,"sure":true,"tier":"gold","tags":["q","p"]}"#,
            &[][..],
        ),
        (
            &[
                ("p.approver", &["Ada"]),
                ("p.note%20to%20all", &["c\r\n"]),
                ("p.confidence", &["1e2"]),
                ("p.again", &["false"]),
                ("p.tags", &["p"]),
            ],
            r#"{"approver":"Ada","note to all":"c\n","confidence":100,"sure":true,"again":false,"tier":"gold","tags":["p"]}"#,
            &[],
        ),
        (
            &[
                ("p.approver", &["Ada"]),
                ("p.note%20to%20all", &[""]),
                ("p.confidence", &[""]),
                ("p.sure", &[]),
                ("p.tier", &[]),
                ("p.tags", &[]),
            ],
            r#"{"approver":"Ada","note to all":"","sure":false,"tags":[]}"#,
            &[],
        ),
        (
            &[("p.approver", &["Ada"]), ("p.tier", &[""]), ("p.again", &[""])],
            r#"{"approver":"Ada","note to all":"a\r\nb","confidence":95,"sure":true,"tags":["q","p"]}"#,
            &[],
        ),
        (
            &[("p.confidence", &["most"]), ("p.tier", &["tin"])],
            r#"{"note to all":"a\r\nb","sure":true,"tags":["q","p"]}"#,
            &["approver", "confidence", "tier"],
        ),
    ] {
        let posted = decode_form(Some(&fields()), &page(other)).unwrap();
        assert_eq!(posted.action, Action::Submit);
        let (values, faulty) = (values.to_owned(), faulty.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(submission(&fields(), &posted), (values, faulty), "{other:?}");
    }
}

#[test]
fn a_form_that_is_none_is_refused_with_a_sentence() {
    let submit = ("action", "submit");
    for (form, word) in [
        (vec![], "action"),
        (vec![("action", "approve")], "approve"),
        (vec![submit, ("action", "cancel")], "more than once"),
        (vec![submit, ("include", "approver")], "include"),
        (vec![submit, ("confirmed", "approver")], "confirmed"),
        (vec![submit, ("choice", "a")], "choice"),
        (vec![submit, ("approver", "Ada")], "approver"),
        (vec![submit, ("p.zzz", "x")], "zzz"),
        (vec![submit, ("p.approver", "x"), ("p.approver", "x")], "p.approver"),
        (vec![submit, ("p.tier", "gold"), ("p.tier", "silver")], "p.tier"),
        (vec![submit, ("p.tags", "p"), ("p.tags", "p")], "p.tags"),
        (vec![("action", "cancel"), ("p.zzz", "x")], "zzz"),
    ] {
        let refusal = decode_form(Some(&fields()), &pairs(&form)).unwrap_err();
        assert!(refusal.contains(word), "{form:?}: {refusal}");
    }
}

#[test]
fn json_mode_posts_its_buttons_alone() {
    for (form, wanted) in [
        (&[("action", "submit")][..], Some(Action::Submit)),
        (&[("action", "cancel")], Some(Action::Cancel)),
        (&[], None),
        (&[("action", "submit"), ("action", "submit")], None),
        (&[("action", "submit"), ("p.approver", "Ada")], None),
        (&[("action", "submit"), ("include", "a")], None),
    ] {
        let posted = decode_form(None, &pairs(form)).ok();
        assert_eq!(posted, wanted.map(|action| PostedForm { action, entries: Vec::new() }), "{form:?}");
    }
}

/// The pairs that a browser posts of the drawn form.
fn posted(form: &Form, entries: &[Entry]) -> Vec<(String, String)> {
    let mut pairs: Vec<_> = form.grid.rows.iter().zip(entries).flat_map(|(row, entry)| editor_pairs(row, entry)).collect();
    pairs.push(("action".to_owned(), "submit".to_owned()));
    pairs
}

proptest! {
    #[test]
    fn a_posted_form_is_the_form_drawn((form, entries) in filled()) {
        let came = decode_form(Some(&form), &posted(&form, &entries)).unwrap();
        prop_assert_eq!(form.filled(&came.entries), came.entries.clone(), "Include is as the drafts have it");
        for ((row, sent), came) in form.grid.rows.iter().zip(&entries).zip(&came.entries) {
            prop_assert_eq!(drawn(row, came), drawn(row, sent), "the same is shown");
            if drawn(row, sent) == drawn(row, &row.filled(None)) {
                prop_assert_eq!(came, &row.filled(None), "as drawn is untouched");
            } else {
                let wanted = row.filled(Some(drawn(row, sent)));
                prop_assert_eq!((came.include, row.value(came)), (wanted.include, row.value(&wanted)));
            }
        }
    }

    #[test]
    fn an_untouched_form_comes_back_untouched((form, _) in filled()) {
        let opening = form.opening();
        let came = decode_form(Some(&form), &posted(&form, &opening)).unwrap();
        prop_assert_eq!(came.entries, opening);
    }

    #[test]
    fn no_pairs_make_it_panic((form, _) in filled(), pairs in prop::collection::vec((".{0,6}|p\\..{0,3}|include|action", any::<String>()), 0..6)) {
        for form in [Some(&form), None] {
            if let Ok(posted) = decode_form(form, &pairs) {
                prop_assert_eq!(posted.entries.len(), form.map_or(0, |form| form.grid.rows.len()));
            }
        }
    }
}

#[test]
fn nothing_typed_is_lost_however_long() {
    let long = "x".repeat(1_000_000);
    let posted = decode_form(Some(&fields()), &page(&[("p.approver", &[&long])])).unwrap();
    let row = &fields().grid.rows[0];
    assert!(row.fault(&posted.entries[0]).unwrap().contains("64 KiB"));
    assert_eq!(row.shown(&posted.entries[0]), Draft::Text(long));
}
