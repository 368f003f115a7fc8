//! Reading the keywords of one schema, value by value.

use serde_json::{Map, Number, Value};

use crate::domain::arguments;
use crate::domain::decimal::Decimal;
use crate::domain::value::json_type;
use crate::domain::violation::{Violations, join, unknown_key};

/// Keywords that say nothing about a value: accepted anywhere in a schema, and ignored.
const IGNORED: [&str; 7] = ["$schema", "$id", "$comment", "examples", "deprecated", "readOnly", "writeOnly"];

/// How faults name the schema of a multi select, and that of its items.
pub(super) const MULTI_SELECT: &str = "a multi select";
pub(super) const ITEMS: &str = "a multi select's items";

/// The keywords of one schema. A value of the wrong type or sign is noted under its keyword's path, and reads as absent.
pub(super) struct Keywords<'a, 'f> {
    pub map: &'a Map<String, Value>,
    pub path: &'f str,
    pub faults: &'f mut Violations,
}

impl<'a> Keywords<'a, '_> {
    /// Notes a fault of the keyword `key`.
    pub fn fault(&mut self, key: &str, message: impl Into<String>) {
        self.faults.push(join(self.path, key), message);
    }

    pub fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    /// The value of `key`, as it is.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key)
    }

    /// A string of at most `limit` code points.
    pub fn text(&mut self, key: &str, limit: usize) -> Option<&'a str> {
        match self.get(key)? {
            Value::String(text) => {
                let length = text.chars().count();
                if length > limit {
                    self.fault(key, format!("has {length} characters: at most {limit}"));
                }
                Some(text)
            }
            other => {
                self.fault(key, format!("must be a string, not {}", json_type(other)));
                None
            }
        }
    }

    /// A string of at most `limit` code points, trimmed; `None` when nothing is left of it.
    pub fn words(&mut self, key: &str, limit: usize) -> Option<String> {
        self.text(key, limit).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    pub fn flag(&mut self, key: &str) -> Option<bool> {
        match self.get(key)? {
            Value::Bool(flag) => Some(*flag),
            other => {
                self.fault(key, format!("must be true or false, not {}", json_type(other)));
                None
            }
        }
    }

    pub fn number(&mut self, key: &str) -> Option<Number> {
        match self.get(key)? {
            Value::Number(number) => Some(number.clone()),
            other => {
                self.fault(key, format!("must be a number, not {}", json_type(other)));
                None
            }
        }
    }

    /// A number over zero.
    pub fn positive(&mut self, key: &str) -> Option<Number> {
        let number = self.number(key)?;
        if Decimal::from(&number) > Decimal::default() {
            return Some(number);
        }
        self.fault(key, format!("must be more than 0, not {number}"));
        None
    }

    /// A whole number from zero up (`2.0` is one). What no length can reach reads as the greatest length.
    pub fn count(&mut self, key: &str) -> Option<u64> {
        arguments::count(self.get(key)?, &join(self.path, key), self.faults)
    }

    /// Notes every keyword that is not one of `known`, nor ignored; `what` names what takes the known ones (`a number property`).
    pub fn only(&mut self, what: &str, known: &[&str]) {
        for key in self.map.keys() {
            if !known.contains(&key.as_str()) && !IGNORED.contains(&key.as_str()) && !key.starts_with("x-") {
                let message = hint(key, what).unwrap_or_else(|| unknown_key(&format!("a keyword of {what}"), key, known.iter().copied()));
                self.fault(key, message);
            }
        }
    }
}

/// What to write instead of a keyword that JSON Schema has and the subset has not.
fn hint(key: &str, what: &str) -> Option<String> {
    let wanted = match key {
        "enum" | "enumNames" | "oneOf" if what == MULTI_SELECT => "list the options in items",
        "oneOf" if what == ITEMS => "list titled options in anyOf",
        "enum" | "enumNames" | "oneOf" => "options are strings: give the property \"type\": \"string\"",
        "anyOf" => "list titled options in oneOf",
        "default" => "the default belongs to the property",
        "$ref" | "$dynamicRef" => "references are not supported: write the schema out in the property itself",
        "$defs" | "definitions" => "definitions are not supported: write each schema out in its property",
        "allOf" | "not" | "if" | "then" | "else" => "schemas are not combined: write one plain schema for the property",
        "nullable" => "to allow no value, leave the property out of required",
        "required" => "list the property in requestedSchema.required",
        "const" => "use enum with one option",
        "properties" => "nested objects are not supported: make each inner property a property of its own",
        _ => return None,
    };
    Some(format!("not a keyword of {what}: {wanted}"))
}
