//! Lists searched and grouped: by a property, or by an expression on each item.

use std::{collections::HashMap, rc::Rc};

use super::{
    super::{
        budget::Fallible,
        coerce::{is_true, is_truthy, plain, string},
        compare::{equal, key},
        run::Run,
        scan::Scanner,
        syntax::{Chain, Operand},
        value::Value,
    },
    Filter, Input,
};

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "find" => |run, input| Ok(search(run, input)?.map_or(Value::Undefined, |(_, item)| item)),
        "find_exp" => |run, input| Ok(search_by(run, input)?.map_or(Value::Undefined, |(_, item)| item)),
        "find_index" => |run, input| Ok(search(run, input)?.map_or(Value::Undefined, |(at, _)| Value::count(at))),
        "find_index_exp" => |run, input| Ok(search_by(run, input)?.map_or(Value::Undefined, |(at, _)| Value::count(at))),
        "group_by" => group_by,
        "group_by_exp" => group_by_expression,
        "has" => |run, input| Ok(Value::Bool(search(run, input)?.is_some())),
        "has_exp" => |run, input| Ok(Value::Bool(search_by(run, input)?.is_some())),
        "reject" => |run, input| select(run, input, false),
        "reject_exp" => |run, input| select_by(run, input, false),
        "where" => |run, input| select(run, input, true),
        "where_exp" => |run, input| select_by(run, input, true),
        _ => return None,
    })
}

/// A property of an item, as `where` and its like name it.
struct Property(Option<Operand>);

impl Property {
    fn parse(run: &Run<'_>, input: &Input<'_>) -> Fallible<Self> {
        let source: Vec<char> = input.argument_text(0, run)?.chars().collect();
        let mut scan = Scanner::new(&source, 0, source.len());
        scan.skip_blank();
        let keys = scan.keys(true).map_err(|fault| fault.message)?;
        Ok(Self((!keys.is_empty()).then_some(Operand::Path { base: None, keys })))
    }

    fn of(&self, run: &mut Run<'_>, item: &Value) -> Fallible<Value> {
        run.budget.items(4)?;
        match &self.0 {
            Some(operand) => run.within(item.clone(), |run| run.operand(operand)),
            None => Ok(Value::Undefined),
        }
    }

    /// Whether the item's property is what the second argument says; without one, whether it is true.
    fn matches(&self, run: &mut Run<'_>, item: &Value, input: &Input<'_>) -> Fallible<bool> {
        let value = self.of(run, item)?;
        match input.argument(1) {
            Value::Undefined => Ok(is_true(&plain(&value))),
            wanted => equal(&value, &wanted, run.budget),
        }
    }
}

/// An expression on an item, as `where_exp` and its like take it.
struct Expression {
    name: Rc<str>,
    chain: Chain,
}

impl Expression {
    fn parse(run: &Run<'_>, input: &Input<'_>) -> Fallible<Self> {
        let name = string(&plain(&input.argument(0)), run.budget)?;
        let source: Vec<char> = input.argument_text(1, run)?.chars().collect();
        run.budget.bytes(source.len() * 16)?;
        let chain = Scanner::new(&source, 0, source.len()).chain().map_err(|fault| fault.message)?;
        Ok(Self { name, chain })
    }

    fn of(&self, run: &mut Run<'_>, item: &Value) -> Fallible<Value> {
        let budget = run.budget;
        budget.deeper(|| run.with(&self.name, item.clone(), |run| run.chain(&self.chain)))
    }
}

fn select(run: &mut Run<'_>, input: &Input<'_>, wanted: bool) -> Fallible<Value> {
    let property = Property::parse(run, input)?;
    let mut kept = Vec::new();
    for item in input.items(run)? {
        if property.matches(run, &item, input)? == wanted {
            kept.push(item);
        }
    }
    Value::list(kept, run.budget)
}

/// The expression has to be `true` or `false` itself, as in LiquidJS.
fn select_by(run: &mut Run<'_>, input: &Input<'_>, wanted: bool) -> Fallible<Value> {
    let expression = Expression::parse(run, input)?;
    let mut kept = Vec::new();
    for item in input.items(run)? {
        if matches!(expression.of(run, &item)?, Value::Bool(value) if value == wanted) {
            kept.push(item);
        }
    }
    Value::list(kept, run.budget)
}

fn search(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Option<(usize, Value)>> {
    let property = Property::parse(run, input)?;
    for (at, item) in input.items(run)?.into_iter().enumerate() {
        if property.matches(run, &item, input)? {
            return Ok(Some((at, item)));
        }
    }
    Ok(None)
}

/// The expression counts by JavaScript's truth here.
fn search_by(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Option<(usize, Value)>> {
    let expression = Expression::parse(run, input)?;
    for (at, item) in input.items(run)?.into_iter().enumerate() {
        if is_truthy(&expression.of(run, &item)?) {
            return Ok(Some((at, item)));
        }
    }
    Ok(None)
}

fn group_by(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let property = Property::parse(run, input)?;
    grouped(run, input, |run, item| property.of(run, item))
}

fn group_by_expression(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let expression = Expression::parse(run, input)?;
    grouped(run, input, |run, item| expression.of(run, item))
}

/// Groups in the order of their first items, each an object of `name` and `items`.
fn grouped(run: &mut Run<'_>, input: &Input<'_>, by: impl Fn(&mut Run<'_>, &Value) -> Fallible<Value>) -> Fallible<Value> {
    let mut places = HashMap::new();
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for item in run.enumerate(&input.value)? {
        run.budget.allocate(64)?;
        let name = by(run, &item)?;
        let place = *places.entry(key(&name, run.budget)?).or_insert(groups.len());
        if place == groups.len() {
            groups.push((name, Vec::new()));
        }
        groups[place].1.push(item);
    }
    let budget = run.budget;
    let group = |(name, items)| {
        let items = Value::list(items, budget)?;
        Value::object(vec![(Rc::from("name"), name), (Rc::from("items"), items)], budget)
    };
    let groups = groups.into_iter().map(group).collect::<Fallible<_>>()?;
    Value::list(groups, budget)
}
