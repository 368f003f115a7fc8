use super::*;
use crate::domain::violation::Violations;

mod faults;

/// Stands in for the server: no look-around, no template.
struct Plain;

impl Syntax for Plain {
    fn pattern(&self, pattern: &str) -> Result<(), String> {
        if pattern.contains("(?") { Err("look-around is not supported".into()) } else { Ok(()) }
    }

    fn template(&self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

/// Stands in for the server where it is not what is tested: patterns and templates are at fault where they hold a `!`.
pub(in crate::domain) struct Marked;

impl Syntax for Marked {
    fn pattern(&self, pattern: &str) -> Result<(), String> {
        if pattern.contains('!') { Err("does not compile".to_owned()) } else { Ok(()) }
    }

    fn template(&self, template: &str) -> Result<(), String> {
        if template.contains('!') { Err("line 1, column 2: unexpected \"!\"".to_owned()) } else { Ok(()) }
    }
}

fn parsed(schema: &str) -> (Vec<Field>, Violations) {
    let mut faults = Violations::default();
    let fields = parse(&serde_json::from_str(schema).unwrap(), "requestedSchema", &Plain, &mut faults);
    (fields, faults)
}

/// The schema of one property `p`, parsed.
fn property(schema: &str) -> (Field, Violations) {
    let (mut fields, faults) = parsed(&format!(r#"{{"type":"object","properties":{{"p":{schema}}}}}"#));
    (fields.remove(0), faults)
}

fn sound(schema: &str) -> Field {
    let (field, faults) = property(schema);
    assert_eq!(faults.0, [], "{schema}");
    field
}

#[test]
fn every_kind_reads_with_all_its_keywords() {
    let text = sound(
        r#"{"type":"string","title":" Name ","description":"Legal","default":"x","minLength":2.0,"maxLength":1e1,"pattern":"^a","format":"email"}"#,
    );
    assert_eq!((text.title.as_deref(), text.description.as_deref(), text.default), (Some("Name"), Some("Legal"), Some("x".into())));
    assert_eq!(
        text.kind,
        Kind::Text(TextRules { format: Some(Format::Email), min_length: Some(2), max_length: Some(10), pattern: Some("^a".into()) })
    );
    let number = sound(
        r#"{"type":"integer","minimum":1,"maximum":1e400,"exclusiveMinimum":0.5,"exclusiveMaximum":-3,"multipleOf":0.25,"default":230.0}"#,
    );
    let Kind::Number(rules) = number.kind else { panic!("a number") };
    assert!(rules.integer && rules.maximum.unwrap().as_str() == "1e+400" && rules.multiple_of.unwrap().as_str() == "0.25");
    assert_eq!(number.default.unwrap().to_string(), "230.0");
    assert_eq!(sound(r#"{"type":"boolean","default":false}"#).default, Some(false.into()));
    let plain = |value: &str| Choice { value: value.into(), title: value.into() };
    assert_eq!(sound(r#"{"type":"string","enum":["a",""],"default":""}"#).kind, Kind::Select(vec![plain("a"), plain("")]));
    let named = |value: &str, title: &str| Choice { value: value.into(), title: title.into() };
    assert_eq!(
        sound(r#"{"type":"string","enum":["a","b"],"enumNames":["Ay"," "]}"#).kind,
        Kind::Select(vec![named("a", "Ay"), plain("b")])
    );
    assert_eq!(
        sound(r#"{"type":"string","oneOf":[{"const":"a","title":"Ay"},{"const":"b","title":"Ay"}]}"#).kind,
        Kind::Select(vec![named("a", "Ay"), named("b", "Ay")])
    );
    for items in
        [r#"{"enum":["a","b"]}"#, r#"{"type":"string","enum":["a","b"]}"#, r#"{"anyOf":[{"const":"a"},{"const":"b","title":"b"}]}"#]
    {
        let field =
            sound(&format!(r#"{{"type":"array","items":{items},"minItems":0,"maxItems":1,"uniqueItems":true,"default":["a","a"]}}"#));
        let rules = SetRules { choices: vec![plain("a"), plain("b")], min_items: Some(0), max_items: Some(1), unique_items: true };
        assert_eq!(field.kind, Kind::MultiSelect(rules));
    }
}

#[test]
fn what_only_annotates_is_ignored() {
    let (fields, faults) = parsed(
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"a","$comment":"","title":"AccountModel","description":"Generated",
            "additionalProperties":false,"x-made-by":{"a":1},"examples":[],"type":"object","required":["name"],
            "properties":{"name":{"type":"string","title":"  ","examples":["Acme"],"deprecated":true,"readOnly":true,"writeOnly":true,"x-y":0,"$comment":"c"},
                          "tags":{"type":"array","items":{"enum":["a"],"$comment":"c"}}}}"#,
    );
    assert_eq!(faults.0, []);
    assert!(fields[0].required && !fields[1].required);
    assert_eq!((fields[0].title.as_deref(), fields[0].label()), (None, "name"));
}

#[test]
fn names_may_be_anything_and_keep_their_order() {
    let (fields, faults) = parsed(
        r#"{"type":"object","properties":{"z":{"type":"boolean"},"a.b":{"type":"boolean"},"__proto__":{"type":"boolean"},"":{"type":"boolean"},"say \"hi\"":{"type":"boolean"},"😀":{"type":"boolean"}}}"#,
    );
    assert_eq!(faults.0, []);
    assert_eq!(fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>(), ["z", "a.b", "__proto__", "", "say \"hi\"", "😀"]);
}

#[test]
fn defaults_are_of_the_type_and_no_more() {
    let fine = [
        r#"{"type":"string","default":null}"#,
        r#"{"type":"string","enum":["a"],"default":null}"#,
        r#"{"type":"string","format":"email","minLength":9,"pattern":"^x","default":"no"}"#,
        r#"{"type":"integer","minimum":1,"maximum":10,"multipleOf":2,"default":501}"#,
        r#"{"type":"integer","default":1e400}"#,
        r#"{"type":"array","items":{"enum":["a","b"]},"minItems":3,"maxItems":0,"uniqueItems":true,"default":["b","a","a"]}"#,
        r#"{"type":"array","items":{"enum":["a","b"]},"default":[]}"#,
        r#"{"type":"string","minLength":5,"maxLength":2}"#,
    ];
    for schema in fine {
        sound(schema);
    }
    let faulty = [
        (r#"{"type":"string","default":1}"#, "must be a string, not a number"),
        (r#"{"type":"number","default":"1"}"#, "must be a number, not a string"),
        (r#"{"type":"integer","default":2.5}"#, "must be a whole number, not 2.5"),
        (r#"{"type":"boolean","default":"true"}"#, "must be true or false, not a string"),
        (r#"{"type":"boolean","default":1}"#, "must be true or false, not a number"),
        (r#"{"type":"string","enum":["gold","silver"],"default":"Gold"}"#, "\"Gold\" is not one of the options (did you mean \"gold\"?)"),
        (r#"{"type":"string","enum":["gold","silver"],"default":"platinum"}"#, "\"platinum\" is not one of the options"),
        (r#"{"type":"string","enum":["gold"],"default":["gold"]}"#, "must be a string, not an array"),
        (r#"{"type":"array","items":{"enum":["a"]},"default":"a"}"#, "must be an array of options, not a string"),
    ];
    for (schema, wanted) in faulty {
        let (_, faults) = property(schema);
        assert_eq!(faults.to_string(), format!("requestedSchema.properties.p.default: {wanted}"));
    }
    let (_, faults) = property(r#"{"type":"array","items":{"enum":["a"]},"default":["a","c",1]}"#);
    assert_eq!(
        faults.to_string(),
        "requestedSchema.properties.p.default[1]: \"c\" is not one of the options\nrequestedSchema.properties.p.default[2]: must be a string, not a number"
    );
}

#[test]
fn the_json_schema_of_a_field_has_its_constraints_and_nothing_else() {
    let same = [
        r#"{"type":"string","minLength":2,"maxLength":10,"pattern":"^a","format":"date-time"}"#,
        r#"{"type":"integer","minimum":1,"maximum":100000000000000000000000000001,"exclusiveMinimum":0.5,"exclusiveMaximum":-3,"multipleOf":0.25}"#,
        r#"{"type":"number"}"#,
        r#"{"type":"boolean"}"#,
        r#"{"type":"string","enum":["a","b"]}"#,
        r#"{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":2,"uniqueItems":true}"#,
    ];
    for schema in same {
        assert_eq!(sound(schema).json_schema().to_string(), schema);
    }
    let titled = sound(r#"{"type":"string","title":"T","description":"D","default":"a","oneOf":[{"const":"a","title":"A"}]}"#);
    assert_eq!(titled.json_schema().to_string(), r#"{"type":"string","enum":["a"]}"#);
}
