//! Cuts a template into texts, outputs and tags, and trims the white space that `{%-`, `-%}` and the like ask for.

use super::{
    character::is_blank,
    scan::{Fault, Parsed, Scanner, ends_with, excerpt},
};

/// A piece of the source: `begin..end` with its delimiters.
#[derive(Clone)]
pub struct Piece {
    pub kind: Kind,
    pub begin: usize,
    pub end: usize,
}

/// What a piece is. Ranges are of the source.
#[derive(Clone)]
pub enum Kind {
    /// Text; what is trimmed is left out.
    Text { from: usize, to: usize },
    /// `{{ from..to }}`
    Output { from: usize, to: usize },
    /// `{% name from..to %}`
    Tag { name: String, from: usize, to: usize },
}

impl Piece {
    /// The name of the tag that this is.
    pub fn tag(&self) -> Option<&str> {
        if let Kind::Tag { name, .. } = &self.kind { Some(name) } else { None }
    }
}

/// The pieces of `source`.
pub fn pieces(source: &[char]) -> Parsed<Vec<Piece>> {
    let mut cutter = Cutter { scan: Scanner::new(source, 0, source.len()), raw_from: None, trims: Vec::new(), pieces: Vec::new() };
    while !cutter.scan.is_done() {
        cutter.cut()?;
    }
    cutter.trim();
    Ok(cutter.pieces)
}

/// The tags of `{% liquid %}`, one a line.
pub fn lines(source: &[char], from: usize, to: usize) -> Parsed<Vec<Piece>> {
    let mut scan = Scanner::new(source, from, to);
    let mut tags = Vec::new();
    loop {
        scan.skip_blank();
        if scan.is_done() {
            return Ok(tags);
        }
        let begin = scan.at;
        scan.skip_past("\n");
        let inner = inner(source, begin, scan.at);
        tags.push(Piece { kind: tag(source, &inner, "illegal liquid tag syntax, tag name expected")?, begin, end: scan.at });
    }
}

/// What stands between the delimiters, and which sides are to be trimmed.
struct Inner {
    from: usize,
    to: usize,
    left: bool,
    right: bool,
}

fn inner(source: &[char], from: usize, to: usize) -> Inner {
    let left = source.get(from) == Some(&'-');
    let right = to > 0 && source.get(to - 1) == Some(&'-');
    let mut inner = Inner { from: from + usize::from(left), to: to - usize::from(right), left, right };
    while inner.from < inner.to && is_blank(source[inner.from]) {
        inner.from += 1;
    }
    while inner.to > inner.from && is_blank(source[inner.to - 1]) {
        inner.to -= 1;
    }
    inner
}

fn tag(source: &[char], inner: &Inner, nameless: &str) -> Parsed<Kind> {
    let mut scan = Scanner::new(source, inner.from, inner.to);
    scan.skip_blank();
    let name = if source.get(scan.at) == Some(&'#') {
        scan.at += 1;
        "#".to_owned()
    } else {
        scan.name()
    };
    if name.is_empty() {
        return Err(scan.fault(nameless));
    }
    scan.skip_blank();
    Ok(Kind::Tag { name, from: scan.at, to: inner.to.max(scan.at) })
}

struct Cutter<'t> {
    scan: Scanner<'t>,
    /// Where the `raw` begins that is open.
    raw_from: Option<usize>,
    trims: Vec<(bool, bool)>,
    pieces: Vec<Piece>,
}

impl Cutter<'_> {
    fn cut(&mut self) -> Parsed<()> {
        if let Some(raw_from) = self.raw_from {
            return self.raw(raw_from);
        }
        match (self.scan.peek(0), self.scan.peek(1)) {
            (Some('{'), Some('%')) => self.tag(),
            (Some('{'), Some('{')) => self.output(),
            _ => {
                let begin = self.scan.at;
                while !(self.scan.is_done() || self.scan.peek(0) == Some('{') && matches!(self.scan.peek(1), Some('%' | '{'))) {
                    self.scan.at += 1;
                }
                self.text(begin, self.scan.at);
                Ok(())
            }
        }
    }

    fn text(&mut self, begin: usize, end: usize) {
        self.push(Kind::Text { from: begin, to: end }, begin, (false, false));
    }

    fn push(&mut self, kind: Kind, begin: usize, trims: (bool, bool)) {
        self.pieces.push(Piece { kind, begin, end: self.scan.at });
        self.trims.push(trims);
    }

    fn tag(&mut self) -> Parsed<()> {
        let (source, begin) = (self.scan.source, self.scan.at);
        if !self.scan.skip_past("%}") {
            return Err(self.unclosed("tag", begin));
        }
        self.push_tag(source, begin)
    }

    fn push_tag(&mut self, source: &[char], begin: usize) -> Parsed<()> {
        // `{%}` closes itself: nothing stands within
        let inner = inner(source, begin + 2, (self.scan.at - 2).max(begin + 2));
        let kind = tag(source, &inner, "illegal tag syntax, tag name expected")?;
        if matches!(&kind, Kind::Tag { name, .. } if name == "raw") {
            self.raw_from = Some(begin);
        }
        self.push(kind, begin, (inner.left, inner.right));
        Ok(())
    }

    fn output(&mut self) -> Parsed<()> {
        let begin = self.scan.at;
        self.scan.skip_blank();
        while !self.scan.is_done() {
            if self.scan.skip_quoted() {
                continue;
            }
            self.scan.at += 1;
            if ends_with(self.scan.source, self.scan.at, "}}") {
                let inner = inner(self.scan.source, begin + 2, (self.scan.at - 2).max(begin + 2));
                self.push(Kind::Output { from: inner.from, to: inner.to }, begin, (inner.left, inner.right));
                return Ok(());
            }
        }
        Err(self.unclosed("output", begin))
    }

    fn unclosed(&self, what: &str, begin: usize) -> Fault {
        Fault { message: format!("{what} {} not closed", excerpt(self.scan.source, begin, self.scan.end)), at: begin }
    }

    /// What stands between `raw` and `endraw`, or the latter.
    fn raw(&mut self, raw_from: usize) -> Parsed<()> {
        let (source, begin) = (self.scan.source, self.scan.at);
        self.scan.skip_past("{%");
        let mut open = self.scan.at - 2;
        while !self.scan.is_done() {
            // LiquidJS knows no `{%- endraw`
            if self.scan.name() != "endraw" {
                self.scan.skip_past("{%");
                open = self.scan.at - 2;
                continue;
            }
            while self.scan.at <= self.scan.end {
                if ends_with(source, self.scan.at, "%}") {
                    if open == begin {
                        self.raw_from = None;
                        return self.push_tag(source, begin);
                    }
                    self.scan.at = open;
                    self.text(begin, open);
                    return Ok(());
                }
                if ends_with(source, self.scan.at, "{%") {
                    break;
                }
                self.scan.at += 1;
            }
        }
        Err(self.unclosed("raw", raw_from))
    }

    fn trim(&mut self) {
        let source = self.scan.source;
        let mut in_raw = false;
        for at in 0..self.pieces.len() {
            let (left, right) = self.trims[at];
            if left && !in_raw && at > 0 {
                trim_end(&mut self.pieces[at - 1].kind, source);
            }
            match self.pieces[at].tag() {
                Some("raw") => in_raw = true,
                Some("endraw") => in_raw = false,
                _ => {}
            }
            if let Some(next) = self.pieces.get_mut(at + 1).filter(|_| right && !in_raw) {
                trim_start(&mut next.kind, source);
            }
        }
    }
}

fn trim_end(kind: &mut Kind, source: &[char]) {
    if let Kind::Text { from, to } = kind {
        while *to > *from && is_blank(source[*to - 1]) {
            *to -= 1;
        }
    }
}

fn trim_start(kind: &mut Kind, source: &[char]) {
    if let Kind::Text { from, to } = kind {
        while *from < *to && is_blank(source[*from]) {
            *from += 1;
        }
    }
}
