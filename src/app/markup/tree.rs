//! Any JSON to be read: a tree of keys and values, open to its second level.

use serde_json::Value;

use super::cell::push_text;
use super::{push_escaped, push_shown};

/// How many levels are open.
const OPEN: usize = 2;

/// `value` as a tree. Texts stand between quotation marks that the style sheet draws; anything else is exactly as it was sent.
#[must_use]
pub fn tree(value: &Value) -> String {
    let mut html = String::from("<div class=\"tree\">");
    match children(value) {
        Some(_) => push_children(value, 1, &mut html),
        None => push_leaf(value, &mut html),
    }
    html.push_str("</div>");
    html
}

/// How many children there are; `None` for what has none.
fn children(value: &Value) -> Option<usize> {
    let count = match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    (count > 0).then_some(count)
}

/// The children of `value`, which are on level `level`.
fn push_children(value: &Value, level: usize, html: &mut String) {
    html.push_str("<ul>");
    match value {
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                push_child(&place.to_string(), "place", item, level, html);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                push_child(key, "key", member, level, html);
            }
        }
        _ => {}
    }
    html.push_str("</ul>");
}

fn push_child(name: &str, class: &str, value: &Value, level: usize, html: &mut String) {
    html.push_str("<li>");
    let below = children(value);
    match below {
        Some(_) if level < OPEN => html.push_str("<details open><summary>"),
        Some(_) => html.push_str("<details><summary>"),
        None => {}
    }
    html.push_str("<span class=\"");
    html.push_str(class);
    html.push_str("\">");
    push_shown(name, html);
    html.push_str("</span> ");
    if let Some(count) = below {
        html.push_str("<small>");
        html.push_str(&count.to_string());
        html.push_str(match (value.is_array(), count) {
            (true, 1) => " item",
            (true, _) => " items",
            (false, 1) => " entry",
            (false, _) => " entries",
        });
        html.push_str("</small></summary>");
        push_children(value, level + 1, html);
        html.push_str("</details>");
    } else {
        push_leaf(value, html);
    }
    html.push_str("</li>");
}

fn push_leaf(value: &Value, html: &mut String) {
    if let Value::String(text) = value {
        html.push_str("<div class=\"leaf text\">");
        push_text(text, None, html);
    } else {
        html.push_str("<div class=\"leaf\">");
        // a number's own text
        push_escaped(&value.to_string(), html);
    }
    html.push_str("</div>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(json: &str) -> String {
        tree(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn leaves_are_exact() {
        for (json, wanted) in [
            ("null", "<div class=\"leaf\">null</div>"),
            ("123456789012345678901234567890.10", "<div class=\"leaf\">123456789012345678901234567890.10</div>"),
            ("[]", "<div class=\"leaf\">[]</div>"),
            ("{}", "<div class=\"leaf\">{}</div>"),
            ("\"5\"", "<div class=\"leaf text\"><bdi>5</bdi></div>"),
            ("\"<b>\\u202e\"", "<div class=\"leaf text\"><bdi>&lt;b&gt;<span data-hidden-character=\"U+202E\">\u{202e}</span></bdi></div>"),
        ] {
            assert_eq!(drawn(json), ["<div class=\"tree\">", wanted, "</div>"].concat());
        }
    }

    #[test]
    fn opens_two_levels() {
        let html = drawn(r#"{"a<":[{"b":[1]}],"__proto__":{"c":2}}"#);
        assert_eq!(html.matches("<details open>").count(), 2, "{html}");
        assert_eq!(html.matches("<details>").count(), 2, "{html}");
        assert!(html.contains("<span class=\"key\"><bdi>a&lt;</bdi></span> <small>1 item</small></summary>"), "{html}");
        assert!(html.contains("<span class=\"key\"><bdi>c</bdi></span> <div class=\"leaf\">2</div>"), "{html}");
    }

    #[test]
    fn deep_and_wide_is_drawn() {
        assert_eq!(drawn(&["[".repeat(99), "]".repeat(99)].concat()).matches("<li>").count(), 98);
        assert_eq!(drawn(&["[", &"[],".repeat(20_000), "1]"].concat()).matches("<li>").count(), 20_001);
    }
}
