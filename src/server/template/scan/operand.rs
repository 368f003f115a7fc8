//! Values: literals, paths, ranges.

use super::{
    super::{
        budget::{NESTING, too_deep},
        character::is_word,
        number, quoted,
        syntax::Operand,
        value::Value,
    },
    Parsed, Scanner,
};

impl Scanner<'_> {
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
        Some(Value::Number(number::parse(&text)))
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
