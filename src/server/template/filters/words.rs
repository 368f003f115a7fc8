//! Words and white space: truncated, counted, squeezed, made a sentence.

use super::{
    super::{
        budget::Fallible,
        character::is_space,
        coerce::{self, Text, number, utf16_length},
        number::{count, from_length},
        run::Run,
        value::Value,
    },
    Filter, Input, as_text,
};

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "array_to_sentence_string" => sentence,
        "normalize_whitespace" => |run, input| {
            let text = input.text(run)?;
            Value::made(&parts(&text).join(" "), run.budget)
        },
        "number_of_words" => number_of_words,
        "squish" => |run, input| {
            let text = input.text(run)?;
            Value::made(parts(&text).join(" ").trim_matches(is_space), run.budget)
        },
        "truncate" => truncate,
        "truncatewords" => truncate_words,
        _ => return None,
    })
}

/// `text` split at white space; empty at an end where there is some.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(is_space) {
        parts.push(&rest[..at]);
        rest = rest[at..].trim_start_matches(is_space);
    }
    parts.push(rest);
    parts
}

fn ellipsis(input: &Input<'_>, run: &Run<'_>) -> Fallible<std::rc::Rc<str>> {
    as_text(&input.argument_or(1, Value::text("...")), run)
}

fn truncate(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let text = input.text(run)?;
    let most = number(&input.argument_or(0, Value::Number(50.0)), run.budget)?;
    let ellipsis = ellipsis(input, run)?;
    let length = text.chars().count();
    if from_length(utf16_length(&text)) <= most || count(most.ceil()) >= length {
        return Ok(input.value.clone());
    }
    let left = most - from_length(ellipsis.chars().count());
    let end = text.char_indices().nth(count(left.ceil())).map_or(text.len(), |(at, _)| at);
    let mut short = Text::new(run.budget);
    short.push(&text[..end])?;
    short.push(&ellipsis)?;
    Ok(short.value())
}

/// As many words are left as the argument says; as many as there are get the ellipsis too.
fn truncate_words(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let text = input.text(run)?;
    let most = number(&input.argument_or(0, Value::Number(15.0)), run.budget)?;
    let most = if most <= 0.0 { 1.0 } else { most };
    let ellipsis = ellipsis(input, run)?;
    let words = parts(text.trim_start_matches(is_space));
    run.budget.items(words.len())?;
    let mut short = Text::new(run.budget);
    for (at, word) in words.iter().take(count(most)).enumerate() {
        if at > 0 {
            short.push(" ")?;
        }
        short.push(word)?;
    }
    if from_length(words.len()) >= most {
        short.push(&ellipsis)?;
    }
    Ok(short.value())
}

fn number_of_words(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let text = input.text(run)?;
    let text = text.trim_matches(is_space);
    let mode = input.argument(0);
    let mode = coerce::as_text(&mode).unwrap_or_default();
    let signs = text.chars().filter(|c| is_cjk(*c)).count();
    let counted = match mode {
        "cjk" => true,
        "auto" => signs > 0,
        _ => false,
    };
    let words = text.split(|c| is_space(c) || counted && is_cjk(c)).filter(|word| !word.is_empty()).count();
    Ok(Value::count(if counted { words + signs } else { words }))
}

/// A sign that counts as a word of its own.
const fn is_cjk(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{3400}'..='\u{4dbf}' | '\u{3040}'..='\u{30ff}' | '\u{ac00}'..='\u{d7af}')
}

/// `a, b, and c`
fn sentence(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let items = input.items(run)?;
    let connector = as_text(&input.argument_or(0, Value::text("and")), run)?;
    let Some((last, rest)) = items.split_last() else { return Ok(Value::text("")) };
    if rest.is_empty() {
        return Ok(last.clone());
    }
    let mut text = Text::new(run.budget);
    if let [first] = rest {
        text.string(first)?;
        text.push(" ")?;
    } else {
        text.join(rest, ", ")?;
        text.push(", ")?;
    }
    text.push(&connector)?;
    text.push(" ")?;
    text.string(last)?;
    Ok(text.value())
}
