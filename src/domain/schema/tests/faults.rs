//! What is refused, and in which words.

use super::*;

#[test]
fn a_faulty_property_says_what_is_wanted() {
    let cases = [
        (r#"true"#, ": must be a schema such as {\"type\": \"string\"}, not a boolean"),
        (r#"{}"#, ".type: is missing: one of string, number, integer, boolean, array"),
        (r#"{"type":"text"}"#, ".type: \"text\" is not a type: one of"),
        (r#"{"type":"str"}"#, ".type: \"str\" is not a type (did you mean \"string\"?)"),
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
