//! What Proposed shows, and what it amounts to: the value that would be submitted, or why there is none.

use serde_json::Value;

use super::{Draft, Entry, Row};
use crate::domain::decimal::{Decimal, typed};
use crate::domain::schema::{Kind, NumberRules};
use crate::domain::validate;
use crate::domain::value::{equal, is_empty, text};

/// The most bytes of a submitted text (a longer default may come back as long as it is).
const MAX_TEXT: usize = 64 * 1024;

impl Row {
    /// What the editor shows: the draft, else the default as the editor takes it (a set in sent order).
    #[must_use]
    pub fn shown(&self, entry: &Entry) -> Draft {
        match (&entry.draft, &self.field.default) {
            (Some(draft), _) => self.taken(draft.clone()),
            (None, Some(Value::Array(items))) => Draft::Set(items.iter().map(text).collect()),
            (None, Some(default)) => Draft::Text(text(default)),
            (None, None) => self.taken(Draft::Unchosen),
        }
    }

    /// The value that would be submitted.
    ///
    /// # Errors
    /// Why there is none, or why it does not do, as a sentence for the reviewer (`pattern` aside: the server's word).
    pub fn value(&self, entry: &Entry) -> Result<Value, String> {
        let value = match self.proposed(entry)? {
            Some(value) if !self.is_blank(&value) => value,
            _ => self.blank()?,
        };
        match validate::fault(&self.field, &value) {
            Some(fault) => Err(fault),
            None => Ok(value),
        }
    }

    /// Whether the editor is empty. A chosen option `""` is a choice, not empty.
    #[must_use]
    pub fn is_vacant(&self, entry: &Entry) -> bool {
        self.proposed(entry).is_ok_and(|value| value.is_none_or(|value| self.is_blank(&value)))
    }

    /// What is wrong with the row: [`Row::value`]'s fault while it is included, `None` otherwise.
    #[must_use]
    pub fn fault(&self, entry: &Entry) -> Option<String> {
        if entry.include { self.value(entry).err() } else { None }
    }

    /// The text that a `pattern` has to be asked about on the server: the row is included, has a pattern and no other fault.
    #[must_use]
    pub fn unmatched(&self, entry: &Entry) -> Option<String> {
        match (&self.field.kind, entry.include) {
            (Kind::Text(rules), true) if rules.pattern.is_some() => match self.value(entry) {
                Ok(Value::String(text)) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether submitting would empty a Current that is not empty ("clears LABEL"). A chosen option `""` is a choice, not empty.
    #[must_use]
    pub fn clears(&self, entry: &Entry) -> bool {
        entry.include && !is_empty(&self.current) && self.value(entry).is_ok_and(|value| self.is_blank(&value))
    }

    /// Whether Proposed no longer is what the agent proposed (shows the row's "restore" control).
    #[must_use]
    pub fn edited(&self, entry: &Entry) -> bool {
        let sent = self.shown(&Entry { include: entry.include, draft: None });
        match (self.shown(entry), sent) {
            _ if entry.draft.is_none() => false,
            (Draft::Text(now), Draft::Text(sent)) if matches!(self.field.kind, Kind::Number(_)) => {
                now.trim() != sent && Decimal::parse(now.trim()).is_none_or(|now| Decimal::parse(&sent) != Some(now))
            }
            (Draft::Set(now), Draft::Set(sent)) => in_order(&now) != in_order(&sent),
            (now, sent) => now != sent,
        }
    }

    /// Whether Proposed differs from Current (the "Changed" filter). A row left out for which nothing was proposed changes nothing.
    #[must_use]
    pub fn changed(&self, entry: &Entry) -> bool {
        if !entry.include && entry.draft.is_none() && self.field.default.is_none() {
            return false;
        }
        match self.proposed(entry) {
            Ok(value) => !equal(&value.unwrap_or_default(), &self.current),
            Err(_) => true,
        }
    }

    /// The value in the editor, not yet judged; `None` when the editor is empty.
    fn proposed(&self, entry: &Entry) -> Result<Option<Value>, String> {
        let Some(draft) = &entry.draft else { return Ok(self.field.default.clone()) };
        match (&self.field.kind, self.taken(draft.clone())) {
            (_, Draft::Unchosen) => Ok(None),
            (_, Draft::Set(items)) => Ok(Some(Value::from(items))),
            (_, Draft::Text(text)) if text.len() > self.room() => {
                Err(format!("At most {} bytes of text (64 KiB): this is {}", self.room(), text.len()))
            }
            (Kind::Number(_), Draft::Text(text)) if text.trim().is_empty() => Ok(None),
            (Kind::Number(rules), Draft::Text(text)) => number(rules, &text).map(Some),
            (Kind::Boolean, Draft::Text(text)) => match text.as_str() {
                "true" => Ok(Some(Value::Bool(true))),
                "false" => Ok(Some(Value::Bool(false))),
                _ => Err("Choose Yes or No".to_owned()),
            },
            (_, Draft::Text(text)) => Ok(Some(Value::String(text))),
        }
    }

    /// Whether `value` is an empty editor's. An option `""` is not.
    fn is_blank(&self, value: &Value) -> bool {
        is_empty(value) && !matches!(self.field.kind, Kind::Select(_))
    }

    /// What an included empty editor submits.
    fn blank(&self) -> Result<Value, String> {
        match &self.field.kind {
            _ if self.field.required => Err(self.missing()),
            Kind::Text(rules) if rules.format.is_none() => Ok(Value::String(String::new())),
            Kind::MultiSelect(_) => Ok(Value::Array(Vec::new())),
            _ => Err(self.missing()),
        }
    }

    /// What an empty editor asks for, and the way out where there is one.
    fn missing(&self) -> String {
        let what = match &self.field.kind {
            Kind::Text(_) => "enter a value",
            Kind::Number(rules) if rules.integer => "enter a whole number",
            Kind::Number(_) => "enter a number",
            Kind::Boolean => "choose Yes or No",
            Kind::Select(_) => "choose an option",
            Kind::MultiSelect(_) => "choose at least one option",
        };
        let way_out = if self.locked() { "" } else { " or leave this row out" };
        if self.field.required { format!("Required: {what}{way_out}") } else { format!("Empty: {what}{way_out}") }
    }

    /// The most bytes of text the editor may hold.
    fn room(&self) -> usize {
        self.field.default.as_ref().and_then(Value::as_str).map_or(MAX_TEXT, |sent| MAX_TEXT.max(sent.len()))
    }
}

/// The items of a set in one order.
fn in_order(items: &[String]) -> Vec<&str> {
    let mut items: Vec<&str> = items.iter().map(String::as_str).collect();
    items.sort_unstable();
    items
}

/// A typed number.
fn number(rules: &NumberRules, text: &str) -> Result<Value, String> {
    typed(text)
        .map(Value::Number)
        .ok_or_else(|| if rules.integer { "Enter a whole number, such as 1200" } else { "Enter a number, such as 12.5" }.to_owned())
}
