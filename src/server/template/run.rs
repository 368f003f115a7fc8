//! A rendering under way: variables, registers, and what the template printed so far.

use std::{collections::HashMap, rc::Rc};

use super::{
    budget::{Budget, Fallible, OUTPUT, too_long},
    value::Value,
};

mod access;
mod draw;
mod evaluate;
mod print;
mod repeat;

pub use access::element;
pub use print::{ENTITIES, escape};
pub use repeat::bounds;

/// The state of one rendering.
pub struct Run<'b> {
    pub budget: &'b Budget,
    /// The innermost last; `assign` and `capture` write to the first.
    scopes: Vec<HashMap<Rc<str>, Value>>,
    environment: Environment,
    /// How far each `cycle` got.
    cycles: HashMap<String, usize>,
    /// Where each `for` stopped, for `offset: continue`.
    stops: HashMap<String, Value>,
    stopped: Stopped,
    /// One for the page, and one for each open `capture`.
    outputs: Vec<Output>,
}

/// What lies below the scopes.
enum Environment {
    /// Variables by name; `increment` and `decrement` count here.
    Names(HashMap<Rc<str>, Value>),
    /// The item that a filter such as `where` looks at: its properties are the variables.
    Item(Value),
}

/// Whether a `break` or `continue` is on its way to its loop.
#[derive(Default)]
struct Stopped {
    by_break: bool,
    by_continue: bool,
}

/// What was printed: as LiquidJS would hold it, and as HTML.
#[derive(Default)]
struct Output {
    text: Option<String>,
    html: String,
}

impl<'b> Run<'b> {
    /// A rendering with one variable.
    pub fn new(name: &str, value: Value, budget: &'b Budget) -> Self {
        Self {
            budget,
            scopes: vec![HashMap::new()],
            environment: Environment::Names(HashMap::from([(Rc::from(name), value)])),
            cycles: HashMap::new(),
            stops: HashMap::new(),
            stopped: Stopped::default(),
            outputs: vec![Output::default()],
        }
    }

    /// What was printed to the page, as HTML.
    pub fn into_html(mut self) -> String {
        self.outputs.swap_remove(0).html
    }

    /// Runs `inner` with one more variable.
    pub fn with<T>(&mut self, name: &Rc<str>, value: Value, inner: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<T> {
        self.scopes.push(HashMap::from([(Rc::clone(name), value)]));
        let result = inner(self);
        self.scopes.pop();
        result
    }

    /// Runs `inner` with the properties of `item` as the only variables.
    pub fn within<T>(&mut self, item: Value, inner: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<T> {
        let scopes = std::mem::take(&mut self.scopes);
        let environment = std::mem::replace(&mut self.environment, Environment::Item(item));
        let result = inner(self);
        (self.scopes, self.environment) = (scopes, environment);
        result
    }

    fn set(&mut self, name: &Rc<str>, value: Value) -> Fallible<()> {
        self.budget.allocate(size_of::<(Rc<str>, Value)>())?;
        if let Some(scope) = self.scopes.first_mut() {
            scope.insert(Rc::clone(name), value);
        }
        Ok(())
    }

    /// Writes `text`, which is `html` when it is safe to put into a page.
    fn write(&mut self, text: &str, html: &str) -> Fallible<()> {
        let to_page = self.outputs.len() == 1;
        self.budget.allocate(html.len())?;
        let Some(output) = self.outputs.last_mut() else { return Ok(()) };
        if to_page && output.html.len() + html.len() > OUTPUT {
            return Err(too_long());
        }
        output.html.push_str(html);
        if let Some(kept) = &mut output.text {
            self.budget.allocate(text.len())?;
            kept.push_str(text);
        }
        Ok(())
    }

    /// What `inner` printed: as LiquidJS would hold it, and as HTML.
    fn capture(&mut self, inner: impl FnOnce(&mut Self) -> Fallible<()>) -> Fallible<(String, String)> {
        self.outputs.push(Output { text: Some(String::new()), html: String::new() });
        let result = inner(self);
        let output = self.outputs.pop().unwrap_or_default();
        result.map(|()| (output.text.unwrap_or_default(), output.html))
    }
}
