//! Variables and properties, as LiquidJS finds them: own ones only, nothing inherited.

use std::rc::Rc;

use super::{
    super::{
        budget::{Budget, Fallible},
        coerce::{as_text, plain, string, utf16_length},
        compare::length,
        number,
        value::{List, Loop, Object, Value},
    },
    Environment, Run,
};

impl Run<'_> {
    /// The variable that `keys` begin with, and on through its properties.
    pub fn variable(&self, keys: &[Value]) -> Fallible<Value> {
        let Some((first, rest)) = keys.split_first() else { return Ok(Value::Undefined) };
        let name = string(&plain(first), self.budget)?;
        let scope = self.scopes.iter().rev().find_map(|scope| scope.get(&name));
        let found = match (scope, &self.environment) {
            (Some(value), _) => value.clone(),
            (None, Environment::Names(names)) => match names.get(&name) {
                Some(value) => value.clone(),
                // the empty object of all that is undefined has a size
                None if &*name == "size" => Value::Number(0.0),
                None => Value::Undefined,
            },
            (None, Environment::Item(item)) => item_property(item, first, &name, self.budget)?,
        };
        self.walk(found, rest)
    }

    /// `value` and on through its properties.
    pub fn walk(&self, mut value: Value, keys: &[Value]) -> Fallible<Value> {
        for key in keys {
            value = property(&value, key, self.budget)?;
        }
        Ok(value)
    }

    /// The property of `value` at a path such as `a.b`.
    pub fn at_path(&self, mut value: Value, path: &str) -> Fallible<Value> {
        for key in path.split('.') {
            value = property(&value, &Value::text(key), self.budget)?;
        }
        Ok(value)
    }
}

/// A property of the item that stands for all variables: what it lacks is looked up in an empty object.
fn item_property(item: &Value, key: &Value, name: &str, budget: &Budget) -> Fallible<Value> {
    let has = match item {
        Value::Object(object) => object.get(name).is_some(),
        Value::List(_) | Value::Text(_) | Value::Marked(_) => {
            name == "length" || index(name).is_some_and(|at| length(item).is_some_and(|length| at < length))
        }
        Value::Loop(_) => true,
        _ => false,
    };
    match (has, name) {
        (true, _) => property(item, key, budget),
        (false, "size") => Ok(Value::Number(0.0)),
        (false, _) => Ok(Value::Undefined),
    }
}

/// `value.key`
pub fn property(value: &Value, key: &Value, budget: &Budget) -> Fallible<Value> {
    budget.items(1)?;
    let key = plain(key);
    Ok(match value {
        Value::Undefined | Value::Null => value.clone(),
        Value::List(list) => match &key {
            Value::Number(at) => element(&list.items, *at),
            key => of_list(list, &string(key, budget)?),
        },
        Value::Object(object) => of_object(object, &string(&key, budget)?),
        Value::Text(text) => of_text(text, &string(&key, budget)?, budget)?,
        Value::Marked(marked) => of_text(&marked.text, &string(&key, budget)?, budget)?,
        Value::Loop(at) => of_loop(at, as_text(&key).unwrap_or_default()),
        _ => Value::Undefined,
    })
}

/// The item at `at`, from the end if it is negative.
pub fn element(items: &[Value], at: f64) -> Value {
    let at = if at < 0.0 { at + number::from_length(items.len()) } else { at };
    if at < 0.0 || at.fract() != 0.0 {
        return Value::Undefined;
    }
    items.get(number::count(at)).cloned().unwrap_or(Value::Undefined)
}

fn of_list(list: &List, key: &str) -> Value {
    match key {
        "size" | "length" => Value::count(list.items.len()),
        "first" => element(&list.items, 0.0),
        "last" => element(&list.items, -1.0),
        key => index(key).and_then(|at| list.items.get(at)).cloned().unwrap_or(Value::Undefined),
    }
}

fn of_object(object: &Rc<Object>, key: &str) -> Value {
    match object.get(key) {
        Some(value) => value.clone(),
        None if key == "size" => Value::count(object.entries.len()),
        None => Value::Undefined,
    }
}

fn of_text(text: &str, key: &str, budget: &Budget) -> Fallible<Value> {
    budget.bytes(text.len())?;
    Ok(match key {
        "size" | "length" => Value::count(utf16_length(text)),
        key => match index(key) {
            Some(at) => character(text, at),
            None => Value::Undefined,
        },
    })
}

/// The character at a UTF-16 position; the second half of a pair is nothing.
fn character(text: &str, at: usize) -> Value {
    let mut position = 0;
    for c in text.chars() {
        if position == at {
            return Value::text(c.encode_utf8(&mut [0; 4]));
        }
        position += c.len_utf16();
        if position > at {
            break;
        }
    }
    Value::Undefined
}

fn of_loop(at: &Loop, key: &str) -> Value {
    let (done, left) = (at.done.get(), at.length - at.done.get().min(at.length));
    match key {
        "i" | "index0" => Value::count(done),
        "index" => Value::count(done + 1),
        "first" => Value::Bool(done == 0),
        "last" => Value::Bool(done + 1 == at.length),
        "rindex" => Value::count(left),
        "rindex0" => Value::Number(number::from_length(left) - 1.0),
        "length" => Value::count(at.length),
        "name" => Value::Text(Rc::clone(&at.name)),
        key => at.columns.as_ref().map_or(Value::Undefined, |columns| of_row(done, columns, key)),
    }
}

/// What a `tablerowloop` has on top. Its columns are a number, or a text that reads as one.
fn of_row(done: usize, columns: &Value, key: &str) -> Value {
    let done = number::from_length(done);
    let (width, is_number) = match columns {
        Value::Number(width) => (*width, true),
        Value::Nil | Value::Empty | Value::Blank => (0.0, false),
        other => (as_text(other).map_or(f64::NAN, number::parse), false),
    };
    let column = done % width;
    match key {
        "cols" => columns.clone(),
        "row" => Value::Number((done / width).floor() + 1.0),
        "col0" => Value::Number(column),
        "col" => Value::Number(column + 1.0),
        "col_first" => Value::Bool(column == 0.0),
        "col_last" => Value::Bool(is_number && column + 1.0 == width),
        _ => Value::Undefined,
    }
}

/// The index that `key` is: digits, without a leading zero.
fn index(key: &str) -> Option<usize> {
    let digits = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    if digits && (key.len() == 1 || !key.starts_with('0')) { key.parse().ok() } else { None }
}
