//! What a template computes with: JavaScript's values, as LiquidJS sees them, shared rather than copied.

use std::{collections::HashMap, rc::Rc};

use serde_json::{Number, Value as Json};

use super::{
    budget::{Budget, DEPTH, Fallible},
    number,
};
use crate::domain::decimal::{self, Decimal};

/// A value. `Nil`, `Empty` and `Blank` are the words of a template; they compare in their own ways (see `compare`).
#[derive(Clone)]
pub enum Value {
    Undefined,
    Null,
    Nil,
    Empty,
    Blank,
    Bool(bool),
    Number(f64),
    /// A number that a double does not hold exactly.
    Exact(Rc<Exact>),
    Text(Rc<str>),
    /// A text that also knows its HTML.
    Marked(Rc<Marked>),
    List(Rc<List>),
    Object(Rc<Object>),
    /// `forloop`, `tablerowloop`.
    Loop(Rc<Loop>),
}

/// A number by its digits, with the double that LiquidJS would compute with.
pub struct Exact {
    pub text: String,
    pub number: f64,
}

/// A text with the HTML that was made for it.
pub struct Marked {
    /// What LiquidJS would hold: filters work on this.
    pub text: Rc<str>,
    /// The same, escaped where it is due.
    pub html: Rc<str>,
    /// Whether `{{ }}` prints the HTML (`escape`, `newline_to_br`), or `| raw` alone does (a capture).
    pub printed: bool,
}

/// A list, and how deep lists and objects are nested in it.
pub struct List {
    pub items: Vec<Value>,
    depth: u16,
}

/// An object: its entries in JavaScript's order.
pub struct Object {
    pub entries: Vec<(Rc<str>, Value)>,
    index: HashMap<Rc<str>, usize>,
    depth: u16,
}

/// Where a loop stands.
pub struct Loop {
    /// How many turns are done.
    pub done: std::cell::Cell<usize>,
    pub length: usize,
    /// `VARIABLE-COLLECTION`
    pub name: Rc<str>,
    /// `cols` of a `tablerow`.
    pub columns: Option<Value>,
}

impl Value {
    /// A text.
    pub fn text(text: impl AsRef<str>) -> Self {
        Self::Text(Rc::from(text.as_ref()))
    }

    /// A text that a filter made, charged.
    pub fn made(text: &str, budget: &Budget) -> Fallible<Self> {
        budget.allocate(text.len())?;
        Ok(Self::text(text))
    }

    /// A count.
    pub fn count(count: usize) -> Self {
        Self::Number(number::from_length(count))
    }

    /// A list, charged.
    ///
    /// # Errors
    /// When it is too large, or nested too deep.
    pub fn list(items: Vec<Self>, budget: &Budget) -> Fallible<Self> {
        budget.items(items.len())?;
        budget.allocate(items.len() * size_of::<Self>() + size_of::<List>())?;
        let depth = one_deeper(items.iter())?;
        Ok(Self::List(Rc::new(List { items, depth })))
    }

    /// An object, charged; names are taken to be different.
    ///
    /// # Errors
    /// When it is too large, or nested too deep.
    pub fn object(entries: Vec<(Rc<str>, Self)>, budget: &Budget) -> Fallible<Self> {
        budget.items(entries.len())?;
        budget.allocate(entries.len() * 3 * size_of::<(Rc<str>, Self)>() + size_of::<Object>())?;
        let depth = one_deeper(entries.iter().map(|(_, value)| value))?;
        let index = entries.iter().enumerate().map(|(at, (name, _))| (Rc::clone(name), at)).collect();
        Ok(Self::Object(Rc::new(Object { entries, index, depth })))
    }

    /// What a request carries, as a template sees it.
    ///
    /// # Errors
    /// When it is too large, or nested too deep.
    pub fn from_json(json: &Json, budget: &Budget) -> Fallible<Self> {
        Ok(match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(*value),
            Json::Number(number) => from_number(number),
            Json::String(text) => return Self::made(text, budget),
            Json::Array(items) => {
                return Self::list(items.iter().map(|item| Self::from_json(item, budget)).collect::<Fallible<_>>()?, budget);
            }
            Json::Object(map) => {
                let mut entries = Vec::with_capacity(map.len());
                for (name, value) in map {
                    budget.allocate(name.len())?;
                    entries.push((Rc::from(name.as_str()), Self::from_json(value, budget)?));
                }
                // as in JavaScript: names that are array indexes come first, by size
                entries.sort_by_key(|(name, _)| array_index(name).unwrap_or(u32::MAX));
                return Self::object(entries, budget);
            }
        })
    }

    fn depth(&self) -> u16 {
        match self {
            Self::List(list) => list.depth,
            Self::Object(object) => object.depth,
            _ => 0,
        }
    }
}

impl Object {
    /// The value called `name`.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.index.get(name).map(|at| &self.entries[*at].1)
    }
}

fn one_deeper<'v>(values: impl Iterator<Item = &'v Value>) -> Fallible<u16> {
    let depth = values.map(Value::depth).max().unwrap_or(0) + 1;
    if depth > DEPTH { Err(format!("it nests lists or objects more than {DEPTH} levels deep")) } else { Ok(depth) }
}

fn from_number(number: &Number) -> Value {
    let double: f64 = number.as_str().parse().unwrap_or(f64::NAN);
    if Decimal::parse(&number::text(double)).is_some_and(|value| value == Decimal::from(number)) {
        Value::Number(double)
    } else {
        Value::Exact(Rc::new(Exact { text: decimal::plain(number), number: double }))
    }
}

/// The array index that `name` is, if it is one: `0`, `7`, `4294967294`; not `07`.
fn array_index(name: &str) -> Option<u32> {
    let canonical = name == "0" || (name.starts_with(|c: char| ('1'..='9').contains(&c)) && name.bytes().all(|byte| byte.is_ascii_digit()));
    if canonical { name.parse().ok().filter(|index| *index != u32::MAX) } else { None }
}
