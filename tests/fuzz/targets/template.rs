//! A template and its context, `{ "template": …, "context": … }` (or a template alone): parsed or faulted, drawn within its bounds, and nothing in
//! the page but what may stand there, by an eye of its own.

use std::time::Instant;

use countersign::server::template::{check, render, render_each, sanitise};
use serde_json::{Value, json};

use super::{Features, json as read, shape};

/// The longest output, in bytes (contract § 7).
const OUTPUT: usize = 256 << 10;
/// The second that a rendering may take, on a machine that has other things to do.
const SECONDS: f32 = 8.0;

/// What may stand in a page, said once more.
const ELEMENTS: &str = "a abbr address article aside b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure \
    footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li mark ol p pre q s samp section small span strong sub summary sup table \
    tbody td tfoot th thead time tr u ul var wbr";

pub fn run(bytes: &[u8]) -> Features {
    let (source, context) = pair(bytes);
    let (checked, begun) = (check(&source), Instant::now());
    let drawn = render(&source, "context", &context);
    let took = begun.elapsed().as_secs_f32();
    if let Err(fault) = checked {
        assert_eq!(drawn, Err(fault.clone()), "what does not parse is not drawn");
        assert!(fault.len() < 2000, "{}", fault.len());
        return vec![shape(fault.split_once(": ").map_or(&fault, |(_, why)| why))];
    }
    let each = render_each(&source, "context", [&context]);
    assert_eq!(each.len(), 1);
    match drawn {
        Err(why) => {
            assert!(!why.starts_with("line ") && why.len() < 2000, "{why}");
            vec![shape(&why)]
        }
        Ok(html) => {
            assert!(html.len() <= OUTPUT && took < SECONDS, "{} bytes in {took} s", html.len());
            assert_eq!(sanitise(&html), html, "sanitised once is sanitised");
            let mut features = elements(&html);
            features.push(format!(
                "{} long, {} much",
                html.len().checked_ilog2().unwrap_or(0).min(12),
                html.matches("&lt;").count().min(3)
            ));
            features
        }
    }
}

fn pair(bytes: &[u8]) -> (String, Value) {
    match read(bytes) {
        Some(Value::Object(mut pair)) if pair.get("template").is_some_and(Value::is_string) => {
            let source = pair["template"].as_str().unwrap_or_default().to_owned();
            (source, pair.remove("context").unwrap_or_default())
        }
        _ => {
            let context = json!({"l": [1, "é😀<b>", {"k": [null, 2]}, 2.5], "s": "<script>x</script>\"'&", "o": {"size": 0}});
            (String::from_utf8_lossy(bytes).into_owned(), context)
        }
    }
}

/// The elements of `html`, each held to what may stand in a page.
///
/// # Panics
/// When something else stands there.
fn elements(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some((_, behind)) = rest.split_once('<') {
        let (tag, behind) = behind.split_once('>').unwrap_or_else(|| panic!("an open tag: {behind}"));
        rest = behind;
        if let Some(closed) = tag.strip_prefix('/') {
            assert!(is_element(closed), "</{closed}>");
            continue;
        }
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(is_element(name), "<{tag}>");
        found.push(name.to_owned());
        while !attributes.is_empty() {
            let (attribute, value) = attributes.split_once("=\"").unwrap_or_else(|| panic!("<{tag}>"));
            let (value, behind) = value.split_once('"').unwrap_or_else(|| panic!("<{tag}>"));
            attributes = behind.trim_start_matches(' ');
            match (name, attribute) {
                (_, "title") | ("td" | "th", "colspan" | "rowspan") => {}
                ("a", "target") => assert_eq!(value, "_blank"),
                ("a", "rel") => assert_eq!(value, "noopener noreferrer nofollow"),
                ("a", "href") => {
                    let link = value.to_ascii_lowercase();
                    assert!(["http:", "https:", "mailto:"].iter().any(|scheme| link.starts_with(scheme)), "<{tag}>");
                }
                _ => panic!("<{tag}>"),
            }
        }
    }
    found
}

fn is_element(name: &str) -> bool {
    ELEMENTS.split(' ').any(|element| element == name)
}
