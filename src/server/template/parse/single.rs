//! Tags that stand alone.

use std::rc::Rc;

use super::{super::character::is_space, Node, Parsed, Tag};

pub fn assign(mut tag: Tag<'_>) -> Parsed<Node> {
    let name = tag.scan.name();
    if name.is_empty() {
        return Err(tag.scan.fault("expected variable name after \"assign\""));
    }
    tag.scan.skip_blank();
    if !tag.scan.skip('=') {
        return Err(tag.scan.fault(format!("expected \"=\" after \"assign {name}\"")));
    }
    Ok(Node::Assign { name: Rc::from(name), value: tag.chain()? })
}

pub fn count(mut tag: Tag<'_>, by: i8) -> Node {
    Node::Count { name: Rc::from(tag.scan.name()), by }
}

pub fn echo(mut tag: Tag<'_>) -> Parsed<Node> {
    tag.scan.skip_blank();
    if tag.scan.is_done() { Ok(Node::Nothing) } else { Ok(Node::Print(tag.chain()?)) }
}

pub fn cycle(mut tag: Tag<'_>) -> Parsed<Node> {
    let begin = tag.scan.at;
    let mut group = tag.scan.operand()?;
    tag.scan.skip_blank();
    if group.is_some() && !tag.scan.skip(':') {
        group = None;
        tag.scan.at = begin;
    }
    let mut candidates = Vec::new();
    let mut written = Vec::new();
    while !tag.scan.is_done() {
        let from = tag.scan.at;
        candidates.push(tag.chain()?);
        written.push(tag.scan.text(from, tag.scan.at));
        tag.scan.skip_past(",");
    }
    if candidates.is_empty() {
        return Err(tag.scan.fault(format!("empty candidates: {:?}", tag.written())));
    }
    Ok(Node::Cycle { group, key: Rc::from(written.join(",")), candidates })
}

/// `{% # a note %}`
pub fn note(tag: &Tag<'_>) -> Parsed<Node> {
    let arguments = tag.arguments();
    // a further line that says something must be marked as a note too
    let unmarked = arguments.split('\n').skip(1).any(|line| line.trim_start_matches(is_space).starts_with(|c| c != '#'));
    if unmarked { Err(tag.fault("every line of an inline comment must start with a '#' character")) } else { Ok(Node::Nothing) }
}
