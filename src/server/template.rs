//! Display templates (contract § 7): LiquidJS syntax → bounded rendering → sanitised HTML. Rendered once, when the request is made.
//!
//! `cut` and `scan` read the source, `parse` makes nodes of it, `run` draws them with the `filters`, `budget` bounds it all, and what comes
//! out passes `tidy` and `sanitise`. The interpreter is our own: LiquidJS' values and numbers are JavaScript's, its undefined is
//! lenient, and every part of it has to pay. What is printed is held twice, as LiquidJS would hold it (filters work on that) and as HTML.

use serde_json::Value as Json;

use budget::{Budget, Fallible};
use run::Run;
pub use sanitise::sanitise;
use syntax::Node;
use value::Value;

use crate::domain::violation::shortened;

mod budget;
mod character;
mod coerce;
mod compare;
mod cut;
mod filters;
mod number;
mod parse;
mod quoted;
mod run;
mod sanitise;
mod scan;
mod sort;
mod syntax;
mod tidy;
mod value;

/// The longest template that is looked at, in bytes; the door's own limit is 64 Ki characters.
const SOURCE: usize = 256 << 10;

/// Whether `source` parses.
///
/// # Errors
/// What is wrong, with line and column, as one sentence.
pub fn check(source: &str) -> Result<(), String> {
    let source = characters(source)?;
    parse(&source).map(drop)
}

/// `source` rendered with `value` as its only variable, called `name` (`context` or `option`): sanitised HTML, safe to put into a page as it is.
/// Bounded whatever the template (1 s, 64 MiB, 100,000 steps, 256 KiB out, nesting 50). Blocking: call it on a blocking thread.
///
/// # Errors
/// Why it could not be rendered, as one sentence.
pub fn render(source: &str, name: &str, value: &Json) -> Result<String, String> {
    let budget = Budget::until(Budget::deadline());
    page(&parse(&characters(source)?)?, name, value, &budget)
}

/// [`render`] for each of `values`: all together get the one second (and 1 MiB out), each has the rest of the bounds for itself. One that could
/// not be rendered says why, and costs the others nothing but the time that it took.
pub fn render_each<'v>(source: &str, name: &str, values: impl IntoIterator<Item = &'v Json>) -> Vec<Result<String, String>> {
    let deadline = Budget::deadline();
    let nodes = characters(source).and_then(|source| parse(&source));
    // none once something did not fit
    let mut room = Some(budget::OUTPUTS);
    let next = |value| {
        let nodes = nodes.as_ref().map_err(String::clone)?;
        let left = room.ok_or_else(budget::too_long_together)?;
        let page = page(nodes, name, value, &Budget::until(deadline))?;
        room = left.checked_sub(page.len());
        if room.is_some() { Ok(page) } else { Err(budget::too_long_together()) }
    };
    values.into_iter().map(next).collect()
}

/// What `nodes` show of `value`.
fn page(nodes: &[Node], name: &str, value: &Json, budget: &Budget) -> Fallible<String> {
    let html = within_limit(tidy::tidy(&draw(nodes, name, value, budget)?))?;
    budget.in_time()?;
    within_limit(sanitise::sanitise(&html))
}

fn within_limit(html: String) -> Fallible<String> {
    if html.len() > budget::OUTPUT { Err(budget::too_long()) } else { Ok(html) }
}

/// What `nodes` print, before it is sanitised; all that they computed with is gone then.
fn draw(nodes: &[Node], name: &str, value: &Json, budget: &Budget) -> Fallible<String> {
    budget.in_time()?;
    let value = Value::from_json(value, budget)?;
    let mut run = Run::new(name, value, budget);
    run.draw(nodes)?;
    Ok(run.into_html())
}

fn characters(source: &str) -> Fallible<Vec<char>> {
    if source.len() > SOURCE { Err("it is longer than 256 KiB".to_owned()) } else { Ok(source.chars().collect()) }
}

fn parse(source: &[char]) -> Fallible<Vec<Node>> {
    parse::parse(source).map_err(|fault| {
        let before = &source[..fault.at.min(source.len())];
        let line = before.iter().filter(|c| **c == '\n').count() + 1;
        let column = before.iter().rev().take_while(|c| **c != '\n').count() + 1;
        shortened(format!("line {line}, column {column}: {}", fault.message))
    })
}
