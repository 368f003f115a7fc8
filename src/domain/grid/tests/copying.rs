//! Copying a cell does what typing its text would.

use serde_json::{Value, json};

use super::super::{Draft, Entry};
use super::{raw, required, row, set, text};

const NULL: Value = Value::Null;

/// What each kind of editor makes of a cell, and the value that gives (`None`: a fault, with the text kept).
#[test]
fn a_cell_is_copied_as_its_text() {
    let string = json!({"type": "string"});
    let number = json!({"type": "number"});
    let integer = json!({"type": "integer"});
    let (yes_no, checkbox) = (json!({"type": "boolean"}), json!({"type": "boolean", "default": true}));
    let select = json!({"type": "string", "enum": ["gold", "5", "true", ""]});
    let multi = json!({"type": "array", "items": {"enum": ["r", "w", "5", "x"]}});
    let cases = [
        (&string, json!("  a\r\nb\tc"), text("  a\r\nb\tc"), Some(json!("  a\r\nb\tc"))),
        (&string, raw("230.0"), text("230"), Some(json!("230"))),
        (&string, json!(true), text("true"), Some(json!("true"))),
        (&string, raw("[\"a\", 1.0, null]"), text("[\"a\",1.0,null]"), Some(json!("[\"a\",1.0,null]"))),
        (&string, json!({"a": [1]}), text("{\"a\":[1]}"), Some(json!("{\"a\":[1]}"))),
        (&number, json!(12), text("12"), Some(json!(12))),
        (&number, raw("230.0"), text("230"), Some(json!(230))),
        (&number, json!(" 7 "), text(" 7 "), Some(json!(7))),
        (&number, json!("1,000"), text("1,000"), None),
        (&number, json!([1]), text("[1]"), None),
        (&number, json!(false), text("false"), None),
        (&integer, json!("2.5"), text("2.5"), None),
        (
            &integer,
            raw("123456789012345678901234567890"),
            text("123456789012345678901234567890"),
            Some(raw("123456789012345678901234567890")),
        ),
        (&yes_no, json!(false), text("false"), Some(json!(false))),
        (&yes_no, json!("true"), text("true"), Some(json!(true))),
        (&yes_no, json!("yes"), text("yes"), None),
        (&yes_no, json!(1), text("1"), None),
        (&checkbox, json!(false), text("false"), Some(json!(false))),
        (&checkbox, json!("TRUE"), text("TRUE"), None),
        (&select, json!("gold"), text("gold"), Some(json!("gold"))),
        (&select, json!("Gold"), text("Gold"), None),
        (&select, raw("5.0"), text("5"), Some(json!("5"))),
        (&select, json!(true), text("true"), Some(json!("true"))),
        (&select, json!(["gold"]), text("[\"gold\"]"), None),
        (&multi, json!("w"), set(&["w"]), Some(json!(["w"]))),
        (&multi, json!("r,w"), set(&["r,w"]), None),
        (&multi, json!(5), set(&["5"]), Some(json!(["5"]))),
        (&multi, json!(["x", "r", "x"]), set(&["r", "x"]), Some(json!(["r", "x"]))),
        (&multi, raw("[5.0, \"r\"]"), set(&["r", "5"]), Some(json!(["r", "5"]))),
        (&multi, json!(["z", "w", "y", "z"]), set(&["w", "z", "y"]), None),
        (&multi, json!([null, ["r"]]), set(&["", "[\"r\"]"]), None),
        (&multi, json!({"a": 1}), set(&["{\"a\":1}"]), None),
    ];
    for (property, cell, draft, value) in cases {
        let source = row(property, [cell.clone(), NULL]);
        let copied = source.copy_source(0, &source.opening());
        assert_eq!(copied, Entry { include: true, draft: Some(draft.clone()) }, "{cell} into {property}");
        assert_eq!(source.value(&copied).ok(), value, "{cell} into {property}");
        assert_eq!(source.shown(&copied), draft, "what can't be taken is kept and shown");

        let current = row(property, [NULL, cell.clone()]);
        let copied = current.copy_current(&current.edit(Draft::Unchosen));
        assert_eq!(copied, Entry { include: false, draft: Some(draft) }, "Current {cell} into {property}");
        assert_eq!(current.value(&copied).ok(), value);
        assert_eq!(current.fault(&copied), None, "a row left out has no fault");
    }
}

#[test]
fn an_empty_cell_copies_nothing() {
    for empty in [NULL, json!(""), json!([])] {
        for property in [json!({"type": "string", "default": "a"}), json!({"type": "array", "items": {"enum": ["a"]}, "default": ["a"]})] {
            let row = row(&property, [empty.clone(), empty.clone()]);
            for entry in [row.opening(), row.set_include(&row.edit(Draft::Unchosen), false)] {
                assert_eq!(row.copy_source(0, &entry), entry, "{empty}");
                assert_eq!(row.copy_source(7, &entry), entry, "no such column");
                assert_eq!(row.copy_current(&entry), entry, "{empty}");
            }
        }
    }
}

#[test]
fn zero_false_and_a_blank_are_no_empty_cells() {
    for (property, cell) in [("integer", json!(0)), ("boolean", json!(false)), ("string", json!(" "))] {
        let row = row(&json!({"type": property}), [cell.clone(), NULL]);
        assert_eq!(row.value(&row.copy_source(0, &row.opening())), Ok(cell));
    }
}

#[test]
fn copying_current_leaves_the_row_out() {
    let row = required(&json!({"type": "string", "default": "new"}), [json!("source"), json!("old")]);
    let copied = row.copy_current(&row.opening());
    assert_eq!(copied, Entry { include: false, draft: Some(text("old")) });
    assert_eq!(row.copy_source(0, &copied), Entry { include: true, draft: Some(text("source")) });
}
