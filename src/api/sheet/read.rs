//! What derived code would read, by hand: the sheet's parts from JSON. `None` wherever that is none of them.

use serde_json::{Map, Number, Value};

use super::Asks;
use crate::domain::format::Format;
use crate::domain::grid::{Column, Draft, Entry, Row, RowFault};
use crate::domain::schema::{Choice, Field, Kind, NumberRules, SetRules, TextRules};

/// An object that its members are taken out of.
pub(super) struct Object(Map<String, Value>);

impl Object {
    pub(super) fn read(value: Value) -> Option<Self> {
        if let Value::Object(members) = value { Some(Self(members)) } else { None }
    }

    pub(super) fn take(&mut self, key: &str) -> Value {
        self.0.get_mut(key).map(Value::take).unwrap_or_default()
    }

    pub(super) fn object(&mut self, key: &str) -> Option<Self> {
        Self::read(self.take(key))
    }

    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        text(self.take(key))
    }

    fn flag(&mut self, key: &str) -> Option<bool> {
        self.take(key).as_bool()
    }

    pub(super) fn count(&mut self, key: &str) -> Option<u64> {
        self.take(key).as_u64()
    }

    fn size(&mut self, key: &str) -> Option<usize> {
        usize::try_from(self.count(key)?).ok()
    }

    fn number(&mut self, key: &str) -> Option<Number> {
        if let Value::Number(number) = self.take(key) { Some(number) } else { None }
    }

    pub(super) fn list<T>(&mut self, key: &str, item: fn(Value) -> Option<T>) -> Option<Vec<T>> {
        list(self.take(key), item)
    }
}

pub(in crate::api) fn text(value: Value) -> Option<String> {
    if let Value::String(text) = value { Some(text) } else { None }
}

pub(in crate::api) fn list<T>(value: Value, item: fn(Value) -> Option<T>) -> Option<Vec<T>> {
    let Value::Array(items) = value else { return None };
    items.into_iter().map(item).collect()
}

/// What an enum was written as: the name of its variant, and what is in it.
pub(in crate::api) fn variant(value: Value) -> Option<(String, Value)> {
    match value {
        Value::String(name) => Some((name, Value::Null)),
        Value::Object(members) => members.into_iter().next(),
        _ => None,
    }
}

pub(super) fn asks(value: Value) -> Option<Asks> {
    let (name, limits) = variant(value)?;
    Some(match name.as_str() {
        "Proposal" => Asks::Proposal,
        "Approval" => Asks::Approval,
        _ => {
            let mut limits = Object::read(limits)?;
            Asks::Selection { fewest: limits.size("fewest")?, most: limits.size("most")?, options: limits.size("options")? }
        }
    })
}

pub(super) fn column(value: Value) -> Option<Column> {
    let mut column = Object::read(value)?;
    Some(Column { key: column.text("key")?, label: column.text("label")? })
}

pub(super) fn row(value: Value) -> Option<Row> {
    let mut row = Object::read(value)?;
    let mut field = row.object("field")?;
    let default = field.take("default");
    Some(Row {
        field: Field {
            name: field.text("name")?,
            title: field.text("title"),
            description: field.text("description"),
            required: field.flag("required")?,
            kind: kind(field.take("kind"))?,
            default: if default.is_null() { None } else { Some(default) },
        },
        sources: row.list("sources", Some)?,
        current: row.take("current"),
        include: row.flag("include"),
    })
}

fn kind(value: Value) -> Option<Kind> {
    let (name, rules) = variant(value)?;
    Some(match name.as_str() {
        "Boolean" => Kind::Boolean,
        "Select" => Kind::Select(list(rules, choice)?),
        "Text" => {
            let mut rules = Object::read(rules)?;
            Kind::Text(TextRules {
                format: rules.text("format").and_then(|name| format(&name)),
                min_length: rules.count("min_length"),
                max_length: rules.count("max_length"),
                pattern: rules.text("pattern"),
            })
        }
        "Number" => {
            let mut rules = Object::read(rules)?;
            Kind::Number(NumberRules {
                integer: rules.flag("integer")?,
                minimum: rules.number("minimum"),
                maximum: rules.number("maximum"),
                exclusive_minimum: rules.number("exclusive_minimum"),
                exclusive_maximum: rules.number("exclusive_maximum"),
                multiple_of: rules.number("multiple_of"),
            })
        }
        "MultiSelect" => {
            let mut rules = Object::read(rules)?;
            Kind::MultiSelect(SetRules {
                choices: rules.list("choices", choice)?,
                min_items: rules.count("min_items"),
                max_items: rules.count("max_items"),
                unique_items: rules.flag("unique_items")?,
            })
        }
        _ => return None,
    })
}

fn format(name: &str) -> Option<Format> {
    Some(match name {
        "Email" => Format::Email,
        "Uri" => Format::Uri,
        "Date" => Format::Date,
        "DateTime" => Format::DateTime,
        _ => return None,
    })
}

fn choice(value: Value) -> Option<Choice> {
    let mut choice = Object::read(value)?;
    Some(Choice { value: choice.text("value")?, title: choice.text("title")? })
}

pub(super) fn entry(value: Value) -> Option<Entry> {
    let mut entry = Object::read(value)?;
    let draft = match variant(entry.take("draft")) {
        None => None,
        Some((name, held)) => Some(match name.as_str() {
            "Unchosen" => Draft::Unchosen,
            "Text" => Draft::Text(text(held)?),
            "Set" => Draft::Set(list(held, text)?),
            _ => return None,
        }),
    };
    Some(Entry { include: entry.flag("include")?, draft })
}

pub(in crate::api) fn row_fault(value: Value) -> Option<RowFault> {
    let mut fault = Object::read(value)?;
    Some(RowFault { row: fault.size("row")?, message: fault.text("message")? })
}
