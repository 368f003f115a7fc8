//! From one kind of value to another, as JavaScript and LiquidJS do it.

use std::{fmt::Write as _, rc::Rc};

use super::{
    budget::{Budget, Fallible},
    number,
    value::{Loop, Value},
};

/// A text under construction that pays as it grows.
pub struct Text<'b> {
    text: String,
    budget: &'b Budget,
}

impl<'b> Text<'b> {
    /// An empty one.
    pub const fn new(budget: &'b Budget) -> Self {
        Self { text: String::new(), budget }
    }

    /// Adds `text`.
    pub fn push(&mut self, text: &str) -> Fallible<()> {
        self.budget.allocate(text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    /// What was built.
    pub fn finish(self) -> Rc<str> {
        Rc::from(self.text)
    }

    /// What was built, as a value.
    pub fn value(self) -> Value {
        Value::Text(self.finish())
    }

    /// Adds what LiquidJS prints of `value`: lists run together.
    pub fn print(&mut self, value: &Value) -> Fallible<()> {
        match value {
            Value::Undefined | Value::Null | Value::Nil | Value::Empty | Value::Blank => Ok(()),
            Value::Loop(at) => self.push(&loop_json(at)),
            Value::List(list) => {
                self.budget.items(list.items.len() + 1)?;
                list.items.iter().try_for_each(|item| self.print(item))
            }
            other => self.string(other),
        }
    }

    /// Adds what JavaScript's `String(value)` is: lists are joined by commas.
    pub fn string(&mut self, value: &Value) -> Fallible<()> {
        match value {
            Value::Undefined => self.push("undefined"),
            Value::Null => self.push("null"),
            Value::Bool(value) => self.push(if *value { "true" } else { "false" }),
            Value::Number(number) => self.push(&number::text(*number)),
            Value::Exact(exact) => self.push(&exact.text),
            Value::Text(text) => self.push(text),
            Value::Marked(marked) => self.push(&marked.text),
            Value::List(list) => self.join(&list.items, ","),
            Value::Object(_) | Value::Nil | Value::Empty | Value::Blank | Value::Loop(_) => self.push("[object Object]"),
        }
    }

    /// Adds `items` as JavaScript's `join` does: what is nil is nothing.
    pub fn join(&mut self, items: &[Value], separator: &str) -> Fallible<()> {
        self.budget.items(items.len() + 1)?;
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.push(separator)?;
            }
            match item {
                Value::Undefined | Value::Null => {}
                item => self.string(item)?,
            }
        }
        Ok(())
    }
}

/// The value behind the words and loops of a template.
pub fn plain(value: &Value) -> Value {
    match value {
        Value::Nil => Value::Null,
        Value::Empty | Value::Blank => Value::text(""),
        Value::Loop(at) => Value::text(loop_json(at)),
        value => value.clone(),
    }
}

/// What LiquidJS prints of `value`.
pub fn printed(value: &Value, budget: &Budget) -> Fallible<Rc<str>> {
    match value {
        Value::Text(text) => Ok(Rc::clone(text)),
        Value::Marked(marked) => Ok(Rc::clone(&marked.text)),
        value => {
            let mut text = Text::new(budget);
            text.print(value)?;
            Ok(text.finish())
        }
    }
}

/// JavaScript's `String(value)`.
pub fn string(value: &Value, budget: &Budget) -> Fallible<Rc<str>> {
    match value {
        Value::Text(text) => Ok(Rc::clone(text)),
        Value::Marked(marked) => Ok(Rc::clone(&marked.text)),
        value => {
            let mut text = Text::new(budget);
            text.string(value)?;
            Ok(text.finish())
        }
    }
}

/// JavaScript's `Number(value)`.
pub fn number(value: &Value, budget: &Budget) -> Fallible<f64> {
    Ok(match value {
        Value::Undefined | Value::Object(_) | Value::Loop(_) => f64::NAN,
        Value::Null | Value::Nil | Value::Empty | Value::Blank => 0.0,
        Value::Bool(value) => f64::from(u8::from(*value)),
        Value::Number(number) => *number,
        Value::Exact(exact) => exact.number,
        Value::Text(text) => read(text, budget)?,
        Value::Marked(marked) => read(&marked.text, budget)?,
        Value::List(_) => read(&string(value, budget)?, budget)?,
    })
}

fn read(text: &str, budget: &Budget) -> Fallible<f64> {
    budget.bytes(text.len())?;
    Ok(number::parse(text))
}

/// What the arithmetic filters compute with: NaN is 0.
pub fn number_or_zero(value: &Value, budget: &Budget) -> Fallible<f64> {
    let number = number(value, budget)?;
    // JavaScript's `|| 0`: -0 is gone too
    Ok(if number.is_nan() || number == 0.0 { 0.0 } else { number })
}

/// JavaScript's `a + b`: numbers are added, anything else is joined as text.
pub fn add(a: &Value, b: &Value, budget: &Budget) -> Fallible<Value> {
    let (a, b) = (plain(a), plain(b));
    let is_text = |value: &Value| matches!(value, Value::Text(_) | Value::Marked(_) | Value::List(_) | Value::Object(_));
    if is_text(&a) || is_text(&b) {
        let mut text = Text::new(budget);
        text.string(&a)?;
        text.string(&b)?;
        return Ok(text.value());
    }
    Ok(Value::Number(number(&a, budget)? + number(&b, budget)?))
}

/// Liquid's truth: all but `false` and nil.
pub fn is_true(value: &Value) -> bool {
    !matches!(value, Value::Undefined | Value::Null | Value::Nil | Value::Bool(false))
}

/// JavaScript's truth: 0 and the empty text are false too.
pub fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Undefined | Value::Null | Value::Bool(false) => false,
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Text(text) => !text.is_empty(),
        Value::Marked(marked) => !marked.text.is_empty(),
        _ => true,
    }
}

/// Whether it is null or undefined.
pub const fn is_nil(value: &Value) -> bool {
    matches!(value, Value::Undefined | Value::Null)
}

/// The text that `value` is, if it is one.
pub fn as_text(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        Value::Marked(marked) => Some(&marked.text),
        _ => None,
    }
}

/// How long JavaScript takes `text` to be.
pub fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// A loop as LiquidJS prints it.
pub fn loop_json(at: &Loop) -> String {
    let name = serde_json::Value::from(&*at.name);
    let mut json = format!("{{\"i\":{},\"length\":{},\"name\":{name}", at.done.get(), at.length);
    if let Some(columns) = &at.columns {
        let columns = match columns {
            Value::Number(number) => number::text(*number),
            Value::Nil | Value::Empty | Value::Blank => "{}".to_owned(),
            other => serde_json::Value::from(as_text(other).unwrap_or_default()).to_string(),
        };
        // writing to a String cannot fail
        let _ = write!(json, ",\"cols\":{columns}");
    }
    json.push('}');
    json
}
