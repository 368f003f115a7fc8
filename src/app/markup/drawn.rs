//! What a template drew: sanitised HTML, in which hidden characters are still to be made visible (contract § 10).

use super::push_mark;
use crate::app::hidden;

/// `html` with the hidden characters of its texts marked. Tags stay as they are; white space that HTML folds is nothing hidden.
#[must_use]
pub fn drawn(html: &str) -> String {
    let mut marked = String::with_capacity(html.len());
    let mut rest = html;
    while !rest.is_empty() {
        let (text, tail) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        for piece in hidden::pieces(text) {
            match piece {
                Ok(visible) => marked.push_str(visible),
                Err(folded @ ('\t' | '\r' | '\u{a0}')) => marked.push(folded),
                Err(c) => push_mark(c, &mut marked),
            }
        }
        let (tag, tail) = tail.split_at(tag_end(tail));
        marked.push_str(tag);
        rest = tail;
    }
    marked
}

/// Where the tag that `html` begins with ends; a `>` within quotes does not end it.
fn tag_end(html: &str) -> usize {
    let mut quoted = false;
    let end = html.find(|c| {
        quoted ^= c == '"';
        c == '>' && !quoted
    });
    end.map_or(html.len(), |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn texts_are_marked_and_tags_are_not() {
        let mark = "<span data-hidden-character=\"U+202E\">\u{202e}</span>";
        let cases = [
            ("<p>plain</p>".to_owned(), "<p>plain</p>".to_owned()),
            ("<p>a\u{202e}b</p>".to_owned(), format!("<p>a{mark}b</p>")),
            ("\u{202e}<br>\u{202e}".to_owned(), format!("{mark}<br>{mark}")),
            ("<a href=\"/>\u{202e}\" title=\"x\">y</a>".to_owned(), "<a href=\"/>\u{202e}\" title=\"x\">y</a>".to_owned()),
            ("<ul>\n\t<li>a\u{a0}b</li>\r\n</ul>".to_owned(), "<ul>\n\t<li>a\u{a0}b</li>\r\n</ul>".to_owned()),
            (String::new(), String::new()),
        ];
        for (html, wanted) in cases {
            assert_eq!(drawn(&html), wanted, "{html:?}");
        }
    }
}
