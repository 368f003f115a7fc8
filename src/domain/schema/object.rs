//! `requestedSchema` itself: a flat object of properties.

use serde_json::{Map, Value};

use super::keyword::Keywords;
use super::{Field, Syntax, property};
use crate::domain::value::json_type;
use crate::domain::violation::{Violations, join, refuse_private_keys, unknown_key};

const PROPERTIES: usize = 500;
const NAME: usize = 200;

/// Parses `requestedSchema` (at `path`, `requestedSchema` for every tool) into its fields in declared order. Every fault is noted in
/// `faults` by its path; each property that is a schema at all comes back, a faulty one as what is sound of it, so that the rest of the
/// request can be judged too.
pub fn parse(schema: &Value, path: &str, syntax: &dyn Syntax, faults: &mut Violations) -> Vec<Field> {
    let Value::Object(map) = schema else {
        faults.push(path, format!("must be an object, not {}", json_type(schema)));
        return Vec::new();
    };
    refuse_private_keys(schema, path, faults);
    let mut keywords = Keywords { map, path, faults };
    match keywords.get("type") {
        Some(Value::String(name)) if name == "object" => {}
        Some(_) => keywords.fault("type", "must be \"object\""),
        None => keywords.fault("type", "is missing: must be \"object\""),
    }
    if !matches!(keywords.get("additionalProperties"), None | Some(Value::Bool(false))) {
        keywords.fault("additionalProperties", "must be false or absent: a reviewer edits the properties that are listed, and no others");
    }
    keywords.only("requestedSchema", &["type", "properties", "required", "title", "description", "additionalProperties"]);
    let Some(properties) = properties(&mut keywords) else {
        return Vec::new();
    };
    let required = required(&mut keywords, properties);
    let path = join(path, "properties");
    let mut fields = Vec::new();
    for (name, schema) in properties {
        fields.extend(property::parse(name, schema, &join(&path, name), required.contains(&name.as_str()), syntax, faults));
    }
    fields
}

fn properties<'a>(keywords: &mut Keywords<'a, '_>) -> Option<&'a Map<String, Value>> {
    let properties = match keywords.get("properties") {
        Some(Value::Object(properties)) => properties,
        Some(other) => {
            keywords.fault("properties", format!("must be an object, not {}", json_type(other)));
            return None;
        }
        None => {
            keywords.fault("properties", "is missing: name at least one property");
            return None;
        }
    };
    match properties.len() {
        0 => keywords.fault("properties", "must have at least one property"),
        count if count > PROPERTIES => keywords.fault("properties", format!("has {count} properties: at most {PROPERTIES}")),
        _ => {}
    }
    for name in properties.keys() {
        let length = name.chars().count();
        if length > NAME {
            let start: String = name.chars().take(40).collect();
            keywords.fault("properties", format!("the name {}… has {length} characters: at most {NAME}", Value::from(start)));
        }
    }
    Some(properties)
}

/// The names that `required` lists; each must be one of `properties`.
fn required<'a>(keywords: &mut Keywords<'a, '_>, properties: &Map<String, Value>) -> Vec<&'a str> {
    let items = match keywords.get("required") {
        None => return Vec::new(),
        Some(Value::Array(items)) => items,
        Some(other) => {
            keywords.fault("required", format!("must be an array of property names, not {}", json_type(other)));
            return Vec::new();
        }
    };
    let path = join(keywords.path, "required");
    let mut names = Vec::new();
    for (i, item) in items.iter().enumerate() {
        match item {
            Value::String(name) if properties.contains_key(name) => names.push(name.as_str()),
            Value::String(name) => {
                let unknown = unknown_key("a property of requestedSchema", name, properties.keys().map(String::as_str));
                keywords.faults.push(format!("{path}[{i}]"), format!("{item} is {unknown}"));
            }
            other => keywords.faults.push(format!("{path}[{i}]"), format!("must be the name of a property, not {}", json_type(other))),
        }
    }
    names
}
