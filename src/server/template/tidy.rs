//! Makes HTML out of anything: what is allowed is well nested, what is open is closed, nothing is deep.
//!
//! The sanitiser's parser follows browsers, and a few kilobytes of unclosed or misnested tags grow to gigabytes there. It gets only what comes
//! out of here. This is no sanitiser: it may let through what that one then removes.

use super::{
    budget::NESTING,
    sanitise::{attributes, element},
};

mod room;
mod tag;

use tag::Tag;

/// Elements whose content is no text for a reader.
const SILENT: [&str; 8] = ["script", "style", "template", "iframe", "noembed", "noframes", "noscript", "title"];
/// Elements without content.
const VOID: [&str; 3] = ["br", "hr", "wbr"];
/// Elements that nothing within them closes from outside.
const WALLS: [&str; 4] = ["caption", "td", "th", "table"];

/// `html`, well nested.
pub fn tidy(html: &str) -> String {
    let mut tidy = Tidy { out: String::with_capacity(html.len()), open: Vec::new(), hidden: Vec::new() };
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        tidy.text(&rest[..at]);
        rest = &rest[at..];
        rest = tidy.markup(rest);
    }
    tidy.text(rest);
    while !tidy.open.is_empty() {
        tidy.pop();
    }
    tidy.out
}

struct Tidy {
    out: String,
    open: Vec<&'static str>,
    /// Elements that were left out for being too deep, and how many of each are open.
    hidden: Vec<(&'static str, usize)>,
}

impl Tidy {
    /// Adds text; a `&` that begins no entity becomes one, since the parser's work on it grows with the square of their number.
    fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            self.out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            self.out.push_str(if is_entity(rest) { "&" } else { "&amp;" });
        }
        self.out.push_str(rest);
    }

    /// Takes the markup at the start of `rest`, and gives what is left.
    fn markup<'h>(&mut self, rest: &'h str) -> &'h str {
        let behind = &rest[1..];
        if let Some(comment) = behind.strip_prefix("!--") {
            // `<!-->` and `<!--->` are whole comments
            return match comment.strip_prefix('>').or_else(|| comment.strip_prefix("->")) {
                Some(rest) => rest,
                None => comment.split_once("-->").map_or("", |(_, rest)| rest),
            };
        }
        if behind.starts_with(['!', '?']) {
            return behind.split_once('>').map_or("", |(_, rest)| rest);
        }
        if let Some(name) = behind.strip_prefix('/') {
            if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                let (tag, rest) = Tag::read(name);
                self.end(&tag.name);
                return rest;
            }
            return name.split_once('>').map_or("", |(_, rest)| rest);
        }
        if !behind.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.out.push_str("&lt;");
            return behind;
        }
        let (tag, rest) = Tag::read(behind);
        if SILENT.contains(&&*tag.name) {
            return tag::skip_past_end(rest, &tag.name);
        }
        self.start(&tag);
        rest
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let Some(name) = element(&tag.name) else { return };
        if !self.make_room(name) || self.open.len() >= NESTING {
            self.hide(name);
            return;
        }
        self.out.push('<');
        self.out.push_str(name);
        for (attribute, value) in &tag.attributes {
            if *attribute == "title" || attributes(name).contains(attribute) {
                self.out.push(' ');
                self.out.push_str(attribute);
                self.out.push_str("=\"");
                self.out.push_str(&value.replace('"', "&quot;"));
                self.out.push('"');
            }
        }
        self.out.push('>');
        if !VOID.contains(&name) {
            self.open.push(name);
        }
    }

    /// Closes the outermost of `names` that is open within the innermost `wall`.
    fn close_within(&mut self, wall: &str, names: &[&str]) {
        let from = self.open.iter().rposition(|open| *open == wall).map_or(self.open.len(), |at| at + 1);
        if let Some(at) = self.open[from..].iter().position(|open| names.contains(open)) {
            self.close_from(from + at);
        }
    }

    /// Closes the innermost of `names` that is open, if no wall stands before it.
    fn close_upto(&mut self, names: &[&str], walls: &[&str]) {
        for at in (0..self.open.len()).rev() {
            if names.contains(&self.open[at]) {
                return self.close_from(at);
            }
            if walls.contains(&self.open[at]) || WALLS.contains(&self.open[at]) {
                return;
            }
        }
    }

    fn close_from(&mut self, at: usize) {
        while self.open.len() > at {
            self.pop();
        }
    }

    fn pop(&mut self) {
        if let Some(name) = self.open.pop() {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }

    fn hide(&mut self, name: &'static str) {
        if VOID.contains(&name) {
            return;
        }
        match self.hidden.iter_mut().find(|(hidden, _)| *hidden == name) {
            Some((_, count)) => *count += 1,
            None => self.hidden.push((name, 1)),
        }
    }

    fn end(&mut self, name: &str) {
        if let Some((_, count)) = self.hidden.iter_mut().find(|(hidden, count)| *hidden == name && *count > 0) {
            *count -= 1;
            return;
        }
        let structural = matches!(name, "table" | "thead" | "tbody" | "tfoot" | "tr" | "td" | "th" | "caption");
        for at in (0..self.open.len()).rev() {
            if self.open[at] == name {
                return self.close_from(at);
            }
            let wall = if structural { self.open[at] == "table" } else { WALLS.contains(&self.open[at]) };
            if wall {
                return;
            }
        }
    }
}

/// Whether what follows a `&` makes it an entity: a name or number and a semicolon, or one of the few that go without.
fn is_entity(rest: &str) -> bool {
    const LONGEST: usize = 33;
    let bare = ["lt", "gt", "amp", "quot", "nbsp", "copy", "reg"].iter().any(|name| rest.starts_with(name));
    let name = rest.bytes().take(LONGEST).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    bare || name > 1 && rest.as_bytes().get(name) == Some(&b';')
}

#[cfg(test)]
mod tests;
