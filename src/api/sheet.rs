//! The grid on its way into the page: one JSON text, read again by hand.
//!
//! The browser's half reads it without derived code: that would be a tenth of what it weighs.

pub(super) mod read;

use serde::Serialize;

use self::read::{Object, asks, column, entry, row, row_fault};
use super::json;
use crate::domain::grid::{Entry, Grid, RowFault};
use crate::domain::labels::Labels;

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

#[cfg(test)]
mod tests {
    use serde_json::{Number, Value, json};

    use super::*;
    use crate::domain::format::Format;
    use crate::domain::grid::{Column, Draft, Row};
    use crate::domain::schema::{Choice, Field, Kind, NumberRules, SetRules, TextRules};

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
