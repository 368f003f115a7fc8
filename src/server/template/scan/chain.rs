//! Expressions and their filters.

use std::rc::Rc;

use super::{
    super::{
        filters,
        syntax::{Argument, Call, Chain, Operator, Term},
    },
    Parsed, Scanner,
};

impl Scanner<'_> {
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
}
