//! Forms as browsers post them, and as they do not.

mod approval;
mod round_trip;
mod selection;

use serde_json::{Value, json};

use super::{Action, CONFIRMED, Posted, decode, editor_name, encode};
use crate::domain::grid::tests::{grid, raw, row};
use crate::domain::grid::{Draft, Entry, Grid, Row};

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// A grid of the one row.
fn alone(row: Row) -> Grid {
    Grid { sources: Vec::new(), current: "CRM".into(), rows: vec![row] }
}

/// What the editor of a row of `property` is left with after `values` were posted for it, with Include on.
#[track_caller]
fn posted(property: &str, values: &[&str]) -> Option<Draft> {
    let mut form = pairs(&[("action", "submit"), ("include", "x")]);
    form.extend(values.iter().map(|value| ("p.x".to_owned(), (*value).to_owned())));
    let row = row(&raw(property), [Value::Null, Value::Null]);
    let Posted { mut entries, unsure, .. } = decode(&alone(row), &form).unwrap();
    assert!(unsure.is_empty(), "an included row is sure");
    entries.remove(0).draft
}

fn text(text: &str) -> Option<Draft> {
    Some(Draft::Text(text.to_owned()))
}

fn set(items: &[&str]) -> Option<Draft> {
    Some(Draft::Set(items.iter().map(|item| (*item).to_owned()).collect()))
}

#[test]
fn names_are_encoded_as_encode_uri_component_does() {
    for (name, encoded) in [
        ("name", "name"),
        ("first.name", "first.name"),
        ("user/pass", "user%2Fpass"),
        ("two words", "two%20words"),
        ("say \"hi\"", "say%20%22hi%22"),
        ("tags[0]", "tags%5B0%5D"),
        ("~1~0-_.!*'()", "~1~0-_.!*'()"),
        ("naïve-ключ", "na%C3%AFve-%D0%BA%D0%BB%D1%8E%D1%87"),
        ("a&b=c+d", "a%26b%3Dc%2Bd"),
        ("50%", "50%25"),
        ("", ""),
        ("😀\n", "%F0%9F%98%80%0A"),
    ] {
        assert_eq!(encode(name), encoded);
        assert_eq!(editor_name(name), format!("p.{encoded}"));
        let grid = grid(&json!({name: {"type": "string", "default": "a"}}), &json!([]), &json!({}));
        let form = pairs(&[("action", "submit"), ("include", encoded), (&editor_name(name), "b")]);
        assert_eq!(decode(&grid, &form).unwrap().entries, [Entry { include: true, draft: text("b") }], "{name}");
    }
}

#[test]
fn a_text_that_is_as_drawn_is_untouched() {
    let area = r#"{"type": "string", "default": "  a\r\nb\rc\n"}"#;
    let line = r#"{"type": "string", "format": "email", "default": "a\r\nb\rc"}"#;
    for (property, value, draft) in [
        (area, "  a\r\nb\r\nc\r\n", None),
        (area, "  a\nb\nc\n", None),
        (area, "  abc", text("  abc")),
        (area, "a\r\nb\r\nc\r\n", text("a\nb\nc\n")),
        (area, "  a\r\nb\rc", text("  a\nb\nc")),
        (line, "abc", None),
        (line, "a\r\nb\r\nc", None),
        (line, "ab c", text("ab c")),
        (r#"{"type": "string", "default": "a\u0000b"}"#, "a\u{fffd}b", None),
        (r#"{"type": "string", "default": "é"}"#, "e\u{301}", text("e\u{301}")),
        (r#"{"type": "string", "default": "a"}"#, "", text("")),
        (r#"{"type": "string"}"#, "", None),
        (r#"{"type": "number", "default": 230.0}"#, "230", None),
        (r#"{"type": "number", "default": 230.0}"#, "230.0", text("230.0")),
        (r#"{"type": "number", "default": 1e400}"#, "1e400", None),
        (r#"{"type": "integer"}"#, " many\r", text(" many\n")),
    ] {
        assert_eq!(posted(property, &[value]), draft, "{value:?} for {property}");
    }
}

#[test]
fn absent_editors_are_unticked_empty_or_without_a_value() {
    for (property, draft) in [
        (r#"{"type": "boolean", "default": true}"#, text("false")),
        (r#"{"type": "boolean", "default": false}"#, None),
        (r#"{"type": "boolean"}"#, None),
        (r#"{"type": "string", "enum": ["a", ""]}"#, None),
        (r#"{"type": "string", "enum": ["a", ""], "default": "a"}"#, Some(Draft::Unchosen)),
        (r#"{"type": "string", "enum": ["a", ""], "default": ""}"#, Some(Draft::Unchosen)),
        (r#"{"type": "array", "items": {"enum": ["a"]}, "default": ["a"]}"#, set(&[])),
        (r#"{"type": "array", "items": {"enum": ["a"]}, "default": []}"#, None),
        (r#"{"type": "array", "items": {"enum": ["a"]}}"#, None),
        (r#"{"type": "string", "default": "a"}"#, text("")),
        (r#"{"type": "number", "default": 1}"#, text("")),
        (r#"{"type": "string"}"#, None),
    ] {
        assert_eq!(posted(property, &[]), draft, "{property}");
    }
}

#[test]
fn choices_are_posted_by_value() {
    let select = r#"{"type": "string", "enum": ["a", "", "x\r\ny"], "default": "a"}"#;
    let multi = r#"{"type": "array", "items": {"enum": ["p", "q", "r", "x\ny"]}, "default": ["r", "p", "r"]}"#;
    for (property, values, draft) in [
        (select, &["a"][..], None),
        (select, &[""], text("")),
        (select, &["x\r\ny"], text("x\r\ny")),
        (select, &["x\ny"], text("x\r\ny")),
        (select, &["z\r\ny"], text("z\ny")),
        (r#"{"type": "string", "enum": ["x\ny"]}"#, &["x\r\ny"], text("x\ny")),
        (r#"{"type": "boolean"}"#, &["false"], text("false")),
        (r#"{"type": "boolean", "default": true}"#, &["true"], None),
        (r#"{"type": "boolean", "default": false}"#, &["true"], text("true")),
        (r#"{"type": "boolean", "default": false}"#, &["on"], text("on")),
        (multi, &["p", "r"], None),
        (multi, &["r", "p"], None),
        (multi, &["r", "p", "q"], set(&["p", "q", "r"])),
        (multi, &["x\r\ny", "zzz", "q"], set(&["q", "x\ny", "zzz"])),
    ] {
        assert_eq!(posted(property, values), draft, "{values:?} for {property}");
    }
}

#[test]
fn options_that_differ_in_line_ends_alone_are_never_mistaken() {
    let select = r#"{"type": "string", "enum": ["a\n", "a\r"], "default": "a\r"}"#;
    assert_eq!(posted(select, &["a\r\n"]), text("a\r\n"), "neither: a fault of the row");
    assert_eq!(posted(select, &["a\n"]), text("a\n"));
}

fn two_rows() -> Grid {
    grid(
        &json!({"a b": {"type": "string", "default": "a"}, "tags": {"type": "array", "items": {"enum": ["p", "q"]}}, "on": {"type": "boolean", "default": true}}),
        &json!([]),
        &json!({}),
    )
}

#[test]
fn a_form_that_is_none_is_refused_with_a_sentence() {
    let submit = ("action", "submit");
    for (form, word) in [
        (vec![], "action"),
        (vec![("action", "approve")], "approve"),
        (vec![submit, submit], "more than once"),
        (vec![submit, ("action", "cancel")], "more than once"),
        (vec![submit, ("Action", "submit")], "Action"),
        (vec![submit, ("token", "x")], "token"),
        (vec![submit, ("p.", "x")], "no row"),
        (vec![submit, ("p.zzz", "x")], "zzz"),
        (vec![submit, ("p.%FF", "x")], "%FF"),
        (vec![submit, ("pp.tags", "p")], "pp.tags"),
        (vec![submit, ("include", "zzz")], "zzz"),
        (vec![submit, ("include", "tags"), ("include", "tags")], "more than once"),
        (vec![submit, ("confirmed", "zzz")], "zzz"),
        (vec![submit, ("confirmed", "tags"), ("confirmed", "tags")], "more than once"),
        (vec![submit, ("p.a%20b", "x"), ("p.a%20b", "x")], "p.a%20b"),
        (vec![submit, ("p.on", "true"), ("p.on", "true")], "p.on"),
        (vec![submit, ("p.tags", "p"), ("p.tags", "q"), ("p.tags", "p")], "p.tags"),
        (vec![("action", "cancel"), ("p.zzz", "x")], "zzz"),
    ] {
        let refusal = decode(&two_rows(), &pairs(&form)).unwrap_err();
        assert!(refusal.contains(word), "{form:?}: {refusal}");
    }
    let long = decode(&two_rows(), &pairs(&[("action", &"x".repeat(100_000))])).unwrap_err();
    assert!(long.len() < 200);
}

#[test]
fn the_boxes_are_as_posted() {
    let mut grid = two_rows();
    grid.rows[0].field.required = true;
    assert!(grid.rows[0].locked());
    let included = |form: &[(&str, &str)]| -> Vec<bool> {
        let mut all = pairs(&[("action", "submit"), ("p.a%20b", "a"), ("p.on", "true")]);
        all.extend(pairs(form));
        decode(&grid, &all).unwrap().entries.iter().map(|entry| entry.include).collect()
    };
    assert_eq!(included(&[("include", "a%20b"), ("include", "on")]), [true, false, true]);
    assert_eq!(included(&[("include", "a b")]), [true, false, false], "an unencoded name is understood");
    assert_eq!(included(&[]), [false, false, false], "the lock is the page's affordance, not the form's");
}

#[test]
fn a_change_in_a_row_left_out_is_named_until_confirmed() {
    let unsure = |form: &[(&str, &str)]| decode(&two_rows(), &pairs(form)).unwrap().unsure;
    let submit = ("action", "submit");
    assert_eq!(unsure(&[submit, ("p.a%20b", "b"), ("p.on", "true")]), [0]);
    assert_eq!(unsure(&[submit, ("p.a%20b", "b"), ("p.tags", "q"), ("p.on", "true")]), [0, 1]);
    let once = [submit, ("p.a%20b", "b"), ("p.tags", "q"), (CONFIRMED, "a%20b")];
    assert_eq!(unsure(&once), [1]);
    assert_eq!(decode(&two_rows(), &pairs(&once)).unwrap().confirmed, [0], "to be said again by the next page");
    assert_eq!(unsure(&[submit, ("p.a%20b", "b"), ("p.tags", "q"), (CONFIRMED, "a%20b"), (CONFIRMED, "tags")]), [0; 0]);
    assert_eq!(unsure(&[submit, ("include", "a%20b"), ("p.a%20b", "b")]), [0; 0], "included");
    assert_eq!(unsure(&[submit, ("p.a%20b", "a"), ("p.on", "true")]), [0; 0], "as drawn");
    assert_eq!(unsure(&[submit]), [0; 0], "what was not posted was not typed");
    assert_eq!(unsure(&[("action", "cancel"), ("p.a%20b", "b")]), [0; 0], "a cancel needs no text");
}

#[test]
fn both_buttons_are_known() {
    let action = |value| decode(&two_rows(), &pairs(&[("action", value)])).map(|posted| posted.action);
    assert_eq!(action("submit"), Ok(Action::Submit));
    assert_eq!(action("cancel"), Ok(Action::Cancel));
}

#[test]
fn nothing_typed_is_lost_however_long() {
    let long = "x".repeat(1_000_000);
    let form = pairs(&[("action", "submit"), ("include", "a%20b"), ("p.a%20b", &long)]);
    let grid = two_rows();
    let entry = decode(&grid, &form).unwrap().entries.remove(0);
    assert!(grid.rows[0].fault(&entry).unwrap().contains("64 KiB"));
    assert_eq!(grid.rows[0].shown(&entry), Draft::Text(long));
}

#[test]
fn a_long_form_takes_no_more_than_its_length() {
    let options: Vec<String> = (0..500).map(|i| format!("option {i}")).collect();
    let grid = grid(&json!({"x": {"type": "array", "items": {"enum": options}}}), &json!([]), &json!({}));
    let mut form = pairs(&[("action", "submit")]);
    form.extend((0..150_000).map(|i| ("p.x".to_owned(), i.to_string())));
    assert_eq!(decode(&grid, &form).unwrap().unsure, [0]);
}
