//! Reads a tag off HTML.

/// A start or end tag.
pub struct Tag<'h> {
    /// In lower case.
    pub name: String,
    /// `href`, `title`, `colspan` and `rowspan`, the first of each, as they are written.
    pub attributes: Vec<(&'static str, &'h str)>,
}

/// The attributes that anything may have here.
const KEPT: [&str; 4] = ["href", "title", "colspan", "rowspan"];

const fn is_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\u{c}' | '\r' | ' ')
}

impl<'h> Tag<'h> {
    /// The tag whose name `rest` begins with, and what is behind it; an unclosed tag takes all.
    pub fn read(rest: &'h str) -> (Self, &'h str) {
        let end = rest.find(|c| is_space(c) || matches!(c, '/' | '>')).unwrap_or(rest.len());
        let mut tag = Self { name: rest[..end].to_ascii_lowercase(), attributes: Vec::new() };
        let mut rest = &rest[end..];
        loop {
            rest = rest.trim_start_matches(|c| is_space(c) || c == '/');
            if rest.is_empty() {
                // HTML drops a tag that the text ends in
                tag.name.clear();
                return (tag, rest);
            }
            if let Some(behind) = rest.strip_prefix('>') {
                return (tag, behind);
            }
            rest = tag.attribute(rest);
        }
    }

    fn attribute(&mut self, rest: &'h str) -> &'h str {
        // a name may begin with `=`
        let start = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[start..].find(|c| is_space(c) || matches!(c, '/' | '>' | '=')).map_or(rest.len(), |at| start + at);
        let name = &rest[..end];
        let mut rest = &rest[end..];
        let Some(value) = rest.trim_start_matches(is_space).strip_prefix('=') else { return rest };
        let value = value.trim_start_matches(is_space);
        let read = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => match value[1..].split_once(quote) {
                Some((value, behind)) => {
                    rest = behind;
                    value
                }
                None => {
                    rest = "";
                    return rest;
                }
            },
            _ => {
                let end = value.find(|c| is_space(c) || c == '>').unwrap_or(value.len());
                rest = &value[end..];
                &value[..end]
            }
        };
        let kept = KEPT.into_iter().find(|kept| kept.eq_ignore_ascii_case(name));
        if let Some(kept) = kept.filter(|kept| !self.attributes.iter().any(|(name, _)| name == kept)) {
            self.attributes.push((kept, read));
        }
        rest
    }
}

/// What is behind the end tag `name`; nothing if there is none.
pub fn skip_past_end<'h>(rest: &'h str, name: &str) -> &'h str {
    let mut rest = rest;
    while let Some(at) = rest.find("</") {
        rest = &rest[at + 2..];
        let behind = rest.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name)).map(|_| &rest[name.len()..]);
        if let Some(behind) = behind.filter(|behind| behind.starts_with(|c| is_space(c) || matches!(c, '/' | '>'))) {
            return Tag::read(behind.trim_start_matches(|c| c != '>')).1;
        }
    }
    ""
}
