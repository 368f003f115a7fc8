//! Expressions: operands, operators, filters.

use std::rc::Rc;

use super::{
    super::{
        budget::Fallible,
        coerce::{is_true, number, plain},
        compare::{contains, equal, order},
        filters,
        syntax::{Argument, Call, Chain, Operand, Operator, Term},
        value::{Marked, Value},
    },
    Run, print,
};

impl Run<'_> {
    /// The value of an expression with its filters.
    pub fn chain(&mut self, chain: &Chain) -> Fallible<Value> {
        self.budget.step()?;
        let mut value = self.terms(&chain.terms)?;
        for call in &chain.calls {
            value = self.call(value, call)?;
        }
        Ok(value)
    }

    /// The first of what is left when all operators are applied.
    fn terms(&mut self, terms: &[Term]) -> Fallible<Value> {
        let mut operands: Vec<Value> = Vec::with_capacity(terms.len().min(8));
        for term in terms {
            self.budget.items(1)?;
            let value = match term {
                Term::Operand(operand) => self.operand(operand)?,
                Term::Operator(Operator::Not) => Value::Bool(!is_true(&operands.pop().unwrap_or(Value::Undefined))),
                Term::Operator(operator) => {
                    let right = operands.pop().unwrap_or(Value::Undefined);
                    let left = operands.pop().unwrap_or(Value::Undefined);
                    Value::Bool(self.operate(*operator, &left, &right)?)
                }
            };
            operands.push(value);
        }
        Ok(operands.into_iter().next().unwrap_or(Value::Undefined))
    }

    fn operate(&self, operator: Operator, left: &Value, right: &Value) -> Fallible<bool> {
        let budget = self.budget;
        Ok(match operator {
            Operator::Equal => equal(left, right, budget)?,
            Operator::Unequal => !equal(left, right, budget)?,
            Operator::Greater => order(left, right, budget)?.is_some_and(std::cmp::Ordering::is_gt),
            Operator::Less => order(left, right, budget)?.is_some_and(std::cmp::Ordering::is_lt),
            Operator::GreaterOrEqual => order(left, right, budget)?.is_some_and(std::cmp::Ordering::is_ge),
            Operator::LessOrEqual => order(left, right, budget)?.is_some_and(std::cmp::Ordering::is_le),
            Operator::Contains => contains(left, right, budget)?,
            Operator::And => is_true(left) && is_true(right),
            Operator::Or => is_true(left) || is_true(right),
            // unary, see `terms`
            Operator::Not => !is_true(right),
        })
    }

    /// The value of an operand; the parser bounds how deep these nest.
    pub fn operand(&mut self, operand: &Operand) -> Fallible<Value> {
        match operand {
            Operand::Literal(value) => Ok(value.clone()),
            Operand::Path { base, keys } => {
                let keys = keys.iter().map(|key| self.operand(key)).collect::<Fallible<Vec<_>>>()?;
                match base {
                    None => self.variable(&keys),
                    Some(base) => {
                        let base = self.operand(base)?;
                        self.walk(base, &keys)
                    }
                }
            }
            Operand::Range(low, high) => {
                let (low, count) = self.range(low, high)?;
                // charged before it is built
                self.budget.items(count)?;
                self.budget.allocate(count.saturating_mul(size_of::<Value>()))?;
                let items = (0..count).map(|at| Value::Number(low + super::super::number::from_length(at))).collect();
                Value::list(items, self.budget)
            }
        }
    }

    /// Where a range begins, and how many numbers it has.
    pub fn range(&mut self, low: &Operand, high: &Operand) -> Fallible<(f64, usize)> {
        let low = self.operand(low)?;
        let high = self.operand(high)?;
        let (low, high) = (number(&low, self.budget)?, number(&high, self.budget)?);
        // in JavaScript: for (i = low; i < high + 1; i++)
        Ok((low, super::super::number::count((high + 1.0 - low).ceil())))
    }

    fn call(&mut self, input: Value, call: &Call) -> Fallible<Value> {
        self.budget.step()?;
        let arguments = call.arguments.iter().map(|argument| self.argument(argument)).collect::<Fallible<Vec<_>>>()?;
        let Some(filter) = call.filter else { return Ok(input) };
        let escaped = matches!(&input, Value::Marked(marked) if marked.printed);
        let value = filter(self, &filters::Input { value: input, arguments: &arguments })?;
        // what is made of an escaped text is not escaped again
        if let (true, Value::Text(text)) = (escaped, &value) {
            let html = print::escape_rest(text, self.budget)?;
            return Ok(Value::Marked(Rc::new(Marked { text: Rc::clone(text), html, printed: true })));
        }
        Ok(value)
    }

    /// A named argument comes as the pair of its name and value.
    fn argument(&mut self, argument: &Argument) -> Fallible<Value> {
        let value = match &argument.value {
            Some(operand) => self.operand(operand)?,
            None => Value::Undefined,
        };
        match &argument.name {
            None => Ok(value),
            Some(name) => Value::list(vec![Value::Text(Rc::clone(name)), value], self.budget),
        }
    }

    /// The arguments of a tag by name; a bare name is true.
    pub fn named(&mut self, arguments: &[Argument], wanted: &str) -> Fallible<Value> {
        match arguments.iter().rev().find(|argument| argument.name.as_deref() == Some(wanted)) {
            None => Ok(Value::Undefined),
            Some(Argument { value: None, .. }) => Ok(Value::Bool(true)),
            Some(Argument { value: Some(operand), .. }) => self.operand(operand),
        }
    }

    /// What `{{ }}` shows of a value.
    pub fn shown(&mut self, chain: &Chain) -> Fallible<Value> {
        Ok(plain(&self.chain(chain)?))
    }
}
