//! From values to HTML: everything is escaped, but for what is marked and what ends in `| raw`.

use std::rc::Rc;

use super::{
    super::{
        budget::{Budget, Fallible},
        coerce::{Text, printed},
        value::Value,
    },
    Run,
};

impl Run<'_> {
    /// Prints `value`, as it is when `raw`; a capture keeps what was escaped within it.
    pub fn print(&mut self, value: &Value, raw: bool) -> Fallible<()> {
        if let Value::Marked(marked) = value
            && marked.printed != raw
        {
            return self.write(&marked.text, &marked.html);
        }
        let text = printed(value, self.budget)?;
        if raw {
            return self.write(&text, &text);
        }
        let html = escape(&text, self.budget)?;
        self.write(&text, &html)
    }
}

/// The entity for a character that HTML reads as markup.
pub const fn entity(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&#34;"),
        '\'' => Some("&#39;"),
        _ => None,
    }
}

/// The entities that [`entity`] gives.
pub const ENTITIES: [(&str, &str); 5] = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#34;", "\""), ("&#39;", "'")];

/// `text` escaped.
pub fn escape(text: &str, budget: &Budget) -> Fallible<Rc<str>> {
    escape_but(text, |_| false, budget)
}

/// `text` escaped, but for the entities in it.
pub fn escape_rest(text: &str, budget: &Budget) -> Fallible<Rc<str>> {
    escape_but(text, |rest| ENTITIES.iter().any(|(entity, _)| rest.starts_with(entity)), budget)
}

fn escape_but(text: &str, leave: impl Fn(&str) -> bool, budget: &Budget) -> Fallible<Rc<str>> {
    budget.bytes(text.len())?;
    let mut escaped = Text::new(budget);
    let mut done = 0;
    for (at, c) in text.char_indices() {
        if let Some(entity) = entity(c).filter(|_| c != '&' || !leave(&text[at..])) {
            escaped.push(&text[done..at])?;
            escaped.push(entity)?;
            done = at + c.len_utf8();
        }
    }
    escaped.push(&text[done..])?;
    Ok(escaped.finish())
}
