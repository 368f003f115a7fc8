//! How values compare: LiquidJS' operators on JavaScript's rules.

use std::{cmp::Ordering, rc::Rc};

use super::{
    budget::{Budget, Fallible},
    character::is_space,
    coerce::{as_text, number, plain, string, utf16_length},
    value::Value,
};

/// `a == b`.
pub fn equal(a: &Value, b: &Value, budget: &Budget) -> Fallible<bool> {
    budget.items(1)?;
    if let Some(result) = by_word(a, b).or_else(|| by_word(b, a)) {
        return Ok(result);
    }
    match (a, b) {
        (Value::List(a), Value::List(b)) => {
            if a.items.len() != b.items.len() {
                return Ok(false);
            }
            for (a, b) in a.items.iter().zip(&b.items) {
                if !equal(a, b, budget)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        _ => identical(&plain(a), &plain(b), budget),
    }
}

/// The words compare in their own way; `None` when `word` is none of them.
fn by_word(word: &Value, other: &Value) -> Option<bool> {
    match word {
        Value::Nil => Some(matches!(other, Value::Nil | Value::Null | Value::Undefined)),
        Value::Empty => Some(is_empty(other)),
        Value::Blank => Some(match other {
            Value::Bool(false) | Value::Nil | Value::Null | Value::Undefined => true,
            other => as_text(other).map_or_else(|| is_empty(other), |text| text.chars().all(is_space)),
        }),
        _ => None,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Text(text) => text.is_empty(),
        Value::Marked(marked) => marked.text.is_empty(),
        Value::List(list) => list.items.is_empty(),
        Value::Object(object) => object.entries.is_empty(),
        _ => false,
    }
}

/// JavaScript's `a === b`.
fn identical(a: &Value, b: &Value, budget: &Budget) -> Fallible<bool> {
    Ok(match (a, b) {
        (Value::Undefined, Value::Undefined) | (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Number(a), Value::Number(b)) => a == b,
        (Value::Exact(a), Value::Exact(b)) => a.text == b.text,
        (Value::Exact(exact), Value::Number(number)) | (Value::Number(number), Value::Exact(exact)) => exact.number == *number,
        (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b),
        (Value::List(a), Value::List(b)) => Rc::ptr_eq(a, b),
        (a, b) => match (as_text(a), as_text(b)) {
            (Some(a), Some(b)) => {
                budget.bytes(a.len().min(b.len()))?;
                a == b
            }
            _ => false,
        },
    })
}

/// How `a` and `b` stand by `<` and `>`; `None` when they cannot be compared.
pub fn order(a: &Value, b: &Value, budget: &Budget) -> Fallible<Option<Ordering>> {
    budget.items(1)?;
    let is_word = |value: &Value| matches!(value, Value::Nil | Value::Empty | Value::Blank);
    if is_word(a) || is_word(b) {
        return Ok(None);
    }
    let (a, b) = (primitive(a, budget)?, primitive(b, budget)?);
    match (as_text(&a), as_text(&b)) {
        (Some(a), Some(b)) => {
            budget.bytes(a.len().min(b.len()))?;
            Ok(Some(by_utf16(a, b)))
        }
        _ => Ok(number(&a, budget)?.partial_cmp(&number(&b, budget)?)),
    }
}

fn primitive(value: &Value, budget: &Budget) -> Fallible<Value> {
    Ok(match value {
        Value::List(_) | Value::Object(_) => Value::Text(string(value, budget)?),
        value => plain(value),
    })
}

/// Texts in JavaScript's order, which differs from code points' beyond the first plane.
pub fn by_utf16(a: &str, b: &str) -> Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

/// `a contains b`.
pub fn contains(a: &Value, b: &Value, budget: &Budget) -> Fallible<bool> {
    let a = plain(a);
    if let Value::List(list) = &a {
        return includes(&list.items, b, budget);
    }
    let Some(text) = as_text(&a) else { return Ok(false) };
    let part = string(&plain(b), budget)?;
    budget.bytes(text.len())?;
    Ok(text.contains(&*part))
}

fn includes(items: &[Value], wanted: &Value, budget: &Budget) -> Fallible<bool> {
    for item in items {
        if equal(item, wanted, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What makes two values the same key of a JavaScript `Map` or `Set`.
#[derive(PartialEq, Eq, Hash)]
pub enum Key {
    Word(u8),
    Number(u64),
    Text(Rc<str>),
    Exact(String),
    Address(usize),
}

/// The key that `value` is.
pub fn key(value: &Value, budget: &Budget) -> Fallible<Key> {
    budget.items(1)?;
    Ok(match value {
        Value::Undefined => Key::Word(0),
        Value::Null => Key::Word(1),
        Value::Nil => Key::Word(2),
        Value::Empty => Key::Word(3),
        Value::Blank => Key::Word(4),
        Value::Bool(value) => Key::Word(5 + u8::from(*value)),
        // one zero, one NaN
        Value::Number(number) if *number == 0.0 => Key::Number(0),
        Value::Number(number) if number.is_nan() => Key::Number(f64::NAN.to_bits()),
        Value::Number(number) => Key::Number(number.to_bits()),
        Value::Exact(exact) => Key::Exact(exact.text.clone()),
        Value::Text(text) => text_key(text, budget)?,
        Value::Marked(marked) => text_key(&marked.text, budget)?,
        Value::List(list) => Key::Address(Rc::as_ptr(list).addr()),
        Value::Object(object) => Key::Address(Rc::as_ptr(object).addr()),
        Value::Loop(at) => Key::Address(Rc::as_ptr(at).addr()),
    })
}

fn text_key(text: &Rc<str>, budget: &Budget) -> Fallible<Key> {
    budget.bytes(text.len())?;
    Ok(Key::Text(Rc::clone(text)))
}

/// How long `value` is to JavaScript's `.length`, if it has one.
pub fn length(value: &Value) -> Option<usize> {
    match value {
        Value::Text(text) => Some(utf16_length(text)),
        Value::Marked(marked) => Some(utf16_length(&marked.text)),
        Value::List(list) => Some(list.items.len()),
        Value::Loop(at) => Some(at.length),
        _ => None,
    }
}
