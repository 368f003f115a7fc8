use super::*;
use crate::domain::format::Format;
use crate::domain::grid::Row;
use crate::domain::schema::{Syntax, parse};
use crate::domain::violation::Violations;

struct Server;

impl Syntax for Server {
    fn pattern(&self, text: &str) -> Result<(), String> {
        pattern(text)
    }

    fn template(&self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

fn grid(properties: &str) -> Grid {
    let mut faults = Violations::default();
    let schema = serde_json::from_str(&format!(r#"{{"type":"object","properties":{properties}}}"#)).unwrap();
    let fields = parse(&schema, "requestedSchema", &Server, &mut faults);
    assert_eq!(faults.0, []);
    let rows = fields.into_iter().map(|field| Row { field, sources: Vec::new(), current: Value::Null, include: None }).collect();
    Grid { sources: Vec::new(), current: "CRM".into(), rows }
}

fn verdict(grid: &Grid, values: &str) -> Vec<(usize, String)> {
    let faults = submission(grid, &serde_json::from_str(values).unwrap()).err().unwrap_or_default();
    faults.into_iter().map(|fault| (fault.row, fault.message)).collect()
}

#[test]
fn patterns_are_ecmascript_in_linear_time() {
    let taken = [
        "",
        "^[A-Z]",
        "^(a+)+$",
        "[A-Z]{2}",
        "\\d{3}-\\d{4}",
        "^\\p{L}{1,100}$",
        "a|b",
        "\\u{1F600}",
        "\\cJ",
        "(?<year>\\d{4})",
        "[^]]",
        "^\\S*$",
        "\\/",
        "<a\\\\>",
        "[\\b]",
        "[]",
        "[^]",
        "\\0",
        "[\\0-\\x1f]",
        "(?i:a)b",
        "(?i-s:a)",
        "[(?i)]",
        "\\(?i",
    ];
    for text in taken {
        assert_eq!(pattern(text), Ok(()), "{text}");
    }
    let refused = [
        ("^\\<a", "\\< is no escape of ECMAScript: write < for the character"),
        ("a\\\\\\>", "\\> is no escape of ECMAScript: write > for the character"),
        ("[\\<]", "\\< is no escape of ECMAScript: write < for the character"),
        ("(?i)abc", "(?i is no group of ECMAScript: write (?i:…) for letters of either case"),
        ("a(?x:b)", "(?x is no group of ECMAScript: write (?i:…) for letters of either case"),
        ("(?P<x>a)", "(?P is no group of ECMAScript: write (?<name>…)"),
        ("(?=a)b", "look-around is not supported: patterns are matched in linear time"),
        ("(?!a)b", "look-around is not supported: patterns are matched in linear time"),
        ("(?<=a)b", "look-around is not supported: patterns are matched in linear time"),
        ("(?<!a)b", "look-around is not supported: patterns are matched in linear time"),
        ("(a)\\1", "back-references are not supported: patterns are matched in linear time"),
        ("(?<x>a)\\k<x>", "back-references are not supported: patterns are matched in linear time"),
        ("(", "does not compile: unclosed group"),
        ("[a", "does not compile: unclosed character class"),
        ("*", "does not compile: repetition operator missing expression"),
        ("a{2,1}", "does not compile: invalid repetition count range, the start must be <= the end"),
        ("^[\\w-.]+$", "does not compile: invalid range boundary, must be a literal"),
        ("(((a{1000}){1000}){1000})", "is too big: it takes more than 4194304 bytes to match"),
    ];
    for (text, wanted) in refused {
        assert_eq!(pattern(text), Err(wanted.to_owned()), "{text}");
    }
}

#[test]
fn patterns_match_anywhere_and_by_code_point() {
    let cases = [
        ("[A-Z]{2}", "xxABxx", true),
        ("^[A-Z]", "ab", false),
        ("^.$", "😀", true),
        ("^.$", "e\u{301}", false),
        ("^\\w+$", "é", false),
        ("^a$", "a\n", false),
        ("^\\p{L}$", "é", true),
        ("^[\\b]$", "\u{8}", true),
        ("^[\\b]$", "b", false),
        ("a[]|b", "b", true),
        ("a[]", "a]", false),
        ("^[^]$", "\n", true),
        ("^\\0$", "\0", true),
        ("^[a\\0]$", "0", false),
        ("^(?i:a)b$", "Ab", true),
        ("^(?i:a)b$", "AB", false),
        ("^(a+)+$", &["a".repeat(40), "!".to_owned()].concat(), false),
    ];
    for (pattern, text, wanted) in cases {
        let grid = grid(&json!({ "p": { "type": "string", "pattern": pattern } }).to_string());
        let fault = pattern_fault(&grid.rows[0].field, text);
        assert_eq!(fault, (!wanted).then(|| format!("Does not match the pattern {pattern}")), "{text}");
    }
    let grid = grid(r#"{"p":{"type":"string"},"q":{"type":"boolean"}}"#);
    assert_eq!(grid.rows.iter().find_map(|row| pattern_fault(&row.field, "x")), None);
}

#[test]
fn one_fault_a_row_in_row_order() {
    let grid = grid(
        r#"{"name":{"type":"string","minLength":3,"pattern":"^[A-Z]"},"n":{"type":"integer","maximum":5},"mail":{"type":"string","format":"email"},
            "tags":{"type":"array","items":{"enum":["a","b"]},"minItems":1},"yes":{"type":"boolean"},"__proto__":{"type":"string","enum":["a"]}}"#,
    );
    assert_eq!(verdict(&grid, "{}"), []);
    assert_eq!(verdict(&grid, r#"{"name":"Ann","n":5.0,"mail":"a@b.de","tags":["b"],"yes":false,"__proto__":"a"}"#), []);
    let faults = verdict(&grid, r#"{"__proto__":"b","name":"ann","mail":"a","n":6.5,"yes":"true","tags":["c"]}"#);
    let wanted = [
        (0, "Does not match the pattern ^[A-Z]"),
        (1, "Enter a whole number"),
        (2, "Enter a full e-mail address, such as name@company.com"),
        (3, "\"c\" is not one of the options"),
        (4, "Choose yes or no"),
        (5, "\"b\" is not one of the options"),
    ];
    assert_eq!(faults, wanted.map(|(row, text)| (row, text.to_owned())));
    assert_eq!(verdict(&grid, r#"{"name":"a"}"#), [(0, "At least 3 characters: this has 1".to_owned())]);
    assert_eq!(verdict(&grid, r#"{"owner":"a"}"#), [(0, "\"owner\" is not a row of this review".to_owned())]);
}

#[test]
fn jsonschema_has_the_last_word_where_the_page_has_no_tables() {
    let grid = grid(r#"{"mail":{"type":"string","format":"email"}}"#);
    assert_eq!(verdict(&grid, r#"{"mail":"a@xn--bcher-kva.example"}"#), []);
    for domain in ["xn--a.example", "xn--99999999.example", "xn--i-7iq.ws"] {
        let values = json!({ "mail": format!("a@{domain}") });
        assert_eq!(validate::fault(&grid.rows[0].field, &values["mail"]), None);
        assert_eq!(verdict(&grid, &values.to_string()), [(0, Format::Email.wanted().to_owned())], "{domain}");
    }
}

#[test]
fn numbers_are_judged_by_exact_value_whatever_their_size() {
    let cases = [
        (r#"{"type":"integer"}"#, "1e400", true),
        (r#"{"type":"integer"}"#, "100000000000000000000000000001", true),
        (r#"{"type":"number","maximum":1e400}"#, "1e400", true),
        (r#"{"type":"number","maximum":1e400}"#, "1e401", false),
        (r#"{"type":"number","maximum":9007199254740992}"#, "9007199254740993", false),
        (r#"{"type":"number","exclusiveMaximum":9007199254740993}"#, "9007199254740992", true),
        (r#"{"type":"number","multipleOf":3}"#, "100000000000000000000000000002", true),
        (r#"{"type":"number","multipleOf":3}"#, "100000000000000000000000000001", false),
        (r#"{"type":"number","multipleOf":3}"#, "1e999999999", false),
        (r#"{"type":"number","multipleOf":1e-400}"#, "1", true),
        (r#"{"type":"number","minimum":1e-400}"#, "0", false),
        (r#"{"type":"number","multipleOf":0.01}"#, "1070468.14", true),
    ];
    for (schema, value, wanted) in cases {
        let faults = verdict(&grid(&format!(r#"{{"p":{schema}}}"#)), &format!(r#"{{"p":{value}}}"#));
        assert_eq!(faults.is_empty(), wanted, "{schema} {value}: {faults:?}");
    }
}
