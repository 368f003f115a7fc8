//! Reads what stands within a tag: names, values, expressions, filters. A port of LiquidJS' tokenizer, lenient where that is lenient.

use super::character::{is_blank, is_word};

mod chain;
mod operand;

/// What is wrong with a template, and at which of its characters.
#[derive(Debug)]
pub struct Fault {
    pub message: String,
    pub at: usize,
}

/// A result whose error is a fault of the template.
pub type Parsed<T> = Result<T, Fault>;

/// A position within the characters of a template, and where the readable part ends.
#[derive(Clone)]
pub struct Scanner<'t> {
    pub source: &'t [char],
    pub at: usize,
    pub end: usize,
    depth: usize,
}

impl<'t> Scanner<'t> {
    /// Reads `source[at..end]`.
    pub const fn new(source: &'t [char], at: usize, end: usize) -> Self {
        Self { source, at, end, depth: 0 }
    }

    /// A fault where the scanner stands.
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), at: self.at }
    }

    /// The next characters, for a message.
    fn snapshot(&self) -> String {
        excerpt(self.source, self.at, self.end)
    }

    /// Whether nothing is left.
    pub const fn is_done(&self) -> bool {
        self.at >= self.end
    }

    /// The character `ahead` of here.
    pub fn peek(&self, ahead: usize) -> Option<char> {
        let at = self.at + ahead;
        if at < self.end { self.source.get(at).copied() } else { None }
    }

    /// Skips `c` if it comes next.
    pub fn skip(&mut self, c: char) -> bool {
        let found = self.peek(0) == Some(c);
        self.at += usize::from(found);
        found
    }

    /// Skips blanks.
    pub fn skip_blank(&mut self) {
        while self.peek(0).is_some_and(is_blank) {
            self.at += 1;
        }
    }

    /// Moves behind the next `text`, or to the end; whether it was found.
    pub fn skip_past(&mut self, text: &str) -> bool {
        while self.at < self.end {
            self.at += 1;
            if ends_with(self.source, self.at, text) {
                return true;
            }
        }
        false
    }

    /// The characters from `from` to `to`.
    pub fn text(&self, from: usize, to: usize) -> String {
        self.source[from..to.min(self.source.len())].iter().collect()
    }

    /// Skips `text` if it comes next; a word only if it ends there.
    fn skip_token(&mut self, text: &str) -> bool {
        let length = text.len();
        let found = text.chars().enumerate().all(|(ahead, c)| self.peek(ahead) == Some(c));
        let is_name = text.ends_with(is_word);
        if !found || (is_name && self.peek(length).is_some_and(is_word)) {
            return false;
        }
        self.at += length;
        true
    }

    /// A name; empty if none comes next.
    pub fn name(&mut self) -> String {
        self.skip_blank();
        let from = self.at;
        while self.peek(0).is_some_and(is_word) {
            self.at += 1;
        }
        self.text(from, self.at)
    }
}

/// Whether `source[..at]` ends in `text`.
pub fn ends_with(source: &[char], at: usize, text: &str) -> bool {
    let length = text.chars().count();
    at >= length && text.chars().zip(&source[at - length..at]).all(|(wanted, c)| wanted == *c)
}

/// At most 32 characters from `from`, in quotes, for a message.
pub fn excerpt(source: &[char], from: usize, to: usize) -> String {
    let to = to.min(source.len());
    let from = from.min(to);
    let long = to - from > 32;
    let mut text: String = source[from..if long { from + 29 } else { to }].iter().collect();
    if long {
        text.push_str("...");
    }
    serde_json::Value::from(text).to_string()
}
