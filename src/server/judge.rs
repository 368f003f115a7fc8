//! The `jsonschema` crate's word: on patterns when a request is made, and the final one on what was submitted (contract § 4, 5).

mod ecma;

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::{Map, Number, Value, json};

use crate::domain::decimal::Decimal;
use crate::domain::grid::{Grid, RowFault};
use crate::domain::schema::{Field, Kind};
use crate::domain::validate;

/// Bytes that a compiled pattern may take: hundreds of them in one schema have to compile while an agent waits.
const PATTERN_SIZE: usize = 4 << 20;

/// Whether `pattern` compiles on the linear-time engine, as `jsonschema` reads it (ECMA syntax, unanchored, by code point).
///
/// # Errors
/// What is wrong with it, as one sentence ("look-around is not supported: patterns are matched in linear time").
pub fn pattern(pattern: &str) -> Result<(), String> {
    let readable = ecma::readable(pattern)?;
    if pattern_schema(&readable).is_some() { Ok(()) } else { Err(refusal(&readable)) }
}

/// Whether `text` matches the field's `pattern`; `None` when it does or there is none, else the sentence for the row.
#[must_use]
pub fn pattern_fault(field: &Field, text: &str) -> Option<String> {
    let Kind::Text(rules) = &field.kind else {
        return None;
    };
    let pattern = rules.pattern.as_deref()?;
    let schema = ecma::readable(pattern).ok().and_then(|readable| pattern_schema(&readable));
    let matches = schema.is_some_and(|schema| schema.is_valid(&Value::from(text)));
    (!matches).then(|| format!("Does not match the pattern {pattern}"))
}

/// The final word on a submission: `values` against the grid's schema restricted to its keys (`properties` and `required` both, so that
/// nothing is left of `required`: what is included is there).
///
/// # Errors
/// One fault a row, by row index. A key that is no row of the grid is told at the first row.
pub fn submission(grid: &Grid, values: &Map<String, Value>) -> Result<(), Vec<RowFault>> {
    let mut faults: Vec<RowFault> = values
        .iter()
        .filter_map(|(name, value)| match grid.position(name) {
            Some(row) => fault(&grid.rows[row].field, value).map(|message| RowFault { row, message }),
            None => Some(RowFault { row: 0, message: format!("{} is not a row of this review", Value::from(name.as_str())) }),
        })
        .collect();
    faults.sort_by_key(|fault| fault.row);
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// What is wrong with `value`: by our own checker, by the pattern, by `jsonschema` on the whole of the field.
fn fault(field: &Field, value: &Value) -> Option<String> {
    validate::fault(field, value)
        .or_else(|| pattern_fault(field, value.as_str().unwrap_or_default()))
        .or_else(|| if through_doubles(field, value) { None } else { final_word(field, value) })
}

/// Whether `jsonschema` would take a number here through a double, and so for another number: then our exact checker stands.
fn through_doubles(field: &Field, value: &Value) -> bool {
    let (Kind::Number(rules), Value::Number(number)) = (&field.kind, value) else {
        return false;
    };
    let bounds = [&rules.minimum, &rules.maximum, &rules.exclusive_minimum, &rules.exclusive_maximum, &rules.multiple_of];
    let suits = |number: &Number| Decimal::from(number).suits_doubles();
    !(suits(number) && bounds.into_iter().flatten().all(suits))
}

/// The field's schema as `jsonschema` is asked: its pattern is so written that the engine reads what ECMAScript does.
#[must_use]
pub fn schema(field: &Field) -> Value {
    let mut schema = field.json_schema();
    if let Some(Value::String(pattern)) = schema.get_mut("pattern")
        && let Ok(readable) = ecma::readable(pattern)
    {
        *pattern = readable;
    }
    schema
}

fn final_word(field: &Field, value: &Value) -> Option<String> {
    let verdict = match compile(&schema(field)) {
        Some(schema) => schema.validate(value).map_err(|error| error.to_string()),
        None => Err("its schema does not compile".to_owned()),
    };
    verdict.err().map(|error| match &field.kind {
        // the one thing that our checker leaves to this one: what the A-label of an e-mail domain stands for
        Kind::Text(rules) if rules.format.is_some() => rules.format.map_or(error, |format| format.wanted().to_owned()),
        _ => format!("Not accepted: {error}"),
    })
}

fn pattern_schema(pattern: &str) -> Option<Validator> {
    compile(&json!({ "type": "string", "pattern": pattern }))
}

/// A validator of draft 2020-12 that asserts formats, matches in linear time and fetches nothing.
fn compile(schema: &Value) -> Option<Validator> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_pattern_options(PatternOptions::regex().size_limit(PATTERN_SIZE))
        .build(schema)
        .ok()
}

/// Why `jsonschema` does not take a pattern: it does not say, so the engine below it is asked.
fn refusal(pattern: &str) -> String {
    const WHY: &str = "patterns are matched in linear time";
    match regex::RegexBuilder::new(pattern).size_limit(PATTERN_SIZE).build() {
        Err(regex::Error::CompiledTooBig(limit)) => format!("is too big: it takes more than {limit} bytes to match"),
        Err(error) => {
            let text = error.to_string();
            let reason = text.lines().last().unwrap_or_default().trim_start_matches("error: ");
            if reason.contains("look-around") {
                format!("look-around is not supported: {WHY}")
            } else if reason.contains("backreference") || pattern.contains("\\k<") {
                format!("back-references are not supported: {WHY}")
            } else {
                format!("does not compile: {reason}")
            }
        }
        Ok(_) => "does not compile: it is no regular expression of ECMAScript".to_owned(),
    }
}

#[cfg(test)]
mod tests;
