//! What a template is once it is parsed.

use std::rc::Rc;

use super::{filters::Filter, value::Value};

/// A part of an expression that has a value of its own.
pub enum Operand {
    /// A literal, or a name used as a key.
    Literal(Value),
    /// `base.key[key]`; without a base the first key is a variable's name.
    Path { base: Option<Box<Operand>>, keys: Vec<Operand> },
    /// `(low..high)`, both included.
    Range(Box<Operand>, Box<Operand>),
}

/// What stands between operands, and `not`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Equal,
    Unequal,
    Greater,
    Less,
    GreaterOrEqual,
    LessOrEqual,
    Contains,
    Not,
    And,
    Or,
}

impl Operator {
    /// The words and signs of operators; where one begins another, the longer comes first.
    pub const ALL: [(&'static str, Self); 10] = [
        ("==", Self::Equal),
        ("!=", Self::Unequal),
        (">=", Self::GreaterOrEqual),
        ("<=", Self::LessOrEqual),
        (">", Self::Greater),
        ("<", Self::Less),
        ("contains", Self::Contains),
        ("not", Self::Not),
        ("and", Self::And),
        ("or", Self::Or),
    ];

    /// How tightly it binds.
    pub const fn precedence(self) -> u8 {
        match self {
            Self::And | Self::Or => 0,
            Self::Not => 1,
            _ => 2,
        }
    }
}

/// An element of an expression in postfix order.
pub enum Term {
    Operand(Operand),
    Operator(Operator),
}

/// An argument of a filter, or a tag.
pub struct Argument {
    /// `name: value`
    pub name: Option<Rc<str>>,
    pub value: Option<Operand>,
}

/// `| name: argument, argument`
pub struct Call {
    /// What it calls; an unknown filter is none and passes its input on.
    pub filter: Option<Filter>,
    pub arguments: Vec<Argument>,
}

/// An expression and the filters it goes through.
pub struct Chain {
    pub terms: Vec<Term>,
    pub calls: Vec<Call>,
    /// Whether it ends in `| raw`.
    pub raw: bool,
}

/// What a loop goes over, and how.
pub struct Iteration {
    pub variable: Rc<str>,
    pub collection: Operand,
    /// The collection as it is written: part of the loop's name.
    pub written: Rc<str>,
    /// `limit`, `offset`, `reversed`, `cols`: the last of a name counts.
    pub arguments: Vec<Argument>,
    pub body: Vec<Node>,
}

/// A condition and what is drawn when it holds.
pub struct Branch {
    pub condition: Chain,
    pub body: Vec<Node>,
}

/// A piece of the template that is drawn.
pub enum Node {
    Text(Rc<str>),
    Print(Chain),
    Assign {
        name: Rc<str>,
        value: Chain,
    },
    Capture {
        name: Rc<str>,
        body: Vec<Node>,
    },
    /// `if` and `unless` (`negated` turns the first condition round).
    If {
        negated: bool,
        branches: Vec<Branch>,
        otherwise: Vec<Node>,
    },
    Case {
        target: Chain,
        branches: Vec<(Vec<Operand>, Vec<Node>)>,
        otherwise: Vec<Node>,
    },
    For {
        iteration: Iteration,
        otherwise: Vec<Node>,
    },
    TableRow(Iteration),
    /// `key` tells one cycle from another, with the group's value.
    Cycle {
        group: Option<Operand>,
        key: Rc<str>,
        candidates: Vec<Chain>,
    },
    /// `increment` (1), `decrement` (-1).
    Count {
        name: Rc<str>,
        by: i8,
    },
    Break,
    Continue,
    /// `liquid`: tags, one a line.
    Lines(Vec<Node>),
    Nothing,
}
