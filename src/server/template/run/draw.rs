//! Draws nodes.

use std::rc::Rc;

use super::{
    super::{
        budget::Fallible,
        coerce::{Text, is_true, is_truthy},
        compare::equal,
        number,
        syntax::{Branch, Chain, Node, Operand},
        value::{Marked, Value},
    },
    Environment, Run,
};

impl Run<'_> {
    /// Draws `nodes`, up to a `break` or `continue`.
    pub fn draw(&mut self, nodes: &[Node]) -> Fallible<()> {
        for node in nodes {
            self.budget.step()?;
            self.node(node)?;
            if self.stopped.by_break || self.stopped.by_continue {
                break;
            }
        }
        Ok(())
    }

    fn node(&mut self, node: &Node) -> Fallible<()> {
        match node {
            Node::Text(text) => self.write(text, text),
            Node::Print(chain) => {
                let value = self.shown(chain)?;
                self.print(&value, chain.raw)
            }
            Node::Assign { name, value } => {
                let value = self.chain(value)?;
                self.set(name, value)
            }
            Node::Capture { name, body } => {
                let (text, html) = self.capture(|run| run.draw(body))?;
                self.budget.allocate(text.len() + html.len())?;
                self.set(name, Value::Marked(Rc::new(Marked { text: Rc::from(text), html: Rc::from(html), printed: false })))
            }
            Node::If { negated, branches, otherwise } => self.condition(*negated, branches, otherwise),
            Node::Case { target, branches, otherwise } => self.case(target, branches, otherwise),
            Node::For { iteration, otherwise } => self.repeat(iteration, otherwise),
            Node::TableRow(iteration) => self.table_row(iteration),
            Node::Cycle { group, key, candidates } => self.cycle(group.as_ref(), key, candidates),
            Node::Count { name, by } => self.count(name, *by),
            Node::Lines(nodes) => self.draw(nodes),
            Node::Break => {
                self.stopped.by_break = true;
                Ok(())
            }
            Node::Continue => {
                self.stopped.by_continue = true;
                Ok(())
            }
            Node::Nothing => Ok(()),
        }
    }

    fn condition(&mut self, negated: bool, branches: &[Branch], otherwise: &[Node]) -> Fallible<()> {
        for (at, branch) in branches.iter().enumerate() {
            let value = self.shown(&branch.condition)?;
            if is_true(&value) != (negated && at == 0) {
                return self.draw(&branch.body);
            }
        }
        self.draw(otherwise)
    }

    /// Every branch that has the value is drawn, not the first alone.
    fn case(&mut self, target: &Chain, branches: &[(Vec<Operand>, Vec<Node>)], otherwise: &[Node]) -> Fallible<()> {
        let target = self.shown(target)?;
        let mut hit = false;
        for (choices, body) in branches {
            for choice in choices {
                let choice = self.operand(choice)?;
                if equal(&target, &choice, self.budget)? {
                    self.draw(body)?;
                    hit = true;
                    break;
                }
            }
        }
        if hit { Ok(()) } else { self.draw(otherwise) }
    }

    fn cycle(&mut self, group: Option<&Operand>, key: &str, candidates: &[Chain]) -> Fallible<()> {
        let group = match group {
            Some(operand) => self.operand(operand)?,
            None => Value::Undefined,
        };
        let mut name = Text::new(self.budget);
        name.string(&group)?;
        name.push(":")?;
        name.push(key)?;
        let turn = self.cycles.entry(name.finish().to_string()).or_insert(0);
        let candidate = &candidates[*turn % candidates.len()];
        *turn = (*turn + 1) % candidates.len();
        let value = self.shown(candidate)?;
        // LiquidJS prints no 0 and no false here
        if is_truthy(&value) { self.print(&value, candidate.raw) } else { Ok(()) }
    }

    /// `increment` shows the number and then counts, `decrement` counts first.
    fn count(&mut self, name: &Rc<str>, by: i8) -> Fallible<()> {
        let Environment::Names(names) = &mut self.environment else { return Ok(()) };
        self.budget.allocate(size_of::<(Rc<str>, Value)>())?;
        let before = match names.get(name) {
            Some(Value::Number(number)) => *number,
            Some(Value::Exact(exact)) => exact.number,
            _ => 0.0,
        };
        let after = before + f64::from(by);
        names.insert(Rc::clone(name), Value::Number(after));
        let text = number::text(if by < 0 { after } else { before });
        self.write(&text, &text)
    }
}
