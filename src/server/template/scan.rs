//! Reads what stands within a tag: names, values, expressions, filters. A port of LiquidJS' tokenizer, lenient where that is lenient.

use std::rc::Rc;

use super::{
    budget::{NESTING, too_deep},
    character::{is_blank, is_word},
    filters, quoted,
    syntax::{Argument, Call, Chain, Operand, Operator, Term},
    value::Value,
};

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

    /// A name; empty if none comes next.
    pub fn name(&mut self) -> String {
        self.skip_blank();
        let from = self.at;
        while self.peek(0).is_some_and(is_word) {
            self.at += 1;
        }
        self.text(from, self.at)
    }

    /// An expression and its filters.
    pub fn chain(&mut self) -> Parsed<Chain> {
        let terms = self.terms()?;
        if terms.is_empty() {
            return Err(self.fault(format!("invalid value expression: {}", self.snapshot())));
        }
        let mut calls = Vec::new();
        let mut raw = false;
        while let Some((name, call)) = self.call()? {
            raw = name == "raw";
            calls.push(call);
        }
        Ok(Chain { terms, calls, raw })
    }

    /// Operands and operators, in postfix order.
    fn terms(&mut self) -> Parsed<Vec<Term>> {
        let mut terms = Vec::new();
        let mut waiting: Vec<Operator> = Vec::new();
        while self.at < self.end {
            if let Some(operator) = self.operator() {
                while let Some(last) = waiting.pop_if(|last| last.precedence() > operator.precedence()) {
                    terms.push(Term::Operator(last));
                }
                waiting.push(operator);
            } else if let Some(operand) = self.operand()? {
                terms.push(Term::Operand(operand));
            } else {
                break;
            }
        }
        terms.extend(waiting.into_iter().rev().map(Term::Operator));
        Ok(terms)
    }

    fn operator(&mut self) -> Option<Operator> {
        self.skip_blank();
        Operator::ALL.into_iter().find(|(text, _)| self.skip_token(text)).map(|(_, operator)| operator)
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

    /// `| name: argument, argument`, and the name.
    fn call(&mut self) -> Parsed<Option<(String, Call)>> {
        self.skip_blank();
        match self.peek(0) {
            None | Some(')' | ',') => return Ok(None),
            Some('|') => self.at += 1,
            Some(_) => return Err(self.fault(format!("expected \"|\" before filter, found {}", self.snapshot()))),
        }
        let name = self.name();
        if name.is_empty() {
            return if self.is_done() { Ok(None) } else { Err(self.fault("expected filter name")) };
        }
        let mut arguments = Vec::new();
        self.skip_blank();
        match self.peek(0) {
            None | Some('|' | ')' | ',') => {}
            Some(':') => loop {
                self.at += 1;
                arguments.extend(self.argument()?);
                self.skip_blank();
                match self.peek(0) {
                    Some(',') => {}
                    None | Some('|' | ')') => break,
                    Some(_) => {
                        return Err(self.fault(format!("unexpected character {} in the arguments of filter \"{name}\"", self.snapshot())));
                    }
                }
            },
            Some(_) => return Err(self.fault(format!("expected \":\" after filter name \"{name}\""))),
        }
        let call = Call { filter: filters::find(&name), arguments };
        Ok(Some((name, call)))
    }

    fn argument(&mut self) -> Parsed<Option<Argument>> {
        self.skip_blank();
        let from = self.at;
        let Some(key) = self.operand()? else { return Ok(None) };
        let to = self.at;
        self.skip_blank();
        if !self.skip(':') {
            return Ok(Some(Argument { name: None, value: Some(key) }));
        }
        let name = Rc::from(self.text(from, to));
        Ok(Some(Argument { name: Some(name), value: self.operand()? }))
    }

    /// `name: value` and bare names, as tags take them.
    pub fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        let mut arguments = Vec::new();
        loop {
            self.skip_blank();
            self.skip(',');
            let name = self.name();
            if name.is_empty() {
                return Ok(arguments);
            }
            self.skip_blank();
            let value = if self.skip(':') { self.operand()? } else { None };
            arguments.push(Argument { name: Some(Rc::from(name)), value });
        }
    }

    /// A value: a literal, a path or a range.
    pub fn operand(&mut self) -> Parsed<Option<Operand>> {
        if self.depth >= NESTING {
            return Err(self.fault(too_deep()));
        }
        self.depth += 1;
        let operand = self.operand_here();
        self.depth -= 1;
        operand
    }

    fn operand_here(&mut self) -> Parsed<Option<Operand>> {
        self.skip_blank();
        let base = match self.word().or_else(|| self.quoted()).or_else(|| self.number()) {
            Some(value) => Some(Operand::Literal(value)),
            None if self.peek(0) == Some('(') => Some(self.range()?),
            None => None,
        };
        let keys = self.keys(base.is_none())?;
        if keys.is_empty() { Ok(base) } else { Ok(Some(Operand::Path { base: base.map(Box::new), keys })) }
    }

    /// A value, or a fault.
    pub fn expect_operand(&mut self) -> Parsed<Operand> {
        match self.operand()? {
            Some(operand) => Ok(operand),
            None => Err(self.fault(format!("unexpected token {}, value expected", self.snapshot()))),
        }
    }

    /// `.key[key]`; with `first`, a variable's name to begin with.
    pub fn keys(&mut self, first: bool) -> Parsed<Vec<Operand>> {
        let mut keys = Vec::new();
        loop {
            if self.skip('[') {
                keys.push(self.operand()?.unwrap_or_else(|| Operand::Literal(Value::text(""))));
                if !self.skip_past("]") {
                    return Err(self.fault("[ not closed"));
                }
                continue;
            }
            if first && keys.is_empty() {
                let name = self.name();
                if !name.is_empty() {
                    keys.push(Operand::Literal(Value::text(name)));
                    continue;
                }
            }
            // two dots are a range's
            if self.peek(0) != Some('.') || self.peek(1) == Some('.') {
                return Ok(keys);
            }
            self.at += 1;
            let name = self.name();
            if name.is_empty() {
                return Ok(keys);
            }
            keys.push(Operand::Literal(Value::text(name)));
        }
    }

    fn word(&mut self) -> Option<Value> {
        let words = [
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
            ("nil", Value::Nil),
            ("null", Value::Nil),
            ("empty", Value::Empty),
            ("blank", Value::Blank),
        ];
        words.into_iter().find(|(text, _)| self.skip_token(text)).map(|(_, value)| value)
    }

    /// A text in quotes.
    pub fn quoted(&mut self) -> Option<Value> {
        self.skip_blank();
        let from = self.at;
        if !self.skip_quoted() {
            return None;
        }
        Some(Value::text(quoted::unquote(&self.source[from..self.at])))
    }

    /// Moves behind the text in quotes that comes next, or to the end; whether there is one.
    pub fn skip_quoted(&mut self) -> bool {
        let Some(quote @ ('"' | '\'')) = self.peek(0) else { return false };
        self.at += 1;
        let mut escaped = false;
        while let Some(c) = self.peek(0) {
            self.at += 1;
            if c == quote && !escaped {
                break;
            }
            escaped = !escaped && c == '\\';
        }
        true
    }

    fn number(&mut self) -> Option<Value> {
        let mut ahead = usize::from(matches!(self.peek(0), Some('+' | '-')));
        let (mut point, mut digit) = (false, false);
        loop {
            match self.peek(ahead) {
                Some('0'..='9') => digit = true,
                Some('.') if self.peek(ahead + 1) != Some('.') => {
                    if point || !digit {
                        return None;
                    }
                    point = true;
                }
                _ => break,
            }
            ahead += 1;
        }
        if !digit || self.peek(ahead).is_some_and(is_word) {
            return None;
        }
        let text = self.text(self.at, self.at + ahead);
        self.at += ahead;
        Some(Value::Number(super::number::parse(&text)))
    }

    fn range(&mut self) -> Parsed<Operand> {
        self.at += 1;
        let low = self.expect_operand()?;
        self.skip_blank();
        if !(self.peek(0) == Some('.') && self.peek(1) == Some('.')) {
            return Err(self.fault("invalid range syntax"));
        }
        self.at += 2;
        let high = self.expect_operand()?;
        self.skip_blank();
        if !self.skip(')') {
            return Err(self.fault("invalid range syntax"));
        }
        Ok(Operand::Range(Box::new(low), Box::new(high)))
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
