//! The grid on its way into the page: one JSON text, read again by hand.
//!
//! The browser's half reads it without derived code: that would be a tenth of what it weighs.

use serde::Serialize;
use serde_json::{Map, Number, Value};

use super::json;
use crate::domain::format::Format;
use crate::domain::grid::{Column, Draft, Entry, Grid, Row, RowFault};
use crate::domain::labels::Labels;
use crate::domain::schema::{Choice, Field, Kind, NumberRules, SetRules, TextRules};

/// Everything the grid island needs, sent with the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sheet {
    pub grid: Grid,
    /// One a row: as the page opens it, as it was kept, or what a form POST brought.
    pub entries: Vec<Entry>,
    /// The server's word on rows (patterns; all faults after a refused form POST).
    pub faults: Vec<RowFault>,
    pub labels: Labels,
    pub asks: Asks,
    /// How often unsent work had been kept when the page was drawn.
    pub revision: u32,
    /// When unsent work was kept ("Draft kept 2 minutes ago"); empty when there is none.
    pub kept: String,
    /// Milliseconds left when the page was drawn.
    pub remaining_ms: u64,
}

/// What the reviewer is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Asks {
    /// To include rows.
    Proposal,
    /// To fill in what rows there are: Include is not theirs to tick.
    Approval,
    /// To choose `fewest` to `most` of `options` options; there are no rows.
    Selection { fewest: usize, most: usize, options: usize },
}

impl Sheet {
    /// The sheet as JSON that a script element can hold: nothing in it ends the element.
    #[must_use]
    pub fn pack(&self) -> String {
        serde_json::to_string(self).unwrap_or_default().replace('<', "\\u003c")
    }

    /// The sheet that was packed; `None` when `json` is none.
    #[must_use]
    pub fn unpack(json: &str) -> Option<Self> {
        let mut sheet = Object::read(json::read(json)?)?;
        let mut grid = sheet.object("grid")?;
        let mut labels = sheet.object("labels")?;
        Some(Self {
            grid: Grid { sources: grid.list("sources", column)?, current: grid.text("current")?, rows: grid.list("rows", row)? },
            entries: sheet.list("entries", entry)?,
            faults: sheet.list("faults", row_fault)?,
            labels: Labels { ok: labels.text("ok")?, cancel: labels.text("cancel")? },
            asks: asks(sheet.take("asks"))?,
            revision: sheet.count("revision")?.try_into().ok()?,
            kept: sheet.text("kept")?,
            remaining_ms: sheet.count("remaining_ms")?,
        })
    }
}

/// An object that its members are taken out of.
struct Object(Map<String, Value>);

impl Object {
    fn read(value: Value) -> Option<Self> {
        if let Value::Object(members) = value { Some(Self(members)) } else { None }
    }

    fn take(&mut self, key: &str) -> Value {
        self.0.get_mut(key).map(Value::take).unwrap_or_default()
    }

    fn object(&mut self, key: &str) -> Option<Self> {
        Self::read(self.take(key))
    }

    fn text(&mut self, key: &str) -> Option<String> {
        text(self.take(key))
    }

    fn flag(&mut self, key: &str) -> Option<bool> {
        self.take(key).as_bool()
    }

    fn count(&mut self, key: &str) -> Option<u64> {
        self.take(key).as_u64()
    }

    fn size(&mut self, key: &str) -> Option<usize> {
        usize::try_from(self.count(key)?).ok()
    }

    fn number(&mut self, key: &str) -> Option<Number> {
        if let Value::Number(number) = self.take(key) { Some(number) } else { None }
    }

    fn list<T>(&mut self, key: &str, item: fn(Value) -> Option<T>) -> Option<Vec<T>> {
        list(self.take(key), item)
    }
}

pub(super) fn text(value: Value) -> Option<String> {
    if let Value::String(text) = value { Some(text) } else { None }
}

pub(super) fn list<T>(value: Value, item: fn(Value) -> Option<T>) -> Option<Vec<T>> {
    let Value::Array(items) = value else { return None };
    items.into_iter().map(item).collect()
}

/// What an enum was written as: the name of its variant, and what is in it.
pub(super) fn variant(value: Value) -> Option<(String, Value)> {
    match value {
        Value::String(name) => Some((name, Value::Null)),
        Value::Object(members) => members.into_iter().next(),
        _ => None,
    }
}

fn asks(value: Value) -> Option<Asks> {
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

fn column(value: Value) -> Option<Column> {
    let mut column = Object::read(value)?;
    Some(Column { key: column.text("key")?, label: column.text("label")? })
}

fn row(value: Value) -> Option<Row> {
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

fn entry(value: Value) -> Option<Entry> {
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

pub(super) fn row_fault(value: Value) -> Option<RowFault> {
    let mut fault = Object::read(value)?;
    Some(RowFault { row: fault.size("row")?, message: fault.text("message")? })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn number(text: &str) -> Option<Number> {
        serde_json::from_str(text).ok()
    }

    fn of_kind(kind: Kind, default: Option<Value>) -> Row {
        let field = Field {
            name: "__proto__ </script> \"'\u{202e}\r\n".into(),
            title: Some("A & B".into()),
            description: None,
            required: true,
            kind,
            default,
        };
        Row { field, sources: vec![json!({"a": [1, null]}), Value::Null], current: json!("x"), include: Some(false) }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let choices = || vec![Choice { value: String::new(), title: "none".into() }, Choice { value: "b".into(), title: "B".into() }];
        let long: Value = serde_json::from_str("123456789012345678901234567890.10").unwrap();
        let huge: Value = serde_json::from_str("1e400").unwrap();
        let text = |format| TextRules { format, min_length: Some(0), max_length: Some(u64::MAX), pattern: Some("^</script>$".into()) };
        let mut rows: Vec<Row> = [None, Some(Format::Email), Some(Format::Uri), Some(Format::Date), Some(Format::DateTime)]
            .into_iter()
            .map(|format| of_kind(Kind::Text(text(format)), Some(json!("</script>\u{0}"))))
            .collect();
        rows.extend([
            of_kind(Kind::Text(TextRules::default()), None),
            of_kind(Kind::Boolean, Some(json!(false))),
            of_kind(Kind::Number(NumberRules::default()), Some(long)),
            of_kind(
                Kind::Number(NumberRules {
                    integer: true,
                    minimum: number("-1e400"),
                    maximum: number("1.50"),
                    exclusive_minimum: number("0"),
                    exclusive_maximum: number("9"),
                    multiple_of: number("0.1"),
                }),
                Some(huge),
            ),
            of_kind(Kind::Select(choices()), Some(json!(""))),
            of_kind(
                Kind::MultiSelect(SetRules { choices: choices(), min_items: Some(1), max_items: Some(2), unique_items: true }),
                Some(json!(["b"])),
            ),
        ]);
        rows[0].include = None;
        let drafts = [None, Some(Draft::Unchosen), Some(Draft::Text("t".into())), Some(Draft::Set(vec!["b".into(), "x".into()]))];
        let sheet = Sheet {
            grid: Grid { sources: vec![Column { key: "k".into(), label: "L".into() }], current: "C".into(), rows },
            entries: drafts.into_iter().map(|draft| Entry { include: draft.is_none(), draft }).collect(),
            faults: vec![RowFault { row: 2, message: "no".into() }],
            labels: Labels { ok: "Go".into(), cancel: "No".into() },
            asks: Asks::Proposal,
            revision: u32::MAX,
            kept: "Draft kept just now".into(),
            remaining_ms: u64::from(u32::MAX) * 10,
        };
        for asks in [Asks::Proposal, Asks::Approval, Asks::Selection { fewest: 0, most: 7, options: 500 }] {
            let sheet = Sheet { asks, ..sheet.clone() };
            let packed = sheet.pack();
            assert!(!packed.contains('<'));
            assert_eq!(Sheet::unpack(&packed), Some(sheet));
        }
    }

    #[test]
    fn what_is_no_sheet_is_none() {
        for json in ["", "{", "[]", "{}", "{\"grid\":1}"] {
            assert_eq!(Sheet::unpack(json), None, "{json}");
        }
    }
}
