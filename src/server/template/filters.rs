//! The filters of LiquidJS' manual. An unknown one passes its input on.

use std::rc::Rc;

use super::{
    budget::Fallible,
    coerce::{self, plain},
    run::Run,
    value::Value,
};

mod code;
mod date;
mod html;
mod json;
mod list;
mod math;
mod query;
mod text;
mod url;
mod words;

/// What a filter does.
pub type Filter = fn(&mut Run<'_>, &Input<'_>) -> Fallible<Value>;

/// What a filter is given.
pub struct Input<'a> {
    pub value: Value,
    pub arguments: &'a [Value],
}

impl Input<'_> {
    /// The argument at `at`; undefined if it was left out.
    fn argument(&self, at: usize) -> Value {
        self.arguments.get(at).cloned().unwrap_or(Value::Undefined)
    }

    /// The argument at `at`, or `default` if it was left out.
    fn argument_or(&self, at: usize, default: Value) -> Value {
        match self.argument(at) {
            Value::Undefined => default,
            value => value,
        }
    }

    /// The input as text.
    fn text(&self, run: &Run<'_>) -> Fallible<Rc<str>> {
        as_text(&self.value, run)
    }

    /// The argument at `at` as text: empty if it was left out.
    fn argument_text(&self, at: usize, run: &Run<'_>) -> Fallible<Rc<str>> {
        as_text(&self.argument(at), run)
    }

    /// The input as the items of a list: nothing if nil, itself alone if it is no list.
    fn items(&self, run: &Run<'_>) -> Fallible<Vec<Value>> {
        to_items(&self.value, run)
    }
}

fn as_text(value: &Value, run: &Run<'_>) -> Fallible<Rc<str>> {
    let text = coerce::printed(value, run.budget)?;
    run.budget.bytes(text.len())?;
    Ok(text)
}

fn to_items(value: &Value, run: &Run<'_>) -> Fallible<Vec<Value>> {
    match plain(value) {
        Value::Undefined | Value::Null => Ok(Vec::new()),
        Value::List(list) => {
            run.budget.items(list.items.len())?;
            run.budget.allocate(list.items.len() * size_of::<Value>())?;
            Ok(list.items.clone())
        }
        value => Ok(vec![value]),
    }
}

/// The filter called `name`.
pub fn find(name: &str) -> Option<Filter> {
    let groups = [math::find, text::find, words::find, html::find, url::find, list::find, query::find, date::find, json::find, code::find];
    groups.iter().find_map(|find| find(name))
}
