//! From a proposal to what it submits: what reviewers elsewhere ran into, told in one line each.

use serde_json::{Map, Value, json};

use super::super::{Draft, Entry, Grid};
use super::{grid, raw};

enum Act<'a> {
    /// Types into a text, a number, or chooses by value.
    Type(&'a str, &'a str),
    Tick(&'a str, &'a str),
    Untick(&'a str, &'a str),
    On(&'a str),
    Off(&'a str),
}
use Act::{Off, On, Tick, Type, Untick};

fn work(grid: &Grid, acts: &[Act<'_>]) -> Vec<Entry> {
    let mut entries = grid.opening();
    for act in acts {
        let (Type(name, _) | Tick(name, _) | Untick(name, _) | On(name) | Off(name)) = act;
        let place = grid.position(name).unwrap();
        let (row, entry) = (&grid.rows[place], &entries[place]);
        entries[place] = match act {
            Type(_, text) => row.edit(Draft::Text((*text).to_owned())),
            Tick(_, option) => row.toggle(entry, option, true),
            Untick(_, option) => row.toggle(entry, option, false),
            On(_) => row.set_include(entry, true),
            Off(_) => row.set_include(entry, false),
        };
    }
    entries
}

/// The included values in declared order, or the names of the rows at fault.
fn submit(grid: &Grid, entries: &[Entry]) -> Result<String, Vec<String>> {
    let rows = || grid.rows.iter().zip(entries).filter(|(_, entry)| entry.include);
    let faulty: Vec<String> = rows().filter(|(row, entry)| row.fault(entry).is_some()).map(|(row, _)| row.field.name.clone()).collect();
    if faulty.is_empty() {
        let values: Map<String, Value> = rows().map(|(row, entry)| (row.field.name.clone(), row.value(entry).unwrap())).collect();
        Ok(serde_json::to_string(&values).unwrap())
    } else {
        Err(faulty)
    }
}

#[track_caller]
fn check(properties: &str, fields: &str, acts: &[Act<'_>], wanted: Result<&str, &[&str]>) {
    let grid = grid(&raw(properties), &json!([]), &raw(fields));
    let wanted = wanted.map(str::to_owned).map_err(|names| names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(submit(&grid, &work(&grid, acts)), wanted, "{properties}");
}

#[test]
fn falsy_defaults_are_values() {
    let properties = r#"{"optOut": {"type": "boolean", "default": false}, "seats": {"type": "integer", "default": 0}}"#;
    check(properties, r#"{"optOut": {"current": null}, "seats": {"current": null}}"#, &[], Ok(r#"{"optOut":false,"seats":0}"#));
}

#[test]
fn a_null_default_is_none() {
    let properties = r#"{"nick": {"type": "string", "default": null}, "tags": {"type": "array", "items": {"enum": ["a"]}, "default": null}, "n": {"type": "integer", "default": null}}"#;
    check(properties, "{}", &[], Ok("{}"));
    check(properties, "{}", &[On("nick"), On("tags"), On("n")], Err(&["n"]));
}

#[test]
fn a_field_is_cleared_on_purpose_and_only_when_included() {
    let names = r#"{"nick": {"type": "string", "default": "Bo"}, "name": {"type": "string", "default": "Ann"}}"#;
    let current = r#"{"nick": {"current": "Bob"}, "name": {"current": "Anne"}}"#;
    check(names, current, &[Type("nick", ""), Off("name")], Ok(r#"{"nick":""}"#));
    check(names, current, &[Type("nick", ""), Off("nick")], Ok(r#"{"name":"Ann"}"#));
    let seats = r#"{"seats": {"type": "integer", "default": 5}}"#;
    check(seats, r#"{"seats": {"current": 4}}"#, &[Type("seats", "")], Err(&["seats"]));
    let tags = r#"{"tags": {"type": "array", "items": {"enum": ["a", "b"]}, "default": ["a"]}}"#;
    check(tags, r#"{"tags": {"current": ["a", "b"]}}"#, &[Untick("tags", "a")], Ok(r#"{"tags":[]}"#));
    check(r#"{"a": {"type": "string", "default": "x"}}"#, "{}", &[Off("a")], Ok("{}"));
}

#[test]
fn equal_sets_and_equal_numbers_are_no_change() {
    let sets = r#"{"t": {"type": "array", "items": {"enum": ["a", "b", "A"]}, "default": ["b", "a"]}, "u": {"type": "array", "items": {"enum": ["a", "A"]}, "default": ["a"]}}"#;
    check(sets, r#"{"t": {"current": ["a", "b"]}, "u": {"current": ["A"]}}"#, &[], Ok(r#"{"u":["a"]}"#));
    let numbers = r#"{"n": {"type": "integer", "default": 230.0}, "m": {"type": "number", "default": 1}, "k": {"type": "number", "default": 9007199254740993}}"#;
    let current = r#"{"n": {"current": 230}, "m": {"current": 1.0}, "k": {"current": 9007199254740992}}"#;
    check(numbers, current, &[], Ok(r#"{"k":9007199254740993}"#));
    check(numbers, current, &[On("n")], Ok(r#"{"n":230.0,"k":9007199254740993}"#));
}

#[test]
fn typed_numbers_are_exact_or_at_fault() {
    let number = |rules: &str| format!("{{\"x\": {{\"default\": 1, {rules}}}}}");
    for (rules, typed, wanted) in [
        (r#""type": "integer""#, "1e3", Ok("1000")),
        (r#""type": "number""#, "3.0", Ok("3")),
        (r#""type": "number""#, "0.1", Ok("0.1")),
        (r#""type": "number", "minimum": 0"#, "-0", Ok("0")),
        (r#""type": "number", "multipleOf": 0.01"#, "0.07", Ok("0.07")),
        (r#""type": "integer""#, "123456789012345678901234567890", Ok("123456789012345678901234567890")),
        (r#""type": "integer""#, "1,000", Err(["x"])),
        (r#""type": "number""#, "1e999", Err(["x"])),
        (r#""type": "integer""#, "2.5", Err(["x"])),
        (r#""type": "integer", "maximum": 10, "minimum": 1"#, "500", Err(["x"])),
    ] {
        let wanted = wanted.map(|value| format!("{{\"x\":{value}}}"));
        check(&number(rules), "{}", &[Type("x", typed)], wanted.as_deref().map_err(|names| names.as_slice()));
    }
}

#[test]
fn texts_are_measured_and_kept_by_code_point() {
    let nickname = |rules: &str| format!("{{\"nickname\": {{\"type\": \"string\", \"default\": \"ab\", {rules}}}}}");
    check(&nickname(r#""maxLength": 2"#), "{}", &[Type("nickname", "😀😀")], Ok(r#"{"nickname":"😀😀"}"#));
    check(&nickname(r#""maxLength": 2"#), "{}", &[Type("nickname", "e\u{301}e\u{301}")], Err(&["nickname"]));
    check(&nickname(r#""minLength": 2"#), "{}", &[Type("nickname", "😀")], Err(&["nickname"]));
    let composed = r#"{"a": {"type": "string", "default": "é"}, "b": {"type": "string", "default": "e\u0301"}}"#;
    check(composed, r#"{"a": {"current": "e\u0301"}}"#, &[], Ok("{\"a\":\"é\",\"b\":\"e\u{301}\"}"));
}

#[test]
fn an_empty_formatted_text_is_at_fault_only_when_included() {
    let properties =
        r#"{"inbox": {"type": "string", "format": "email", "default": "a@b.example"}, "name": {"type": "string", "default": "Ann"}}"#;
    check(properties, "{}", &[Type("inbox", ""), Off("inbox")], Ok(r#"{"name":"Ann"}"#));
    check(properties, "{}", &[Type("inbox", "")], Err(&["inbox"]));
}

#[test]
fn names_of_every_sort_arrive_in_declared_order() {
    let properties = r#"{"zebra": {"type": "string", "default": "1"}, "first.name": {"type": "string", "default": "2"}, "say \"hi\"": {"type": "string", "default": "3"}, "__proto__": {"type": "string", "default": "4"}, "10": {"type": "string", "default": "5"}, "2": {"type": "string", "default": "6"}}"#;
    let values = r#"{"zebra":"1","first.name":"2","say \"hi\"":"3","__proto__":"4","10":"5","2":"6"}"#;
    check(properties, "{}", &[], Ok(values));
    check(properties, "{}", &[Off("2"), On("2"), Off("zebra"), On("zebra")], Ok(values));
    check(r#"{"tags[0]": {"type": "string", "minLength": 2, "default": "ab"}}"#, "{}", &[Type("tags[0]", "x")], Err(&["tags[0]"]));
}

#[test]
fn titles_are_shown_and_values_returned() {
    let perms = r#"{"perms": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"anyOf": [{"const": "r", "title": "Read"}, {"const": "w", "title": "Write"}, {"const": "x", "title": "Run"}]}, "default": ["r"]}}"#;
    check(perms, "{}", &[Tick("perms", "w")], Ok(r#"{"perms":["r","w"]}"#));
    check(perms, "{}", &[Tick("perms", "x"), Tick("perms", "w")], Err(&["perms"]));
    check(perms, "{}", &[Untick("perms", "r")], Err(&["perms"]));
    check(perms, "{}", &[Tick("perms", "zzz")], Err(&["perms"]));
    let city = r#"{"city": {"type": "string", "oneOf": [{"const": "sp-il", "title": "Springfield"}, {"const": "sp-mo", "title": "Springfield"}], "default": "sp-mo"}}"#;
    check(city, r#"{"city": {"current": "sp-il"}}"#, &[], Ok(r#"{"city":"sp-mo"}"#));
}

#[test]
fn the_first_option_is_never_chosen_unasked() {
    let grid =
        grid(&json!({"tier": {"type": "string", "enum": ["gold", "silver"]}}), &json!(["tier"]), &json!({"tier": {"current": null}}));
    let locked = &grid.rows[0];
    assert!(locked.locked() && locked.opening().include);
    assert_eq!(submit(&grid, &work(&grid, &[])), Err(vec!["tier".to_owned()]));
    assert_eq!(submit(&grid, &work(&grid, &[Off("tier")])), Err(vec!["tier".to_owned()]));
    assert_eq!(submit(&grid, &work(&grid, &[Type("tier", "silver")])), Ok(r#"{"tier":"silver"}"#.to_owned()));
}

#[test]
fn what_was_sent_comes_back_untouched() {
    let properties = r#"{"one": {"type": "string", "enum": ["a", "b", "c"], "default": "c"}, "many": {"type": "array", "items": {"enum": ["p", "q", "r"]}, "default": ["r", "p"]}, "yes": {"type": "boolean", "default": true}, "blank": {"type": "string"}, "text": {"type": "string", "default": "  a\r\nb\tc"}}"#;
    let fields = r#"{"one": {"current": ""}, "many": {"current": []}, "text": {"sources": {"apollo": ""}, "current": null}}"#;
    check(properties, fields, &[], Ok(r#"{"one":"c","many":["r","p"],"yes":true,"text":"  a\r\nb\tc"}"#));
}
