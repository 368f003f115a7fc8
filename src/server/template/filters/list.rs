//! Lists: joined, ordered, cut, summed.

use std::{cmp::Ordering, collections::HashSet, rc::Rc};

use super::{
    super::{
        budget::{Budget, Fallible},
        coerce::{self, Text, add, as_text as text_of, is_nil, is_truthy, number, plain, printed, string},
        compare::{by_utf16, key, length, order},
        number::count,
        run::{Run, bounds, element},
        sort::sort,
        value::Value,
    },
    Filter, Input, as_text, to_items,
};

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "compact" => |run, input| kept(run, input, |item| !is_nil(&plain(item))),
        "concat" => |run, input| {
            let more = to_items(&input.argument(0), run)?;
            extended(run, input, more)
        },
        "first" => |_, input| Ok(end(input, 0.0)),
        "join" => join,
        "last" => |_, input| Ok(end(input, -1.0)),
        "map" => map,
        "pop" => |run, input| changed(run, input, |items| drop(items.pop())),
        "push" => |run, input| extended(run, input, vec![input.argument(0)]),
        "reverse" => |run, input| changed(run, input, |items| items.reverse()),
        "sample" => sample,
        "shift" => |run, input| changed(run, input, |items| drop(items.drain(..1.min(items.len())))),
        "size" => size,
        "slice" => slice,
        "sort" => |run, input| sorted(run, input, ordered),
        "sort_natural" => |run, input| sorted(run, input, ordered_naturally),
        "sum" => sum,
        "uniq" => uniq,
        "unshift" => |run, input| {
            let first = input.argument(0);
            changed(run, input, |items| items.insert(0, first))
        },
        _ => return None,
    })
}

fn changed(run: &Run<'_>, input: &Input<'_>, change: impl FnOnce(&mut Vec<Value>)) -> Fallible<Value> {
    let mut items = input.items(run)?;
    change(&mut items);
    Value::list(items, run.budget)
}

fn kept(run: &Run<'_>, input: &Input<'_>, keep: fn(&Value) -> bool) -> Fallible<Value> {
    changed(run, input, |items| items.retain(keep))
}

fn extended(run: &Run<'_>, input: &Input<'_>, more: Vec<Value>) -> Fallible<Value> {
    changed(run, input, |items| items.extend(more))
}

fn join(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let separator = match plain(&input.argument(0)) {
        Value::Undefined | Value::Null => Rc::from(" "),
        value => as_text(&value, run)?,
    };
    let mut text = Text::new(run.budget);
    text.join(&input.items(run)?, &separator)?;
    Ok(text.value())
}

/// The first or last item, or character.
fn end(input: &Input<'_>, at: f64) -> Value {
    let value = plain(&input.value);
    match &value {
        Value::List(list) => element(&list.items, at),
        Value::Object(object) => match object.get("length") {
            // LiquidJS takes it for a list
            Some(Value::Number(length)) => {
                let at = if at < 0.0 { at + length } else { at };
                object.get(&super::super::number::text(at)).cloned().unwrap_or(Value::Undefined)
            }
            _ => Value::text(""),
        },
        value => {
            let text = text_of(value).unwrap_or_default();
            let c = if at < 0.0 { text.chars().next_back() } else { text.chars().next() };
            c.map_or_else(|| Value::text(""), |c| Value::text(c.encode_utf8(&mut [0; 4])))
        }
    }
}

fn size(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    if let Some(text) = text_of(&input.value) {
        run.budget.bytes(text.len())?;
    }
    Ok(match (&input.value, length(&input.value)) {
        (_, Some(length)) => Value::count(length),
        (Value::Object(object), None) => object.get("length").filter(|length| is_truthy(length)).cloned().unwrap_or(Value::Number(0.0)),
        _ => Value::Number(0.0),
    })
}

fn map(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let path = input.argument_text(0, run)?;
    let items = input.items(run)?;
    let items = items.into_iter().map(|item| run.at_path(item, &path)).collect::<Fallible<_>>()?;
    Value::list(items, run.budget)
}

/// The property of `item` that a filter's argument names; the item itself if it names none.
fn chosen(run: &Run<'_>, item: &Value, path: Option<&str>) -> Fallible<Value> {
    path.map_or_else(|| Ok(item.clone()), |path| run.at_path(item.clone(), path))
}

fn path(run: &Run<'_>, input: &Input<'_>) -> Fallible<Option<Rc<str>>> {
    let property = input.argument(0);
    if is_truthy(&property) { Ok(Some(as_text(&property, run)?)) } else { Ok(None) }
}

fn sum(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let path = path(run, input)?;
    let mut sum = 0.0;
    for item in input.items(run)? {
        let number = coerce::number(&chosen(run, &item, path.as_deref())?, run.budget)?;
        sum += if number.is_nan() { 0.0 } else { number };
    }
    Ok(Value::Number(sum))
}

type Compare = fn(&Value, &Value, &Budget) -> Fallible<Ordering>;

fn sorted(run: &mut Run<'_>, input: &Input<'_>, compare: Compare) -> Fallible<Value> {
    let path = path(run, input)?;
    let items = input.items(run)?;
    run.budget.allocate(items.len() * 4 * size_of::<Value>())?;
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        let by = chosen(run, &item, path.as_deref())?;
        pairs.push((item, by));
    }
    let budget = run.budget;
    sort(&mut pairs, |(_, a), (_, b)| compare(a, b, budget))?;
    Value::list(pairs.into_iter().map(|(item, _)| item).collect(), budget)
}

/// Nil comes last.
fn ordered(a: &Value, b: &Value, budget: &Budget) -> Fallible<Ordering> {
    match (is_nil(a), is_nil(b)) {
        (false, false) => Ok(order(a, b, budget)?.unwrap_or(Ordering::Equal)),
        (a, b) => Ok(a.cmp(&b)),
    }
}

fn ordered_naturally(a: &Value, b: &Value, budget: &Budget) -> Fallible<Ordering> {
    match (is_nil(a), is_nil(b)) {
        (false, false) => {
            let (a, b) = (string(a, budget)?, string(b, budget)?);
            budget.bytes(a.len() + b.len())?;
            Ok(by_utf16(&a.to_lowercase(), &b.to_lowercase()))
        }
        (a, b) => Ok(a.cmp(&b)),
    }
}

fn uniq(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let items = input.items(run)?;
    run.budget.allocate(items.len() * 64)?;
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for item in items {
        if seen.insert(key(&item, run.budget)?) {
            kept.push(item);
        }
    }
    Value::list(kept, run.budget)
}

/// Not by chance: a review shows the same to everybody, so the sample is the beginning.
fn sample(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let items = match plain(&input.value) {
        Value::Undefined | Value::Null => return Value::list(Vec::new(), run.budget),
        value @ Value::List(_) => to_items(&value, run)?,
        value => characters(run, &printed(&value, run.budget)?)?,
    };
    let wanted = input.argument_or(0, Value::Number(1.0));
    if matches!(wanted, Value::Number(1.0)) {
        return Ok(items.into_iter().next().unwrap_or(Value::Undefined));
    }
    let (from, to) = bounds(0.0, Some(number(&wanted, run.budget)?), items.len());
    Value::list(items[from..to].to_vec(), run.budget)
}

fn characters(run: &Run<'_>, text: &str) -> Fallible<Vec<Value>> {
    run.budget.allocate(text.len().saturating_mul(64))?;
    Ok(text.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4]))).collect())
}

/// Of a list, or of a text by characters.
fn slice(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let value = plain(&input.value);
    if is_nil(&value) {
        return Value::list(Vec::new(), run.budget);
    }
    let (begin, length) = (input.argument(0), input.argument_or(1, Value::Number(1.0)));
    let (from, wanted) = (number(&begin, run.budget)?, number(&length, run.budget)?);
    if let Value::List(list) = &value {
        let (begin, from) = if from < 0.0 {
            let from = from + super::super::number::from_length(list.items.len());
            (Value::Number(from), from)
        } else {
            (begin, from)
        };
        if from < 0.0 || wanted < 0.0 {
            return Value::list(Vec::new(), run.budget);
        }
        let end = number(&add(&begin, &length, run.budget)?, run.budget)?;
        let (from, to) = bounds(from, Some(end), list.items.len());
        return Value::list(list.items[from..to].to_vec(), run.budget);
    }
    let text = as_text(&value, run)?;
    let from = if from < 0.0 { from + super::super::number::from_length(text.chars().count()) } else { from };
    if from < 0.0 || wanted < 0.0 {
        return Ok(Value::text(""));
    }
    let position = |rest: &str, characters: f64| rest.char_indices().nth(count(characters.ceil())).map_or(rest.len(), |(at, _)| at);
    let rest = &text[position(&text, from)..];
    Value::made(&rest[..position(rest, wanted)], run.budget)
}
