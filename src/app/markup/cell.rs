//! A read-only value: its text, its tags, its link, folded when it is long.

use serde_json::Value;

use super::{push_escaped, push_marked, push_shown, words};
use crate::domain::schema::{Choice, Field, Kind};
use crate::domain::value::{is_empty, text};

/// How many lines a cell shows before it folds.
const LINES: usize = 12;
/// About how many characters fit on a line of a narrow column.
const LINE: usize = 28;

/// `value` to be read: a dash when empty, options by their titles, a long text folded, words that `current` does not have marked.
pub fn push_value(field: &Field, value: &Value, current: Option<&Value>, html: &mut String) {
    if is_empty(value) {
        html.push_str("<span class=\"empty\"></span>");
        return;
    }
    html.push_str("<div class=\"cell");
    html.push_str(if value.is_number() { " num\">" } else { "\">" });
    match (&field.kind, value) {
        (Kind::MultiSelect(rules), Value::Array(items)) => {
            for (at, item) in items.iter().enumerate() {
                html.push_str(if at == 0 { "<span class=\"tag\">" } else { " <span class=\"tag\">" });
                push_option(&rules.choices, &text(item), html);
                html.push_str("</span>");
            }
        }
        (Kind::MultiSelect(rules), Value::String(one)) => push_option(&rules.choices, one, html),
        (Kind::Select(choices), Value::String(one)) => push_option(choices, one, html),
        (_, Value::String(text)) => push_text(text, current.and_then(Value::as_str), html),
        (_, other) => push_text(&text(other), None, html),
    }
    html.push_str("</div>");
}

/// An option by its title, and by its value where that is another text.
fn push_option(choices: &[Choice], value: &str, html: &mut String) {
    match choices.iter().find(|choice| choice.value == value) {
        Some(choice) if choice.title != value => {
            push_shown(&choice.title, html);
            html.push_str(" <small class=\"code\">");
            push_shown(value, html);
            html.push_str("</small>");
        }
        _ => push_shown(value, html),
    }
}

/// A text, folded when it is long, with the words that `current` does not have marked, and its link after it.
pub(super) fn push_text(text: &str, current: Option<&str>, html: &mut String) {
    let long = is_long(text);
    if long {
        html.push_str("<div class=\"fold\">");
    }
    match current.and_then(|current| words::added(current, text)) {
        Some(runs) => {
            html.push_str("<bdi>");
            for (added, run) in runs {
                if added {
                    html.push_str("<ins>");
                    push_marked(run, html);
                    html.push_str("</ins>");
                } else {
                    push_marked(run, html);
                }
            }
            html.push_str("</bdi>");
        }
        None => push_shown(text, html),
    }
    if long {
        html.push_str("</div><label class=\"unfold\"><input type=\"checkbox\"> show all</label>");
    }
    if is_link(text) {
        html.push_str(" <a class=\"open\" target=\"_blank\" rel=\"noopener noreferrer nofollow\" href=\"");
        push_escaped(text, html);
        html.push_str("\">open</a>");
    }
}

/// Whether `text` takes more than twelve lines of a narrow column.
fn is_long(text: &str) -> bool {
    text.len() > LINES && text.split('\n').map(|line| line.chars().count().div_ceil(LINE).max(1)).sum::<usize>() > LINES
}

/// Whether all of `text` is a link that may be opened: `http`, `https` and `mailto` only.
fn is_link(text: &str) -> bool {
    let known = ["http://", "https://", "mailto:"];
    let starts =
        |scheme: &&str| text.len() > scheme.len() && text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    known.iter().any(starts) && !text.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | '\\'))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::schema::SetRules;

    fn field(kind: Kind) -> Field {
        Field { name: "a".into(), title: None, description: None, required: false, kind, default: None }
    }

    fn drawn(kind: Kind, value: &Value) -> String {
        let mut html = String::new();
        push_value(&field(kind), value, None, &mut html);
        html
    }

    #[test]
    fn draws_each_kind_of_value() {
        let choices = || vec![Choice { value: "r".into(), title: "Read".into() }, Choice { value: "w".into(), title: "w".into() }];
        let set = || Kind::MultiSelect(SetRules { choices: choices(), min_items: None, max_items: None, unique_items: false });
        let text = || Kind::Text(crate::domain::schema::TextRules::default());
        let cases = [
            (text(), json!(null), "<span class=\"empty\"></span>"),
            (text(), json!(""), "<span class=\"empty\"></span>"),
            (text(), json!(" "), "<div class=\"cell\"><bdi> </bdi></div>"),
            (text(), json!(false), "<div class=\"cell\"><bdi>false</bdi></div>"),
            (text(), json!({"a": "<b>"}), "<div class=\"cell\"><bdi>{&quot;a&quot;:&quot;&lt;b&gt;&quot;}</bdi></div>"),
            (Kind::Boolean, json!(0), "<div class=\"cell num\"><bdi>0</bdi></div>"),
            (Kind::Select(choices()), json!("r"), "<div class=\"cell\"><bdi>Read</bdi> <small class=\"code\"><bdi>r</bdi></small></div>"),
            (Kind::Select(choices()), json!("x"), "<div class=\"cell\"><bdi>x</bdi></div>"),
            (
                set(),
                json!(["w", 1]),
                "<div class=\"cell\"><span class=\"tag\"><bdi>w</bdi></span> <span class=\"tag\"><bdi>1</bdi></span></div>",
            ),
        ];
        for (kind, value, wanted) in cases {
            assert_eq!(drawn(kind, &value), wanted, "{value}");
        }
    }

    #[test]
    fn opens_only_harmless_schemes() {
        let cases = [
            ("https://example.com/a?b=c#d", true),
            ("HTTP://example.com", true),
            ("mailto:a@b.example", true),
            ("https://", false),
            ("javascript:window.__x=1", false),
            ("jav\tascript:alert(1)", false),
            ("data:text/html,x", false),
            ("vbscript:x", false),
            (" https://example.com", false),
            ("https://example.com/\u{202e}", true),
            ("https://example.com and more", false),
            ("\\\\host\\share", false),
        ];
        for (text, wanted) in cases {
            assert_eq!(is_link(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn folds_past_twelve_lines() {
        assert!(!is_long(&"a\n".repeat(11)));
        assert!(is_long(&"a\n".repeat(13)));
        assert!(!is_long(&"x".repeat(LINE * LINES)));
        assert!(is_long(&"x".repeat(LINE * LINES + 1)));
    }
}
