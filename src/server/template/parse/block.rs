//! Tags that have an end.

use std::rc::Rc;

use super::{
    super::{
        coerce::as_text,
        cut,
        syntax::{Branch, Chain, Iteration, Node},
    },
    Parsed, Parser, Tag,
};

impl<'t> Parser<'t> {
    /// Reads to the tag called `end`, and hands over what it comes upon: tags that `markers` names, and nodes.
    fn block(&mut self, tag: &Tag<'t>, end: &str, markers: &[&str], mut found: impl FnMut(Part<'t>) -> Parsed<()>) -> Parsed<()> {
        while let Some(piece) = self.pieces.next() {
            let marker = piece.tag().is_some_and(|name| name == end || markers.contains(&name));
            if !marker {
                found(Part::Node(self.node(piece)?))?;
                continue;
            }
            let mark = self.opened(piece);
            if mark.name == end {
                return found(Part::End(mark));
            }
            found(Part::Mark(mark))?;
        }
        Err(tag.unclosed())
    }

    pub fn capture(&mut self, mut tag: Tag<'t>) -> Parsed<Node> {
        let mut name = tag.scan.name();
        if name.is_empty() {
            match tag.scan.quoted() {
                Some(quoted) => as_text(&quoted).unwrap_or_default().clone_into(&mut name),
                None => return Err(tag.scan.fault("invalid capture name")),
            }
        }
        let mut body = Vec::new();
        self.block(&tag, "endcapture", &[], |part| {
            body.extend(part.node());
            Ok(())
        })?;
        Ok(Node::Capture { name: Rc::from(name), body })
    }

    pub fn comment(&mut self, tag: &Tag<'t>) -> Parsed<Node> {
        if self.pieces.any(|piece| piece.tag() == Some("endcomment")) { Ok(Node::Nothing) } else { Err(tag.unclosed()) }
    }

    pub fn raw(&mut self, tag: &Tag<'t>) -> Parsed<Node> {
        let mut text = String::new();
        for piece in self.pieces.by_ref() {
            if piece.tag() == Some("endraw") {
                return Ok(Node::Text(Rc::from(text)));
            }
            text.extend(&self.source[piece.begin..piece.end]);
        }
        Err(tag.unclosed())
    }

    pub fn lines(&mut self, tag: &Tag<'t>) -> Parsed<Node> {
        let pieces = cut::lines(self.source, tag.scan.at, tag.scan.end)?.into_iter();
        Ok(Node::Lines(Parser { source: self.source, pieces, depth: self.depth }.all()?))
    }

    pub fn condition(&mut self, mut tag: Tag<'t>) -> Parsed<Node> {
        let mut branches = vec![Branch { condition: tag.chain()?, body: Vec::new() }];
        let mut otherwise: Option<Vec<Node>> = None;
        self.block(&tag, "endif", &["elsif", "else"], |part| match part {
            Part::Node(node) => {
                otherwise.as_mut().unwrap_or(&mut last(&mut branches).body).push(node);
                Ok(())
            }
            Part::End(end) => end.expect_empty(),
            Part::Mark(mark) if otherwise.is_some() => {
                Err(mark.fault(if mark.name == "else" { "duplicated else" } else { "unexpected elsif after else" }))
            }
            Part::Mark(mark) if mark.name == "else" => {
                mark.expect_empty()?;
                otherwise = Some(Vec::new());
                Ok(())
            }
            Part::Mark(mut mark) => {
                branches.push(Branch { condition: mark.chain()?, body: Vec::new() });
                Ok(())
            }
        })?;
        Ok(Node::If { negated: false, branches, otherwise: otherwise.unwrap_or_default() })
    }

    /// `unless`: more lenient than `if`, what follows a second `else` or an `elsif` behind one is dropped.
    pub fn unless(&mut self, mut tag: Tag<'t>) -> Parsed<Node> {
        let mut branches = vec![Branch { condition: tag.chain()?, body: Vec::new() }];
        let mut otherwise = Vec::new();
        let mut elses = 0;
        let mut dropping = false;
        self.block(&tag, "endunless", &["elsif", "else"], |part| {
            match part {
                Part::End(_) => {}
                Part::Node(node) if elses == 0 => last(&mut branches).body.push(node),
                Part::Node(node) if elses == 1 && !dropping => otherwise.push(node),
                Part::Node(_) => {}
                Part::Mark(mark) if mark.name == "else" => {
                    elses += 1;
                    dropping = false;
                }
                Part::Mark(_) if elses > 0 => dropping = true,
                Part::Mark(mut mark) => branches.push(Branch { condition: mark.chain()?, body: Vec::new() }),
            }
            Ok(())
        })?;
        Ok(Node::If { negated: true, branches, otherwise })
    }

    pub fn case(&mut self, mut tag: Tag<'t>) -> Parsed<Node> {
        let target: Chain = tag.chain()?;
        let mut branches: Vec<(Vec<_>, Vec<Node>)> = Vec::new();
        let mut otherwise = Vec::new();
        let mut elses = 0;
        self.block(&tag, "endcase", &["when", "else"], |part| {
            match part {
                Part::End(_) => {}
                Part::Node(node) if elses == 1 => otherwise.push(node),
                // what comes before the first `when` is dropped
                Part::Node(node) if elses == 0 => {
                    if let Some((_, body)) = branches.last_mut() {
                        body.push(node);
                    }
                }
                Part::Node(_) => {}
                Part::Mark(mark) if mark.name == "else" => elses += 1,
                Part::Mark(_) if elses > 0 => {}
                Part::Mark(mut mark) => branches.push((choices(&mut mark)?, Vec::new())),
            }
            Ok(())
        })?;
        Ok(Node::Case { target, branches, otherwise })
    }

    pub fn iterate(&mut self, mut tag: Tag<'t>) -> Parsed<Node> {
        let mut iteration = iteration(&mut tag)?;
        if iteration.variable.is_empty() {
            return Err(tag.fault(format!("illegal tag: {}", tag.written())));
        }
        let mut otherwise = Vec::new();
        let mut in_else = false;
        self.block(&tag, "endfor", &["else"], |part| match part {
            Part::Node(node) => {
                if in_else { &mut otherwise } else { &mut iteration.body }.push(node);
                Ok(())
            }
            Part::End(end) => end.expect_empty(),
            Part::Mark(mark) => {
                in_else = true;
                mark.expect_empty()
            }
        })?;
        Ok(Node::For { iteration, otherwise })
    }

    pub fn table_row(&mut self, mut tag: Tag<'t>) -> Parsed<Node> {
        let mut iteration = iteration(&mut tag)?;
        self.block(&tag, "endtablerow", &[], |part| {
            iteration.body.extend(part.node());
            Ok(())
        })?;
        Ok(Node::TableRow(iteration))
    }
}

/// What a block consists of.
enum Part<'t> {
    Node(Node),
    Mark(Tag<'t>),
    End(Tag<'t>),
}

impl Part<'_> {
    fn node(self) -> Option<Node> {
        if let Self::Node(node) = self { Some(node) } else { None }
    }
}

fn last(branches: &mut [Branch]) -> &mut Branch {
    let at = branches.len() - 1;
    &mut branches[at]
}

/// `VARIABLE in COLLECTION ARGUMENTS`
fn iteration(tag: &mut Tag<'_>) -> Parsed<Iteration> {
    let variable = Rc::from(tag.scan.name());
    let word = tag.scan.name();
    tag.scan.skip_blank();
    let from = tag.scan.at;
    let collection = tag.scan.operand()?;
    let written = Rc::from(tag.scan.text(from, tag.scan.at));
    let Some(collection) = collection.filter(|_| word == "in") else {
        return Err(tag.fault(format!("illegal tag: {}", tag.written())));
    };
    Ok(Iteration { variable, collection, written, arguments: tag.scan.arguments()?, body: Vec::new() })
}

/// The values of a `when`, separated by commas or `or`.
fn choices(mark: &mut Tag<'_>) -> Parsed<Vec<super::super::syntax::Operand>> {
    let mut values = Vec::new();
    while !mark.scan.is_done() {
        values.push(mark.scan.expect_operand()?);
        mark.scan.skip_blank();
        let separator = if mark.scan.peek(0) == Some(',') { "," } else { "or" };
        mark.scan.skip_past(separator);
    }
    Ok(values)
}
