//! Templates show what LiquidJS shows: 79 small ones, and a thousand that go through every filter and tag. Both tables were measured with
//! liquidjs 10.30.1 (its default options, in UTC).

use countersign::server::template::{check, render};
use serde_json::{Value, json};

/// The text that HTML shows.
pub fn shown(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, behind)) = rest.split_once('<') {
        text.push_str(before);
        rest = behind.split_once('>').map_or("", |(_, behind)| behind);
    }
    text.push_str(rest);
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u{a0}").replace("&amp;", "&")
}

#[test]
fn shows_what_liquidjs_shows() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("template_oracle.json")).unwrap();
    let mut wrong = Vec::new();
    for case in &cases {
        let source = case["template"].as_str().unwrap();
        let result = render(source, "context", &case["context"]);
        let right = match (&result, case["shows"].as_str()) {
            (Ok(html), Some(text)) => check(source).is_ok() && shown(html) == text,
            (Err(_), None) => check(source).is_err(),
            _ => false,
        };
        if !right {
            wrong.push(format!("{}: {result:?}", case["name"]));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(cases.len(), 79);
}

#[test]
fn computes_what_liquidjs_computes() {
    let table: Value = serde_json::from_str(include_str!("template_reference.json")).unwrap();
    let cases = table["cases"].as_array().unwrap();
    let mut wrong = Vec::new();
    for case in cases {
        // what a template holds is compared, before any of it is escaped for the page
        let source = format!("{{% capture out %}}{}{{% endcapture %}}{{{{ out | json }}}}", case[0].as_str().unwrap());
        let result = render(&source, "context", &table["context"]).map(|html| shown(&html));
        let right = match (&result, case[1].as_str()) {
            (Ok(json), Some("")) if json.is_empty() => true,
            (Ok(json), Some(text)) => serde_json::from_str::<Value>(json).is_ok_and(|value| value == text),
            (Err(_), None) => true,
            _ => false,
        };
        if !right {
            wrong.push(format!("{case} gives {result:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(cases.len() > 1000);
}

#[test]
fn numbers_keep_their_digits() {
    let context: Value =
        serde_json::from_str(r#"{"id": 12345678901234567890, "far": 1e400, "one": 1.0, "price": 230.0, "l": [9007199254740993]}"#).unwrap();
    let source =
        "{{ context.id }}|{{ context.far }}|{{ context.one }}|{{ context.price }}|{{ context.l | json }}|{{ context.id | append: '!' }}";
    assert_eq!(render(source, "context", &context).unwrap(), "12345678901234567890|1e400|1|230|[9007199254740993]|12345678901234567890!");
}

#[test]
fn has_the_one_variable_it_was_given() {
    let option = json!({"id": "a", "label": "Acme & Co"});
    assert_eq!(render("{{ option.label }} {{ context }}", "option", &option).unwrap(), "Acme &amp; Co ");
}
