//! Include: what it is at the opening, the lock, the boxes, the header's actions, the counter.

use serde_json::{Value, json};

use super::super::{Bulk, Entry};
use super::{grid, included, raw, required, row, text};

const NULL: Value = Value::Null;

#[test]
fn a_row_is_included_when_its_default_differs_from_current() {
    let string = json!({"type": "string"});
    let with = |kind: &str, default: &str| raw(&format!("{{\"type\": \"{kind}\", \"default\": {default}}}"));
    let tags =
        |default: &str| raw(&format!("{{\"type\": \"array\", \"items\": {{\"enum\": [\"a\", \"b\", \"A\"]}}, \"default\": {default}}}"));
    let cases = [
        (string.clone(), NULL, false),
        (string, json!("x"), false),
        (with("string", "null"), json!("x"), false),
        (with("string", "\"a\""), NULL, true),
        (with("string", "\"a\""), json!("a"), false),
        (with("string", "\"a\""), json!("A"), true),
        (with("string", "\"é\""), json!("e\u{301}"), true),
        (with("string", "\"\""), NULL, false),
        (with("string", "\"\""), json!(""), false),
        (with("string", "\"\""), json!([]), false),
        (with("string", "\"\""), json!("x"), true),
        (with("string", "\" \""), NULL, true),
        (with("string", "\"230\""), json!(230), true),
        (with("integer", "0"), NULL, true),
        (with("integer", "230.0"), json!(230), false),
        (with("number", "1"), raw("1.0"), false),
        (with("number", "1"), json!("1"), true),
        (with("number", "9007199254740993"), raw("9007199254740992"), true),
        (with("number", "1e400"), raw("10e399"), false),
        (with("boolean", "false"), NULL, true),
        (with("boolean", "true"), json!(1), true),
        (with("boolean", "false"), json!(false), false),
        (tags("[]"), NULL, false),
        (tags("[\"b\", \"a\"]"), json!(["a", "b"]), false),
        (tags("[\"b\", \"a\", \"a\"]"), json!(["a", "b"]), false),
        (tags("[\"a\"]"), json!(["A"]), true),
        (tags("[\"a\"]"), json!("a"), true),
    ];
    for (property, current, wanted) in cases {
        let opening = row(&property, [NULL, current.clone()]).opening();
        assert_eq!(opening, Entry { include: wanted, draft: None }, "{property} over {current}");
    }
}

#[test]
fn the_agents_include_overrides_the_default_and_the_lock_overrides_both() {
    let property = json!({"type": "string", "default": "new"});
    for (current, is_required, include, locked, wanted) in [
        (json!("new"), false, None, false, false),
        (json!("new"), false, Some(true), false, true),
        (json!("old"), false, Some(false), false, false),
        (json!("old"), true, Some(false), false, false),
        (json!("old"), true, None, false, true),
        (json!(" "), true, Some(false), false, false),
        (json!(0), true, Some(false), false, false),
        (json!(false), true, Some(false), false, false),
        (NULL, true, Some(false), true, true),
        (json!(""), true, Some(false), true, true),
        (json!([]), true, Some(false), true, true),
        (NULL, true, None, true, true),
        (NULL, false, Some(false), false, false),
    ] {
        let mut row = if is_required { required(&property, [NULL, current]) } else { row(&property, [NULL, current]) };
        row.include = include;
        assert_eq!((row.locked(), row.opening().include), (locked, wanted), "{row:?}");
    }
}

#[test]
fn a_required_row_without_a_default_is_locked_all_the_same() {
    assert!(required(&json!({"type": "string", "enum": ["gold"]}), [NULL, NULL]).opening().include);
}

#[test]
fn a_source_cell_is_boxed_when_it_is_not_empty_and_differs_from_current() {
    for (source, current, wanted) in [
        (NULL, json!("x"), false),
        (json!(""), NULL, false),
        (json!([]), json!("x"), false),
        (json!("x"), NULL, true),
        (json!("x"), json!("x"), false),
        (json!("x"), json!("X"), true),
        (json!(0), NULL, true),
        (json!(0), json!(0), false),
        (json!(false), NULL, true),
        (json!(" "), NULL, true),
        (json!("230"), json!(230), true),
        (raw("230.0"), json!(230), false),
        (json!(["b", "a", "a"]), json!(["a", "b"]), false),
        (json!(["A"]), json!(["a"]), true),
        (json!({"a": 1, "b": 2}), json!({"b": 2, "a": 1}), false),
    ] {
        let row = row(&json!({"type": "string"}), [source.clone(), current.clone()]);
        assert_eq!(row.differs(0), wanted, "{source} against {current}");
        assert!(!row.differs(1), "there is no such column");
    }
}

#[test]
fn each_source_column_is_boxed_on_its_own() {
    let mut row = row(&json!({"type": "string"}), [json!("a"), json!("b")]);
    row.sources = vec![json!("a"), json!("b"), NULL, json!("c")];
    assert_eq!((0..4).map(|source| row.differs(source)).collect::<Vec<_>>(), [true, false, false, true]);
}

#[test]
fn the_box_is_ticked_and_unticked_but_where_it_is_locked() {
    let free = row(&json!({"type": "string", "default": "a"}), [NULL, NULL]);
    let locked = required(&json!({"type": "string", "default": "a"}), [NULL, NULL]);
    let edited = |include| Entry { include, draft: Some(text("b")) };
    assert_eq!(free.set_include(&edited(true), false), edited(false));
    assert_eq!(free.set_include(&edited(false), true), edited(true));
    assert_eq!(locked.set_include(&edited(true), false), edited(true));
}

#[test]
fn a_change_by_hand_includes_the_row_and_may_be_unticked() {
    let row = row(&json!({"type": "string"}), [NULL, json!("x")]);
    assert!(!row.opening().include);
    let edited = row.edit(text("y"));
    assert_eq!(edited, Entry { include: true, draft: Some(text("y")) });
    assert_eq!(row.set_include(&edited, false), Entry { include: false, draft: Some(text("y")) });
}

#[test]
fn the_headers_actions_do_what_they_say() {
    let property = json!({"type": "string", "default": "a"});
    let (free, locked) = (row(&property, [NULL, NULL]), required(&property, [NULL, NULL]));
    let edited = |include| Entry { include, draft: Some(text("")) };
    let untouched = |include| Entry { include, draft: None };
    for (row, before, action, after) in [
        (&free, edited(false), Bulk::AcceptAll, edited(true)),
        (&free, edited(true), Bulk::RejectAll, edited(false)),
        (&free, edited(true), Bulk::RestoreProposed, untouched(true)),
        (&free, edited(false), Bulk::RestoreProposed, untouched(false)),
        (&locked, edited(true), Bulk::AcceptAll, edited(true)),
        (&locked, edited(true), Bulk::RejectAll, edited(true)),
        (&locked, edited(true), Bulk::RestoreProposed, untouched(true)),
    ] {
        assert_eq!(row.bulk(&before, action), after, "{action:?} on {before:?}");
    }
}

#[test]
fn the_counter_follows_the_first_documents_example() {
    let grid = grid(
        &json!({
            "name": {"type": "string", "default": "NorthMark Strategies"},
            "website": {"type": "string", "format": "uri", "default": "https://www.northmarkstrategies.com/"},
            "employeeCount": {"type": "integer", "default": 230},
            "institutionTypes": {"type": "array", "items": {"enum": ["Asset Manager", "REIT"]}, "default": ["Asset Manager"]},
        }),
        &json!(["name"]),
        &json!({"name": {"current": null}, "website": {"current": null}, "institutionTypes": {"current": [], "include": true}}),
    );
    let all =
        |entries: &[Entry], action| -> Vec<Entry> { grid.rows.iter().zip(entries).map(|(row, entry)| row.bulk(entry, action)).collect() };
    let opening = grid.opening();
    assert_eq!(included(&opening), 4);
    let rejected = all(&opening, Bulk::RejectAll);
    assert_eq!(included(&rejected), 1);
    assert!(rejected[0].include, "Name is locked");
    assert_eq!(included(&all(&rejected, Bulk::AcceptAll)), 4);
    assert_eq!(included(&[]), 0);
}
