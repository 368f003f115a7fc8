use super::*;
use crate::domain::violation::Violations;

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
fn a_faulty_property_says_what_is_wanted() {
    let cases = [
        (r#"true"#, ": must be a schema such as {\"type\": \"string\"}, not a boolean"),
        (r#"{}"#, ".type: is missing: one of string, number, integer, boolean, array"),
        (r#"{"type":"str"}"#, ".type: \"str\" is not a type: one of"),
        (r#"{"type":"sting"}"#, ".type: \"sting\" is not a type (did you mean \"string\"?)"),
        (r#"{"type":["string","null"]}"#, ".type: must be one type, not a list: to allow no value, leave the property out of required"),
        (r#"{"type":"null"}"#, ".type: null is not a type to edit"),
        (r#"{"type":null}"#, ".type: must be one of string, number, integer, boolean, array, not null"),
        (r#"{"type":"object","properties":{"city":{"type":"string"}}}"#, ".type: nested objects are not supported"),
        (r#"{"type":"object","enum":["a"]}"#, ".type: nested objects are not supported"),
        (r##"{"$ref":"#/$defs/A"}"##, "[\"$ref\"]: not a keyword of a property: references are not supported"),
        (r#"{"type":"string","allOf":[]}"#, ".allOf: not a keyword of a text property: schemas are not combined"),
        (r#"{"type":"string","anyOf":[]}"#, ".anyOf: not a keyword of a text property: list titled options in oneOf"),
        (r#"{"type":"string","maxlength":1}"#, ".maxlength: not a keyword of a text property (did you mean \"maxLength\"?)"),
        (r#"{"type":"number","minLength":1}"#, ".minLength: not a keyword of a number property"),
        (
            r#"{"type":"integer","enum":["1"]}"#,
            ".enum: not a keyword of a number property: options are strings: give the property \"type\": \"string\"",
        ),
        (r#"{"type":"boolean","const":true}"#, ".const: not a keyword of a boolean property: use enum"),
        (r#"{"type":"string","nullable":true}"#, ".nullable: not a keyword of a text property: to allow no value"),
        (
            r#"{"type":"string","required":true}"#,
            ".required: not a keyword of a text property: list the property in requestedSchema.required",
        ),
        (r#"{"type":"string","format":"uuid"}"#, ".format: must be one of email, uri, date, date-time, not \"uuid\""),
        (
            r#"{"type":"string","format":"datetime"}"#,
            ".format: must be one of email, uri, date, date-time, not \"datetime\" (did you mean \"date-time\"?)",
        ),
        (r#"{"type":"string","format":1}"#, ".format: must be a string, not a number"),
        (r#"{"type":"string","minLength":-1}"#, ".minLength: must be a whole number from 0 up, not -1"),
        (r#"{"type":"string","maxLength":2.5}"#, ".maxLength: must be a whole number from 0 up, not 2.5"),
        (r#"{"type":"string","maxLength":"9"}"#, ".maxLength: must be a number, not a string"),
        (r#"{"type":"number","multipleOf":0}"#, ".multipleOf: must be more than 0, not 0"),
        (r#"{"type":"number","multipleOf":-2}"#, ".multipleOf: must be more than 0, not -2"),
        (r#"{"type":"number","exclusiveMinimum":true}"#, ".exclusiveMinimum: must be a number, not a boolean"),
        (r#"{"type":"string","title":5}"#, ".title: must be a string, not a number"),
        (r#"{"type":"string","pattern":"(?=a)"}"#, ".pattern: look-around is not supported"),
    ];
    refused(&cases);
}

#[test]
fn faulty_options_say_what_is_wanted() {
    let cases = [
        (r#"{"type":"string","enum":[]}"#, ".enum: must have at least one option"),
        (r#"{"type":"string","enum":null}"#, ".enum: must be an array of options, not null"),
        (r#"{"type":"string","enum":["a",1]}"#, ".enum[1]: options are strings, not a number"),
        (r#"{"type":"string","enum":["1055","1060","1055"],"enumNames":["N","S","E"]}"#, ".enum[2]: the option \"1055\" is there already"),
        (r#"{"type":"string","enum":["a","b"],"enumNames":["A"]}"#, ".enumNames: has 1 titles for 2 options: give one for each"),
        (r#"{"type":"string","enum":["a"],"enumNames":[1]}"#, ".enumNames[0]: must be a string, not a number"),
        (r#"{"type":"string","enumNames":["A"]}"#, ".enumNames: needs an enum of the same length"),
        (r#"{"type":"string","enum":["a"],"oneOf":[{"const":"a"}]}"#, ".oneOf: give the options once"),
        (r#"{"type":"string","oneOf":[{"const":"a"}],"enumNames":["A"]}"#, ".enumNames: goes with enum"),
        (r#"{"type":"string","enum":["a"],"pattern":"a"}"#, ".pattern: not a keyword of a single select"),
        (r#"{"type":"string","oneOf":[{"title":"A"}]}"#, ".oneOf[0].const: is missing"),
        (r#"{"type":"string","oneOf":["a"]}"#, ".oneOf[0]: must be {\"const\": …, \"title\": …}, not a string"),
        (r#"{"type":"string","oneOf":[{"const":1,"title":"A"}]}"#, ".oneOf[0].const: must be a string, not a number"),
        (
            r#"{"type":"string","oneOf":[{"const":"a","titel":"A"}]}"#,
            ".oneOf[0].titel: not a keyword of an option (did you mean \"title\"?)",
        ),
        (r#"{"type":"array"}"#, ".items: is missing: list the options with enum or anyOf"),
        (r#"{"type":"array","items":{"type":"string"}}"#, ".items: must list the options with enum or anyOf"),
        (r#"{"type":"array","items":{"type":"object","properties":{}}}"#, ".items: arrays of objects are not supported"),
        (r#"{"type":"array","items":[{"enum":["a"]}]}"#, ".items: must be an object that lists the options"),
        (r#"{"type":"array","items":{"type":"integer","enum":["a"]}}"#, ".items.type: must be \"string\""),
        (r#"{"type":"array","items":{"enum":["a"],"anyOf":[]}}"#, ".items.anyOf: give the options once"),
        (
            r#"{"type":"array","items":{"anyOf":[{"const":"n","title":"North"},{"const":"n","title":"Nord"}]}}"#,
            ".items.anyOf[1].const: the option \"n\" is there already",
        ),
        (
            r#"{"type":"array","items":{"enum":["a"],"default":"a"}}"#,
            ".items.default: not a keyword of a multi select's items: the default belongs to the property",
        ),
        (r#"{"type":"array","items":{"enum":["a"]},"enum":["a"]}"#, ".enum: not a keyword of a multi select: list the options in items"),
        (r#"{"type":"array","items":{"enum":["a"]},"uniqueItems":1}"#, ".uniqueItems: must be true or false, not a number"),
        (
            r#"{"type":"string","x-y":[{"$serde_json::private::Z":1}]}"#,
            ".x-y[0][\"$serde_json::private::Z\"]: keys that begin with $serde_json::private are reserved",
        ),
    ];
    refused(&cases);
}

/// Each property is refused with one fault, which begins so (after the property's path).
fn refused(cases: &[(&str, &str)]) {
    for (schema, wanted) in cases {
        let mut faults = Violations::default();
        let schema = format!(r#"{{"type":"object","properties":{{"p":{schema}}}}}"#);
        parse(&serde_json::from_str(&schema).unwrap(), "requestedSchema", &Plain, &mut faults);
        let text = faults.to_string();
        assert!(text.starts_with(&format!("requestedSchema.properties.p{wanted}")) && faults.0.len() == 1, "{schema}\n{text}");
    }
}

#[test]
fn a_faulty_schema_says_what_is_wanted() {
    let cases = [
        (r#""{}""#, "requestedSchema: must be an object, not a string"),
        (r#"{"type":"object"}"#, "requestedSchema.properties: is missing"),
        (r#"{"type":"object","properties":{}}"#, "requestedSchema.properties: must have at least one property"),
        (r#"{"type":"object","properties":[]}"#, "requestedSchema.properties: must be an object, not an array"),
        (r#"{"properties":{"a":{"type":"boolean"}}}"#, "requestedSchema.type: is missing"),
        (r#"{"type":"array","properties":{"a":{"type":"boolean"}}}"#, "requestedSchema.type: must be \"object\""),
        (
            r#"{"type":"object","properties":{"a":{"type":"boolean"}},"additionalProperties":true}"#,
            "requestedSchema.additionalProperties: must be false or absent",
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"boolean"}},"$defs":{}}"#,
            "requestedSchema[\"$defs\"]: not a keyword of requestedSchema: definitions are not supported",
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"boolean"}},"requierd":[]}"#,
            "requestedSchema.requierd: not a keyword of requestedSchema (did you mean \"required\"?)",
        ),
        (
            r#"{"type":"object","properties":{"name":{"type":"boolean"}},"required":["nmae"]}"#,
            "requestedSchema.required[0]: \"nmae\" is not a property of requestedSchema (did you mean \"name\"?)",
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a",1]}"#,
            "requestedSchema.required[1]: must be the name of a property, not a number",
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"boolean"}},"required":"a"}"#,
            "requestedSchema.required: must be an array of property names, not a string",
        ),
    ];
    for (schema, wanted) in cases {
        let (_, faults) = parsed(schema);
        assert!(faults.to_string().starts_with(wanted) && faults.0.len() == 1, "{schema}\n{faults}");
    }
}

#[test]
fn all_faults_are_found_and_all_properties_come_back() {
    let (fields, faults) = parsed(
        r#"{"type":"object","properties":{"a":{"type":"string","minLength":-1,"maxLenght":2,"default":5},"b":{"type":"object"},"c":{"type":"boolean"}},"required":["d"]}"#,
    );
    assert_eq!(fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
    let paths: Vec<_> = faults.0.iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "requestedSchema.required[0]",
            "requestedSchema.properties.a.maxLenght",
            "requestedSchema.properties.a.minLength",
            "requestedSchema.properties.a.default",
            "requestedSchema.properties.b.type"
        ]
    );
}

#[test]
fn limits_are_refused_with_their_number() {
    let many = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(",");
    let long = |length: usize| "é".repeat(length);
    let object = |properties: String| format!(r#"{{"type":"object","properties":{{{properties}}}}}"#);
    let boolean = |i: usize| format!(r#""p{i}":{{"type":"boolean"}}"#);
    let options = |count| many(count, &|i| format!("\"{i}\""));
    // just within, just over, and the number that is named
    let cases = [
        (object(many(500, &boolean)), object(many(501, &boolean)), "has 501 properties: at most 500"),
        (
            object(format!(r#""{}":{{"type":"boolean"}}"#, long(200))),
            object(format!(r#""{}":{{"type":"boolean"}}"#, long(201))),
            "has 201 characters: at most 200",
        ),
        (
            object(format!(r#""p":{{"type":"string","enum":[{}]}}"#, options(500))),
            object(format!(r#""p":{{"type":"string","enum":[{}]}}"#, options(501))),
            "has 501 options: at most 500",
        ),
        (
            object(format!(r#""p":{{"type":"string","title":"{}"}}"#, long(500))),
            object(format!(r#""p":{{"type":"string","title":"{}"}}"#, long(501))),
            "has 501 characters: at most 500",
        ),
        (
            object(format!(r#""p":{{"type":"string","enum":["a"],"enumNames":["{}"]}}"#, long(500))),
            object(format!(r#""p":{{"type":"string","enum":["a"],"enumNames":["{}"]}}"#, long(501))),
            "has 501 characters: at most 500",
        ),
        (
            object(format!(r#""p":{{"type":"string","oneOf":[{{"const":"a","title":"{}"}}]}}"#, long(500))),
            object(format!(r#""p":{{"type":"string","oneOf":[{{"const":"a","title":"{}"}}]}}"#, long(501))),
            "has 501 characters: at most 500",
        ),
        (
            object(format!(r#""p":{{"type":"string","description":"{}"}}"#, long(2000))),
            object(format!(r#""p":{{"type":"string","description":"{}"}}"#, long(2001))),
            "has 2001 characters: at most 2000",
        ),
        (
            object(format!(r#""p":{{"type":"string","pattern":"{}"}}"#, long(1000))),
            object(format!(r#""p":{{"type":"string","pattern":"{}"}}"#, long(1001))),
            "has 1001 characters: at most 1000",
        ),
        (
            object(format!(r#""p":{{"type":"number","multipleOf":{}e999999999}}"#, "7".repeat(1000))),
            object(format!(r#""p":{{"type":"number","multipleOf":{}e999999999}}"#, "7".repeat(1001))),
            "has 1001 digits: at most 1000",
        ),
    ];
    for (within, over, wanted) in cases {
        assert_eq!(parsed(&within).1.0, []);
        let (_, faults) = parsed(&over);
        assert!(faults.0.len() == 1 && faults.0[0].message.contains(wanted), "{wanted}\n{faults}");
    }
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
