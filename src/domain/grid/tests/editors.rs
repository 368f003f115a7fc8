//! Which control edits a row, and what it shows and offers.

use serde_json::{Value, json};

use super::super::{Draft, Editor, Entry};
use super::{holds, raw, row, set, text};

const NULL: Value = Value::Null;

#[test]
fn every_kind_has_its_editor() {
    for (property, editor) in [
        (json!({"type": "string"}), Editor::Line),
        (json!({"type": "string", "format": "uri"}), Editor::Line),
        (json!({"type": "number"}), Editor::Number),
        (json!({"type": "integer", "default": 1}), Editor::Number),
        (json!({"type": "boolean"}), Editor::YesNo),
        (json!({"type": "boolean", "default": null}), Editor::YesNo),
        (json!({"type": "boolean", "default": false}), Editor::Checkbox),
        (json!({"type": "string", "enum": ["a"]}), Editor::Select),
        (json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}), Editor::Select),
        (json!({"type": "array", "items": {"enum": ["a"]}}), Editor::Choices),
    ] {
        assert_eq!(row(&property, [NULL, NULL]).editor(), editor, "{property}");
    }
}

#[test]
fn a_text_without_format_that_is_long_or_has_line_breaks_gets_a_textarea() {
    let (line, long) = ("é".repeat(120), "é".repeat(121));
    let plain = json!({"type": "string"});
    let default = |text: &str| json!({"type": "string", "default": text});
    let cases = [
        (plain.clone(), [json!(line), json!(line)], Editor::Line),
        (plain.clone(), [json!(long), NULL], Editor::Textarea),
        (plain.clone(), [NULL, json!(long)], Editor::Textarea),
        (default(&long), [NULL, NULL], Editor::Textarea),
        (default(&line), [NULL, NULL], Editor::Line),
        (default("a\nb"), [NULL, NULL], Editor::Textarea),
        (plain.clone(), [json!("a\rb"), NULL], Editor::Textarea),
        (plain.clone(), [NULL, json!("\r\n")], Editor::Textarea),
        (plain, [json!(["a\nb", "c".repeat(200)]), NULL], Editor::Line),
        (json!({"type": "string", "maxLength": 200}), [NULL, NULL], Editor::Line),
        (json!({"type": "string", "maxLength": 201}), [NULL, NULL], Editor::Textarea),
        (json!({"type": "string", "format": "email", "maxLength": 500, "default": "a\nb"}), [json!(long), NULL], Editor::Line),
    ];
    for (property, cells, editor) in cases {
        assert_eq!(row(&property, cells.clone()).editor(), editor, "{property} {cells:?}");
    }
    let mut second = row(&json!({"type": "string"}), [NULL, NULL]);
    second.sources = vec![NULL, json!("a\nb")];
    assert_eq!(second.editor(), Editor::Textarea, "any Source counts");
}

#[test]
fn the_editor_opens_with_the_default_as_it_takes_it() {
    for (property, shown) in [
        (r#"{"type": "string"}"#, text("")),
        (r#"{"type": "string", "default": "  a\r\nb"}"#, text("  a\r\nb")),
        (r#"{"type": "number"}"#, text("")),
        (r#"{"type": "number", "default": 230.0}"#, text("230")),
        (r#"{"type": "integer", "default": 1e3}"#, text("1000")),
        (r#"{"type": "number", "default": -0.50}"#, text("-0.5")),
        (r#"{"type": "boolean"}"#, Draft::Unchosen),
        (r#"{"type": "boolean", "default": false}"#, text("false")),
        (r#"{"type": "string", "enum": ["a", ""]}"#, Draft::Unchosen),
        (r#"{"type": "string", "enum": ["a", ""], "default": ""}"#, text("")),
        (r#"{"type": "array", "items": {"enum": ["p", "q", "r"]}}"#, set(&[])),
        (r#"{"type": "array", "items": {"enum": ["p", "q", "r"]}, "default": ["r", "p"]}"#, set(&["r", "p"])),
    ] {
        let row = row(&raw(property), [NULL, NULL]);
        assert_eq!(row.shown(&row.opening()), shown, "{property}");
        assert!(!row.edited(&row.opening()));
    }
}

#[test]
fn a_draft_of_another_editors_form_is_brought_into_its_own() {
    let multi = json!({"type": "array", "items": {"enum": ["a", "b"]}});
    for (property, draft, shown) in [
        (json!({"type": "string"}), Draft::Unchosen, text("")),
        (json!({"type": "number"}), Draft::Unchosen, text("")),
        (json!({"type": "string"}), set(&["a", "b"]), text("[\"a\",\"b\"]")),
        (json!({"type": "boolean"}), set(&[]), text("[]")),
        (json!({"type": "boolean"}), Draft::Unchosen, Draft::Unchosen),
        (json!({"type": "boolean", "default": true}), Draft::Unchosen, text("false")),
        (json!({"type": "string", "enum": ["a"]}), Draft::Unchosen, Draft::Unchosen),
        (multi.clone(), Draft::Unchosen, set(&[])),
        (multi.clone(), text("b"), set(&["b"])),
        (multi, set(&["z", "b", "a", "b"]), set(&["a", "b", "z"])),
    ] {
        let row = row(&property, [NULL, NULL]);
        assert_eq!(row.shown(&holds(draft.clone())), shown, "{draft:?}");
        assert_eq!(row.edit(draft).draft, Some(shown));
    }
}

#[test]
fn ticking_keeps_option_order_and_drops_repeats() {
    let property = json!({"type": "array", "items": {"enum": ["p", "q", "r"]}, "default": ["r", "p", "r"]});
    let row = row(&property, [json!(["z", "q"]), json!("x")]);
    let opening = row.set_include(&row.opening(), false);
    for (before, value, on, after) in [
        (opening.clone(), "q", true, set(&["p", "q", "r"])),
        (opening.clone(), "p", false, set(&["r"])),
        (opening.clone(), "p", true, set(&["p", "r"])),
        (row.copy_source(0, &opening), "p", true, set(&["p", "q", "z"])),
        (row.copy_source(0, &opening), "z", false, set(&["q"])),
        (holds(set(&["q"])), "q", false, set(&[])),
    ] {
        assert_eq!(row.toggle(&before, value, on), holds(after), "{value} {on} on {before:?}");
    }
}

#[test]
fn what_is_no_option_is_offered_as_an_extra() {
    let offers = |property: Value, draft: Option<Draft>| -> Vec<(String, String, bool)> {
        let row = row(&property, [NULL, NULL]);
        let offered = row.offered(&Entry { include: true, draft });
        offered.into_iter().map(|(choice, known)| (choice.value, choice.title, known)).collect()
    };
    let own = |value: &str, title: &str| (value.to_owned(), title.to_owned(), true);
    let extra = |value: &str| (value.to_owned(), value.to_owned(), false);
    let select = json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "A"}]});
    let multi = json!({"type": "array", "items": {"enum": ["a", "b"]}, "default": ["b"]});
    assert_eq!(offers(select.clone(), None), [own("a", "A"), own("b", "A")]);
    assert_eq!(offers(select.clone(), Some(text("b"))), [own("a", "A"), own("b", "A")]);
    assert_eq!(offers(select, Some(text("A"))), [own("a", "A"), own("b", "A"), extra("A")]);
    assert_eq!(offers(multi.clone(), None), [own("a", "a"), own("b", "b")]);
    assert_eq!(offers(multi, Some(set(&["z", "a", "y"]))), [own("a", "a"), own("b", "b"), extra("z"), extra("y")]);
    assert_eq!(offers(json!({"type": "boolean"}), None), [own("true", "Yes"), own("false", "No")]);
    assert_eq!(offers(json!({"type": "boolean"}), Some(text("maybe"))), [own("true", "Yes"), own("false", "No"), extra("maybe")]);
    assert_eq!(offers(json!({"type": "string"}), Some(text("x"))), []);
}

#[test]
fn long_sets_take_less_than_every_pair() {
    let property = json!({"type": "array", "items": {"enum": ["a"]}});
    let items: Vec<String> = (0..200_000).rev().map(|i| i.to_string()).collect();
    let row = row(&property, [NULL, NULL]);
    let Some(Draft::Set(kept)) = row.edit(Draft::Set(items.clone())).draft else { panic!("a set") };
    assert_eq!(kept, items);
}
