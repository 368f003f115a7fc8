use super::*;
use crate::domain::schema::parse;
use crate::domain::schema::tests::Marked;
use crate::domain::violation::Violations;

fn field(schema: &str) -> Field {
    let mut faults = Violations::default();
    let schema = serde_json::from_str(&format!(r#"{{"type":"object","properties":{{"p":{schema}}}}}"#)).unwrap();
    let field = parse(&schema, "requestedSchema", &Marked, &mut faults).remove(0);
    assert_eq!(faults.0, []);
    field
}

#[test]
fn says_what_is_wanted() {
    let cases = [
        (r#"{"type":"string"}"#, r#""x""#, None),
        (r#"{"type":"string"}"#, "1", Some("Enter a text")),
        (r#"{"type":"string","maxLength":10}"#, r#""twelve chars""#, Some("At most 10 characters: this has 12")),
        (r#"{"type":"string","maxLength":2}"#, r#""😀😀""#, None),
        (r#"{"type":"string","maxLength":2}"#, r#""e\u0301e\u0301""#, Some("At most 2 characters: this has 4")),
        (r#"{"type":"string","minLength":2}"#, r#""😀""#, Some("At least 2 characters: this has 1")),
        (r#"{"type":"string","minLength":1}"#, r#""""#, Some("At least 1 character: this has 0")),
        (r#"{"type":"string","minLength":1e30}"#, r#""a""#, Some("At least 18446744073709551615 characters: this has 1")),
        (r#"{"type":"string","format":"email"}"#, r#""name@company""#, None),
        (r#"{"type":"string","format":"email"}"#, r#""name""#, Some("Enter a full e-mail address, such as name@company.com")),
        (
            r#"{"type":"string","format":"uri"}"#,
            r#""company.com""#,
            Some("Enter a full address with its scheme, such as https://company.com"),
        ),
        (r#"{"type":"string","format":"date"}"#, r#""2024-02-30""#, Some("Enter a real day as year-month-day, such as 2024-03-10")),
        (
            r#"{"type":"string","format":"date-time"}"#,
            r#""2024-03-10T15:30""#,
            Some("Enter a date and time with its offset, such as 2024-03-10T15:30:00Z or 2024-03-10T15:30:00+02:00"),
        ),
        (r#"{"type":"integer"}"#, "230.0", None),
        (r#"{"type":"integer"}"#, "1e400", None),
        (r#"{"type":"integer"}"#, "2.5", Some("Enter a whole number")),
        (r#"{"type":"integer"}"#, r#""2""#, Some("Enter a whole number")),
        (r#"{"type":"number"}"#, "null", Some("Enter a number")),
        (r#"{"type":"number","minimum":0}"#, "-0", None),
        (r#"{"type":"number","minimum":1.50}"#, "1.4999999999999999999999", Some("At least 1.5")),
        (r#"{"type":"number","maximum":9007199254740992}"#, "9007199254740993", Some("At most 9007199254740992")),
        (r#"{"type":"number","maximum":1e400}"#, "1e401", Some("At most 1e400")),
        (r#"{"type":"number","exclusiveMinimum":0}"#, "0.0", Some("More than 0")),
        (r#"{"type":"number","exclusiveMaximum":1e3}"#, "1000", Some("Less than 1000")),
        (r#"{"type":"number","multipleOf":0.01}"#, "19.99", None),
        (r#"{"type":"number","multipleOf":0.01}"#, "19.999", Some("Enter a multiple of 0.01")),
        (r#"{"type":"boolean"}"#, "false", None),
        (r#"{"type":"boolean"}"#, "1", Some("Choose yes or no")),
        (r#"{"type":"string","enum":["a",""]}"#, r#""""#, None),
        (r#"{"type":"string","enum":["a"]}"#, r#""A""#, Some("\"A\" is not one of the options")),
        (r#"{"type":"string","enum":["a"]}"#, "null", Some("Choose one of the options")),
        (r#"{"type":"array","items":{"enum":["a","b"]}}"#, "[]", None),
        (r#"{"type":"array","items":{"enum":["a","b"]}}"#, r#"["a","a","a"]"#, None),
        (r#"{"type":"array","items":{"enum":["a","b"]}}"#, r#""a""#, Some("Choose among the options")),
        (r#"{"type":"array","items":{"enum":["a","b"]}}"#, r#"["a","zzz"]"#, Some("\"zzz\" is not one of the options")),
        (r#"{"type":"array","items":{"enum":["1"]}}"#, "[1.0]", Some("1.0 is not one of the options")),
        (r#"{"type":"array","items":{"enum":["a","b"]},"minItems":2}"#, r#"["a"]"#, Some("Choose at least 2")),
        (r#"{"type":"array","items":{"enum":["a","b"]},"maxItems":1}"#, r#"["a","b"]"#, Some("Choose at most 1: 2 are chosen")),
        (r#"{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true}"#, r#"["b","b"]"#, Some("Choose each option once")),
        (r#"{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true}"#, r#"["a","b","b"]"#, Some("Choose each option once")),
        (r#"{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true}"#, r#"["b","a"]"#, None),
    ];
    for (schema, value, wanted) in cases {
        assert_eq!(fault(&field(schema), &serde_json::from_str(value).unwrap()).as_deref(), wanted, "{schema} {value}");
    }
}
