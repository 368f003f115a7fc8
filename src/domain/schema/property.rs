//! One property of `requestedSchema`: its kind, the keywords of that kind, its default.

use serde_json::{Number, Value};

use super::keyword::{self, Keywords};
use super::{Field, Kind, NumberRules, SetRules, Syntax, TextRules, default, options};
use crate::domain::decimal::Decimal;
use crate::domain::format::Format;
use crate::domain::value::json_type;
use crate::domain::violation::{Violations, suggest};

const TITLE: usize = 500;
const DESCRIPTION: usize = 2000;
const PATTERN: usize = 1000;
/// Long division by more takes seconds, and it is done at every key.
const DIVISOR_DIGITS: usize = 1000;

const TYPES: [&str; 5] = ["string", "number", "integer", "boolean", "array"];
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

const TEXT: [&str; 8] = ["type", "title", "description", "default", "minLength", "maxLength", "pattern", "format"];
const NUMBER: [&str; 9] =
    ["type", "title", "description", "default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const BOOLEAN: [&str; 4] = ["type", "title", "description", "default"];
const SELECT: [&str; 7] = ["type", "title", "description", "default", "enum", "enumNames", "oneOf"];
const MULTI_SELECT: [&str; 8] = ["type", "title", "description", "default", "items", "minItems", "maxItems", "uniqueItems"];

/// Parses the schema of property `name`; `None` when it is not an object.
pub(super) fn parse(name: &str, schema: &Value, path: &str, required: bool, syntax: &dyn Syntax, faults: &mut Violations) -> Option<Field> {
    let Value::Object(map) = schema else {
        faults.push(path, format!("must be a schema such as {{\"type\": \"string\"}}, not {}", json_type(schema)));
        return None;
    };
    let mut keywords = Keywords { map, path, faults };
    let title = keywords.words("title", TITLE);
    let description = keywords.words("description", DESCRIPTION);
    let kind = kind(&mut keywords, syntax);
    let default = kind.as_ref().and_then(|kind| default::parse(&mut keywords, kind));
    // a property whose type is at fault stands in as a boolean: no rule of its own, and the faults refuse it anyway
    Some(Field { name: name.to_owned(), title, description, required, kind: kind.unwrap_or(Kind::Boolean), default })
}

/// The kind that `type` and the option keywords make; `None` when `type` is at fault.
fn kind(keywords: &mut Keywords<'_, '_>, syntax: &dyn Syntax) -> Option<Kind> {
    let kind = match keywords.get("type") {
        Some(Value::String(name)) => match name.as_str() {
            "string" if options::KEYWORDS.iter().any(|key| keywords.has(key)) => {
                keywords.only("a single select", &SELECT);
                Kind::Select(options::of_select(keywords))
            }
            "string" => Kind::Text(text(keywords, syntax)),
            "number" => Kind::Number(number(keywords, false)),
            "integer" => Kind::Number(number(keywords, true)),
            "boolean" => {
                keywords.only("a boolean property", &BOOLEAN);
                Kind::Boolean
            }
            "array" => Kind::MultiSelect(multi_select(keywords)),
            "object" => {
                keywords.fault("type", "nested objects are not supported: make each inner property a property of its own");
                return None;
            }
            _ => return untyped(keywords, &wrong_type(name)),
        },
        Some(Value::Array(_)) => {
            return untyped(keywords, "must be one type, not a list: to allow no value, leave the property out of required");
        }
        Some(other) => return untyped(keywords, &format!("must be one of {}, not {}", TYPES.join(", "), json_type(other))),
        // what a reference would bring is already said of the reference
        None if keywords.has("$ref") => return untyped(keywords, ""),
        None => return untyped(keywords, &format!("is missing: one of {}", TYPES.join(", "))),
    };
    Some(kind)
}

/// Notes the fault of `type` (none when `fault` is empty) and every keyword that no kind has.
fn untyped(keywords: &mut Keywords<'_, '_>, fault: &str) -> Option<Kind> {
    if !fault.is_empty() {
        keywords.fault("type", fault);
    }
    keywords.only("a property", &[&TEXT[..], &NUMBER, &SELECT, &MULTI_SELECT].concat());
    None
}

fn wrong_type(name: &str) -> String {
    match (name, suggest(name, TYPES.into_iter())) {
        ("null", _) => "null is not a type to edit: to allow no value, leave the property out of required".to_owned(),
        (_, Some(meant)) => format!("{} is not a type (did you mean \"{meant}\"?)", Value::from(name)),
        (_, None) => format!("{} is not a type: one of {}", Value::from(name), TYPES.join(", ")),
    }
}

fn text(keywords: &mut Keywords<'_, '_>, syntax: &dyn Syntax) -> TextRules {
    keywords.only("a text property", &TEXT);
    TextRules {
        format: format(keywords),
        min_length: keywords.count("minLength"),
        max_length: keywords.count("maxLength"),
        pattern: pattern(keywords, syntax),
    }
}

fn format(keywords: &mut Keywords<'_, '_>) -> Option<Format> {
    let name = keywords.text("format", usize::MAX)?;
    let format = Format::from_name(name);
    if format.is_none() {
        let wanted = match suggest(name, FORMATS.into_iter()) {
            Some(meant) => format!(" (did you mean \"{meant}\"?)"),
            None => String::new(),
        };
        keywords.fault("format", format!("must be one of {}, not {}{wanted}", FORMATS.join(", "), Value::from(name)));
    }
    format
}

fn pattern(keywords: &mut Keywords<'_, '_>, syntax: &dyn Syntax) -> Option<String> {
    let pattern = keywords.text("pattern", PATTERN)?;
    if pattern.chars().count() <= PATTERN
        && let Err(fault) = syntax.pattern(pattern)
    {
        keywords.fault("pattern", fault);
    }
    Some(pattern.to_owned())
}

fn number(keywords: &mut Keywords<'_, '_>, integer: bool) -> NumberRules {
    keywords.only("a number property", &NUMBER);
    NumberRules {
        integer,
        minimum: keywords.number("minimum"),
        maximum: keywords.number("maximum"),
        exclusive_minimum: keywords.number("exclusiveMinimum"),
        exclusive_maximum: keywords.number("exclusiveMaximum"),
        multiple_of: multiple_of(keywords),
    }
}

fn multiple_of(keywords: &mut Keywords<'_, '_>) -> Option<Number> {
    let number = keywords.positive("multipleOf")?;
    let digits = Decimal::from(&number).digits();
    if digits > DIVISOR_DIGITS {
        keywords.fault("multipleOf", format!("has {digits} digits: at most {DIVISOR_DIGITS}"));
    }
    Some(number)
}

fn multi_select(keywords: &mut Keywords<'_, '_>) -> SetRules {
    keywords.only(keyword::MULTI_SELECT, &MULTI_SELECT);
    SetRules {
        choices: options::of_items(keywords),
        min_items: keywords.count("minItems"),
        max_items: keywords.count("maxItems"),
        unique_items: keywords.flag("uniqueItems").unwrap_or(false),
    }
}
