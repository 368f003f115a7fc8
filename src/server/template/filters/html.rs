//! Markup: escaped, with line breaks, stripped. What is escaped here is not escaped again when it is printed.

use std::rc::Rc;

use super::{
    super::{
        budget::Fallible,
        coerce::Text,
        run::{ENTITIES, Run, escape},
        value::{Marked, Value},
    },
    Filter, Input,
};

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "escape" | "xml_escape" => |run, input| {
            let text = input.text(run)?;
            escaped(run, &text)
        },
        "escape_once" => |run, input| {
            let text = unescape(run, input)?;
            escaped(run, &text)
        },
        "newline_to_br" => newline_to_br,
        "raw" => |_, input| Ok(input.value.clone()),
        "strip_html" => |run, input| {
            let text = input.text(run)?;
            Value::made(&strip(&text), run.budget)
        },
        _ => return None,
    })
}

fn escaped(run: &Run<'_>, text: &str) -> Fallible<Value> {
    let html = escape(text, run.budget)?;
    Ok(Value::Marked(Rc::new(Marked { text: Rc::clone(&html), html, printed: true })))
}

fn unescape(run: &Run<'_>, input: &Input<'_>) -> Fallible<Rc<str>> {
    let escaped = input.text(run)?;
    let mut text = Text::new(run.budget);
    let mut rest: &str = &escaped;
    while let Some(at) = rest.find('&') {
        text.push(&rest[..at])?;
        rest = &rest[at..];
        match ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)) {
            Some((entity, character)) => {
                text.push(character)?;
                rest = &rest[entity.len()..];
            }
            None => {
                text.push("&")?;
                rest = &rest[1..];
            }
        }
    }
    text.push(rest)?;
    Ok(text.finish())
}

fn newline_to_br(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let text = input.text(run)?;
    let html = match &input.value {
        Value::Marked(marked) if marked.printed => Rc::clone(&marked.html),
        _ => escape(&text, run.budget)?,
    };
    let (text, html) = (broken(run, &text)?, broken(run, &html)?);
    Ok(Value::Marked(Rc::new(Marked { text, html, printed: true })))
}

fn broken(run: &Run<'_>, text: &str) -> Fallible<Rc<str>> {
    let mut broken = Text::new(run.budget);
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                broken.push(line.strip_suffix('\r').unwrap_or(line))?;
                broken.push("<br />\n")?;
            }
            None => broken.push(line)?,
        }
    }
    Ok(broken.finish())
}

/// `text` without scripts, styles, comments and tags. An opener that is never closed ends the search for its kind, so it stays linear.
fn strip(text: &str) -> String {
    let mut kinds = vec![("<script", "</script>"), ("<style", "</style>"), ("<!--", "-->"), ("<", ">")];
    let mut stripped = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        stripped.push_str(&rest[..at]);
        rest = &rest[at..];
        let mut end = None;
        kinds.retain(|(opener, closer)| {
            if end.is_some() || !rest.starts_with(opener) {
                return true;
            }
            end = rest[opener.len()..].find(closer).map(|found| opener.len() + found + closer.len());
            end.is_some()
        });
        match end {
            Some(end) => rest = &rest[end..],
            None => break,
        }
    }
    stripped.push_str(rest);
    stripped
}
