//! `for` and `tablerow`. A range is walked, never built.

use std::{cell::Cell, collections::HashMap, rc::Rc};

use super::{
    super::{
        budget::Fallible,
        coerce::{Text, add, is_truthy, number, plain},
        number::{self, from_length, integer},
        syntax::{Iteration, Node, Operand},
        value::{Loop, Value},
    },
    Run,
};

/// What a loop goes over: `from..to` of its source, perhaps backwards.
struct Turns {
    source: Source,
    from: usize,
    to: usize,
    backwards: bool,
}

enum Source {
    Items(Vec<Value>),
    /// The numbers from here on.
    Range(f64),
}

impl Turns {
    const fn count(&self) -> usize {
        self.to - self.from
    }

    fn get(&self, turn: usize) -> Value {
        let at = if self.backwards { self.to - 1 - turn } else { self.from + turn };
        match &self.source {
            Source::Items(items) => items[at].clone(),
            Source::Range(low) => Value::Number(low + from_length(at)),
        }
    }

    /// JavaScript's `slice(start, end)`.
    fn slice(&mut self, start: f64, end: Option<f64>) {
        let (start, end) = bounds(start, end, self.count());
        (self.from, self.to) = (self.from + start, self.from + end);
    }
}

/// The range that JavaScript's `slice(start, end)` takes of something that has `length`.
pub fn bounds(start: f64, end: Option<f64>, length: usize) -> (usize, usize) {
    let bound = |position: f64| {
        let position = integer(position);
        let position = if position < 0 { integer(from_length(length)) + position } else { position };
        usize::try_from(position).unwrap_or(0).min(length)
    };
    let start = bound(start);
    (start, end.map_or(length, bound).max(start))
}

impl Run<'_> {
    /// `for`
    pub fn repeat(&mut self, iteration: &Iteration, otherwise: &[Node]) -> Fallible<()> {
        let mut turns = self.turns(&iteration.collection)?;
        if turns.count() == 0 {
            return self.draw(otherwise);
        }
        let key = format!("{}-{}", iteration.variable, iteration.written);
        let stop = self.stops.get(&key).cloned();
        // until a loop of this name has stopped somewhere, `continue` is LiquidJS' empty object
        let stop = if let Some(stop) = stop { stop } else { Value::object(Vec::new(), self.budget)? };
        let (offset, limit, reversed) = self.with(&Rc::from("continue"), stop, |run| {
            let arguments = &iteration.arguments;
            Ok((run.named(arguments, "offset")?, run.named(arguments, "limit")?, run.named(arguments, "reversed")?))
        })?;
        if !matches!(offset, Value::Undefined) {
            turns.slice(number(&offset, self.budget)?, None);
        }
        if !matches!(limit, Value::Undefined) {
            turns.slice(0.0, Some(number(&limit, self.budget)?));
        }
        turns.backwards = !matches!(reversed, Value::Undefined);
        let skipped = if is_truthy(&offset) { offset } else { Value::Number(0.0) };
        let stop = add(&skipped, &Value::count(turns.count()), self.budget)?;
        self.budget.allocate(key.len())?;
        self.stops.insert(key, stop);
        let at = self.looped(iteration, &turns, None);
        self.scopes.push(HashMap::from([(Rc::from("forloop"), Value::Loop(Rc::clone(&at)))]));
        let result = self.each(iteration, &turns, &at);
        self.scopes.pop();
        self.stopped = super::Stopped::default();
        result
    }

    fn each(&mut self, iteration: &Iteration, turns: &Turns, at: &Loop) -> Fallible<()> {
        for turn in 0..turns.count() {
            self.budget.step()?;
            self.let_item(iteration, turns.get(turn));
            self.stopped = super::Stopped::default();
            self.draw(&iteration.body)?;
            if self.stopped.by_break {
                break;
            }
            at.done.set(turn + 1);
        }
        Ok(())
    }

    /// `tablerow`
    pub fn table_row(&mut self, iteration: &Iteration) -> Fallible<()> {
        let mut turns = self.turns(&iteration.collection)?;
        let arguments = &iteration.arguments;
        let (offset, limit, columns) = (self.named(arguments, "offset")?, self.named(arguments, "limit")?, self.named(arguments, "cols")?);
        let offset = if is_truthy(&offset) { offset } else { Value::Number(0.0) };
        let limit = if matches!(limit, Value::Undefined) { Value::count(turns.count()) } else { limit };
        let end = add(&offset, &limit, self.budget)?;
        turns.slice(number(&offset, self.budget)?, Some(number(&end, self.budget)?));
        let columns = if is_truthy(&columns) { columns } else { Value::count(turns.count()) };
        let width = number(&columns, self.budget)?;
        let at = self.looped(iteration, &turns, Some(columns));
        self.scopes.push(HashMap::from([(Rc::from("tablerowloop"), Value::Loop(Rc::clone(&at)))]));
        let result = self.cells(iteration, &turns, &at, width);
        self.scopes.pop();
        result
    }

    fn cells(&mut self, iteration: &Iteration, turns: &Turns, at: &Loop, width: f64) -> Fallible<()> {
        for turn in 0..turns.count() {
            self.budget.step()?;
            self.let_item(iteration, turns.get(turn));
            let column = from_length(turn) % width;
            let row = (from_length(turn) / width).floor() + 1.0;
            let mut cell = Text::new(self.budget);
            if column == 0.0 {
                cell.push(if row != 1.0 { "</tr><tr class=\"row" } else { "<tr class=\"row" })?;
                cell.push(&number::text(row))?;
                cell.push("\">")?;
            }
            cell.push("<td class=\"col")?;
            cell.push(&number::text(column + 1.0))?;
            cell.push("\">")?;
            let cell = cell.finish();
            self.write(&cell, &cell)?;
            self.draw(&iteration.body)?;
            self.write("</td>", "</td>")?;
            at.done.set(turn + 1);
        }
        if turns.count() > 0 { self.write("</tr>", "</tr>") } else { Ok(()) }
    }

    fn let_item(&mut self, iteration: &Iteration, item: Value) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(Rc::clone(&iteration.variable), item);
        }
    }

    fn looped(&self, iteration: &Iteration, turns: &Turns, columns: Option<Value>) -> Rc<Loop> {
        let name = Rc::from(format!("{}-{}", iteration.variable, iteration.written));
        Rc::new(Loop { done: Cell::new(0), length: turns.count(), name, columns })
    }

    /// What `collection` has to go over.
    fn turns(&mut self, collection: &Operand) -> Fallible<Turns> {
        let (source, to) = if let Operand::Range(low, high) = collection {
            let (low, count) = self.range(low, high)?;
            (Source::Range(low), count)
        } else {
            let value = self.operand(collection)?;
            let items = self.enumerate(&value)?;
            let count = items.len();
            (Source::Items(items), count)
        };
        Ok(Turns { source, from: 0, to, backwards: false })
    }

    /// The items of a list, the pairs of an object, a text alone.
    pub fn enumerate(&self, value: &Value) -> Fallible<Vec<Value>> {
        let value = plain(value);
        Ok(match &value {
            Value::List(list) => {
                self.budget.items(list.items.len())?;
                self.budget.allocate(list.items.len() * size_of::<Value>())?;
                list.items.clone()
            }
            Value::Object(object) => {
                let pair = |(name, value): &(Rc<str>, Value)| Value::list(vec![Value::Text(Rc::clone(name)), value.clone()], self.budget);
                object.entries.iter().map(pair).collect::<Fallible<_>>()?
            }
            Value::Text(_) | Value::Marked(_) if is_truthy(&value) => vec![value],
            _ => Vec::new(),
        })
    }
}
