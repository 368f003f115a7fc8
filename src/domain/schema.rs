//! `requestedSchema`: the MCP elicitation subset (contract § 4), parsed once into fields in declared order.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value, json};

use super::format::Format;

mod default;
mod keyword;
mod object;
mod options;
mod property;

pub use object::parse;

/// One property of a `requestedSchema`: a row of the grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The property's name, any string.
    pub name: String,
    /// `title`, trimmed; `None` when absent or blank.
    pub title: Option<String>,
    pub description: Option<String>,
    /// Whether `required` lists it.
    pub required: bool,
    pub kind: Kind,
    /// The initial Proposed value; `None` when absent or `null`. Of the kind's JSON type, but possibly against a constraint.
    pub default: Option<Value>,
}

/// What kind of value a field takes, with the constraints on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Kind {
    Text(TextRules),
    Number(NumberRules),
    Boolean,
    /// One of the choices.
    Select(Vec<Choice>),
    /// A set of the choices.
    MultiSelect(SetRules),
}

/// Constraints on a text. Lengths are code points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TextRules {
    pub format: Option<Format>,
    pub min_length: Option<u64>,
    pub max_length: Option<u64>,
    /// Matched unanchored, by code point, on the server alone.
    pub pattern: Option<String>,
}

/// Constraints on a number.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NumberRules {
    pub integer: bool,
    pub minimum: Option<Number>,
    pub maximum: Option<Number>,
    pub exclusive_minimum: Option<Number>,
    pub exclusive_maximum: Option<Number>,
    pub multiple_of: Option<Number>,
}

/// Constraints on a multi select.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetRules {
    pub choices: Vec<Choice>,
    pub min_items: Option<u64>,
    pub max_items: Option<u64>,
    pub unique_items: bool,
}

/// One option of a select: the value it stands for and the text it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub value: String,
    pub title: String,
}

/// What the domain has to ask the server about a schema's and a request's texts (it carries no regex and no template engine).
pub trait Syntax {
    /// Whether `pattern` is a regular expression that is matched in linear time.
    ///
    /// # Errors
    /// What is wrong with it, as one sentence.
    fn pattern(&self, pattern: &str) -> Result<(), String>;

    /// Whether `template` parses (contract § 7).
    ///
    /// # Errors
    /// What is wrong with it, with line and column, as one sentence.
    fn template(&self, template: &str) -> Result<(), String>;
}

impl Field {
    /// The label of the row: the title, else the name.
    #[must_use]
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }

    /// The field as the JSON Schema of its values, for the `jsonschema` crate's final word (no annotations, no default).
    #[must_use]
    pub fn json_schema(&self) -> Value {
        let mut schema = Map::new();
        let mut set = |keyword: &str, value: Option<Value>| {
            if let Some(value) = value {
                schema.insert(keyword.to_owned(), value);
            }
        };
        match &self.kind {
            Kind::Text(rules) => {
                set("type", Some("string".into()));
                set("minLength", rules.min_length.map(Value::from));
                set("maxLength", rules.max_length.map(Value::from));
                set("pattern", rules.pattern.clone().map(Value::from));
                set("format", rules.format.map(|format| format.name().into()));
            }
            Kind::Number(rules) => {
                set("type", Some(if rules.integer { "integer" } else { "number" }.into()));
                set("minimum", rules.minimum.clone().map(Value::Number));
                set("maximum", rules.maximum.clone().map(Value::Number));
                set("exclusiveMinimum", rules.exclusive_minimum.clone().map(Value::Number));
                set("exclusiveMaximum", rules.exclusive_maximum.clone().map(Value::Number));
                set("multipleOf", rules.multiple_of.clone().map(Value::Number));
            }
            Kind::Boolean => set("type", Some("boolean".into())),
            Kind::Select(choices) => {
                set("type", Some("string".into()));
                set("enum", Some(values(choices)));
            }
            Kind::MultiSelect(rules) => {
                set("type", Some("array".into()));
                set("items", Some(json!({ "type": "string", "enum": values(&rules.choices) })));
                set("minItems", rules.min_items.map(Value::from));
                set("maxItems", rules.max_items.map(Value::from));
                set("uniqueItems", rules.unique_items.then_some(true.into()));
            }
        }
        Value::Object(schema)
    }
}

fn values(choices: &[Choice]) -> Value {
    choices.iter().map(|choice| choice.value.as_str()).collect()
}

#[cfg(test)]
pub(in crate::domain) mod tests;
