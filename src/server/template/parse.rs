//! From pieces to nodes: what each tag takes, and where its block ends.

use std::{rc::Rc, vec::IntoIter};

use super::{
    budget::{NESTING, too_deep},
    cut::{self, Kind, Piece},
    scan::{Fault, Parsed, Scanner},
    syntax::{Chain, Node},
};

mod block;
mod single;

/// The nodes of `source`.
pub fn parse(source: &[char]) -> Parsed<Vec<Node>> {
    Parser { source, pieces: cut::pieces(source)?.into_iter(), depth: 0 }.all()
}

/// Reads nodes off the pieces that are left.
struct Parser<'t> {
    source: &'t [char],
    pieces: IntoIter<Piece>,
    depth: usize,
}

/// A tag: its piece, and its arguments to be read.
struct Tag<'t> {
    name: String,
    scan: Scanner<'t>,
    piece: Piece,
}

impl<'t> Parser<'t> {
    fn all(&mut self) -> Parsed<Vec<Node>> {
        let mut nodes = Vec::new();
        while let Some(piece) = self.pieces.next() {
            nodes.push(self.node(piece)?);
        }
        Ok(nodes)
    }

    fn node(&mut self, piece: Piece) -> Parsed<Node> {
        match piece.kind {
            Kind::Text { from, to } => Ok(Node::Text(self.written(from, to))),
            Kind::Output { from, to } => Ok(Node::Print(Scanner::new(self.source, from, to).chain()?)),
            Kind::Tag { .. } => {
                if self.depth > NESTING {
                    return Err(Fault { message: too_deep(), at: piece.begin });
                }
                self.depth += 1;
                let node = self.tag(self.opened(piece));
                self.depth -= 1;
                node
            }
        }
    }

    fn tag(&mut self, tag: Tag<'t>) -> Parsed<Node> {
        match tag.name.as_str() {
            "assign" => single::assign(tag),
            "break" => Ok(Node::Break),
            "capture" => self.capture(tag),
            "case" => self.case(tag),
            "comment" => self.comment(&tag),
            "continue" => Ok(Node::Continue),
            "cycle" => single::cycle(tag),
            "decrement" => Ok(single::count(tag, -1)),
            "echo" => single::echo(tag),
            "for" => self.iterate(tag),
            "if" => self.condition(tag),
            "increment" => Ok(single::count(tag, 1)),
            "liquid" => self.lines(&tag),
            "raw" => self.raw(&tag),
            "tablerow" => self.table_row(tag),
            "unless" => self.unless(tag),
            "#" => single::note(&tag),
            "include" | "render" | "layout" | "block" => {
                Err(tag.fault(format!("tag \"{}\" is not supported: a template cannot read other files", tag.name)))
            }
            _ => Err(tag.fault(format!("tag \"{}\" not found", tag.name))),
        }
    }

    /// `piece`, a tag, ready to be read.
    fn opened(&self, piece: Piece) -> Tag<'t> {
        let (name, from, to) = match &piece.kind {
            Kind::Tag { name, from, to } => (name.clone(), *from, *to),
            Kind::Text { from, to } | Kind::Output { from, to } => (String::new(), *from, *to),
        };
        Tag { name, scan: Scanner::new(self.source, from, to), piece }
    }

    fn written(&self, from: usize, to: usize) -> Rc<str> {
        Rc::from(self.source[from.min(to)..to].iter().collect::<String>())
    }
}

impl Tag<'_> {
    /// A fault of the tag as a whole.
    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), at: self.piece.begin }
    }

    fn unclosed(&self) -> Fault {
        self.fault(format!("tag {} not closed", self.written()))
    }

    /// The tag as it is written.
    fn written(&self) -> String {
        self.scan.text(self.piece.begin, self.piece.end)
    }

    /// The arguments as they are written.
    fn arguments(&self) -> String {
        let Kind::Tag { from, to, .. } = self.piece.kind else { return String::new() };
        self.scan.text(from, to)
    }

    /// # Errors
    /// When there are arguments.
    fn expect_empty(&self) -> Parsed<()> {
        let arguments = self.arguments();
        if arguments.is_empty() { Ok(()) } else { Err(self.fault(format!("unexpected {:?} in tag \"{}\"", arguments, self.name))) }
    }

    fn chain(&mut self) -> Parsed<Chain> {
        self.scan.chain()
    }
}
