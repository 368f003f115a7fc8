//! Texts: joined, cut, replaced, in another case.

use std::rc::Rc;

use super::{
    super::{
        budget::Fallible,
        character::is_space,
        coerce::{Text, is_truthy},
        run::Run,
        value::Value,
    },
    Filter, Input, as_text,
};

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "append" => |run, input| joined(run, input, "append"),
        "capitalize" => capitalize,
        "downcase" => |run, input| Value::made(&input.text(run)?.to_lowercase(), run.budget),
        "lstrip" => |run, input| strip(run, input, true, false),
        "prepend" => |run, input| joined(run, input, "prepend"),
        "remove" => |run, input| replace(run, input, &Rc::from("")),
        "remove_first" => |run, input| replace_one(run, input, &Rc::from(""), false),
        "remove_last" => |run, input| replace_one(run, input, &Rc::from(""), true),
        "replace" => |run, input| {
            let by = input.argument_text(1, run)?;
            replace(run, input, &by)
        },
        "replace_first" => |run, input| {
            let by = input.argument_text(1, run)?;
            replace_one(run, input, &by, false)
        },
        "replace_last" => |run, input| {
            let by = input.argument_text(1, run)?;
            replace_one(run, input, &by, true)
        },
        "rstrip" => |run, input| strip(run, input, false, true),
        "split" => split,
        "strip" => |run, input| strip(run, input, true, true),
        "strip_newlines" => strip_newlines,
        "upcase" => |run, input| Value::made(&input.text(run)?.to_uppercase(), run.budget),
        _ => return None,
    })
}

fn joined(run: &mut Run<'_>, input: &Input<'_>, name: &str) -> Fallible<Value> {
    if input.arguments.len() != 1 {
        return Err(format!("filter \"{name}\" takes 1 argument, not {}", input.arguments.len()));
    }
    let (own, other) = (input.text(run)?, input.argument_text(0, run)?);
    let mut text = Text::new(run.budget);
    let (first, second) = if name == "append" { (&own, &other) } else { (&other, &own) };
    text.push(first)?;
    text.push(second)?;
    Ok(text.value())
}

fn capitalize(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let text = input.text(run)?;
    let mut chars = text.chars();
    // what takes two UTF-16 units has no upper case in JavaScript's `charAt(0)`
    let first = chars.next().map(|c| if c.len_utf16() == 1 { c.to_uppercase().collect() } else { c.to_string() });
    Value::made(&[first.unwrap_or_default(), chars.as_str().to_lowercase()].concat(), run.budget)
}

/// Takes white space, or the characters that the argument has, off the ends.
fn strip(run: &mut Run<'_>, input: &Input<'_>, start: bool, end: bool) -> Fallible<Value> {
    let text = input.text(run)?;
    let given = input.argument(0);
    let set = if is_truthy(&given) { Some(as_text(&given, run)?) } else { None };
    let set: Option<std::collections::HashSet<char>> = set.map(|set| set.chars().collect());
    let strips = |c: char| set.as_ref().map_or_else(|| is_space(c), |set| set.contains(&c));
    let mut rest: &str = &text;
    if start {
        rest = rest.trim_start_matches(strips);
    }
    if end {
        rest = rest.trim_end_matches(strips);
    }
    Value::made(rest, run.budget)
}

fn strip_newlines(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    Value::made(&input.text(run)?.replace("\r\n", "").replace('\n', ""), run.budget)
}

fn replace(run: &mut Run<'_>, input: &Input<'_>, by: &Rc<str>) -> Fallible<Value> {
    let (own, pattern) = (input.text(run)?, input.argument_text(0, run)?);
    let mut text = Text::new(run.budget);
    if pattern.is_empty() {
        // between any two characters
        for (at, c) in own.chars().enumerate() {
            if at > 0 {
                text.push(by)?;
            }
            text.push(c.encode_utf8(&mut [0; 4]))?;
        }
        return Ok(text.value());
    }
    for (at, part) in own.split(&*pattern).enumerate() {
        if at > 0 {
            text.push(by)?;
        }
        text.push(part)?;
    }
    Ok(text.value())
}

fn replace_one(run: &mut Run<'_>, input: &Input<'_>, by: &Rc<str>, last: bool) -> Fallible<Value> {
    let (own, pattern) = (input.text(run)?, input.argument_text(0, run)?);
    let found = if last { own.rfind(&*pattern) } else { own.find(&*pattern) };
    let Some(at) = found else { return Ok(Value::Text(own)) };
    let mut text = Text::new(run.budget);
    text.push(&own[..at])?;
    text.push(by)?;
    text.push(&own[at + pattern.len()..])?;
    Ok(text.value())
}

/// What is empty at the end is dropped, as in Ruby.
fn split(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    const EACH: usize = 32;
    let (own, separator) = (input.text(run)?, input.argument_text(0, run)?);
    let budget = run.budget;
    let mut parts = Vec::new();
    let mut add = |part: &str| {
        budget.allocate(EACH + part.len())?;
        parts.push(Value::text(part));
        Fallible::Ok(())
    };
    if separator.is_empty() {
        own.chars().try_for_each(|c| add(c.encode_utf8(&mut [0; 4])))?;
    } else {
        own.split(&*separator).try_for_each(add)?;
    }
    while parts.pop_if(|part| matches!(part, Value::Text(text) if text.is_empty())).is_some() {}
    Value::list(parts, budget)
}
