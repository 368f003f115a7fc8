//! What stands before rmcp: a message of the protocol in two parts, or a refusal; and the scanner that no nesting overwhelms.

use countersign::server::mcp::json::{MAX_DEPTH, Refused, object, scan};
use countersign::server::mcp::message::Message;
use countersign::server::mcp::refusal::Refusal;
use serde_json::Value;

use super::{Features, shape};

pub fn run(bytes: &[u8]) -> Features {
    let scanned = std::str::from_utf8(bytes).map(scan);
    match Message::parse(bytes) {
        Err(refusal) => {
            let answer = refusal.message();
            assert!(answer["error"]["code"].is_i64() && answer["id"] == id(&answer["id"]), "{answer}");
            let deep = matches!(&refusal, Refusal::NotJson(why) if why.contains("nested deeper"));
            assert_eq!(deep, scanned == Ok(Err(Refused::TooDeep)), "{refusal:?}");
            vec![shape(answer["error"]["message"].as_str().unwrap()), format!("{:?}", refusal.message()["id"].is_null())]
        }
        Ok(message) => {
            assert_eq!(scanned, Ok(Ok(())), "the scanner comes first");
            let text = std::str::from_utf8(bytes).unwrap();
            let whole: Value = serde_json::from_str(text).unwrap();
            assert!(depth(&whole) <= MAX_DEPTH, "{}", depth(&whole));
            unreserved(&whole);
            assert_eq!(serde_json::from_str::<Value>(&whole.to_string()).unwrap(), whole, "numbers keep their text");
            assert_eq!(object(text).is_some(), whole.is_object());
            let rest: Value = serde_json::from_str(&message.rest).unwrap();
            assert_eq!((&message.id, message.rest.len() <= 256 << 10), (&id(&message.id), true));
            let is_call = rest["method"] == "tools/call";
            assert!(!is_call || rest["params"].get("arguments").is_none(), "rmcp sees no arguments");
            if let Some(given) = &message.given {
                assert!(is_call);
                assert_eq!(*given.0, whole["params"]["arguments"]);
            }
            let again = Message::parse(message.rest.as_bytes()).unwrap();
            assert_eq!((again.id, again.rest), (message.id, message.rest), "once read, it reads the same");
            let keys: Vec<&String> = whole.as_object().map(|map| map.keys().take(5).collect()).unwrap_or_default();
            vec![format!("{keys:?} {is_call}"), message.given.map_or_else(String::new, |given| kind(&given.0).to_owned())]
        }
    }
}

/// `id` if it is one that a message may have, else `null`.
fn id(id: &Value) -> Value {
    if id.is_string() || id.is_i64() { id.clone() } else { Value::Null }
}

fn kind(value: &Value) -> &'static str {
    countersign::domain::arguments::type_name(value)
}

/// How deep arrays and objects nest.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(entries) => 1 + entries.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// No key that `serde_json` would read as something else came through.
fn unreserved(value: &Value) {
    match value {
        Value::Array(items) => items.iter().for_each(unreserved),
        Value::Object(entries) => entries.iter().for_each(|(key, value)| {
            assert!(!key.starts_with("$serde_json::private"), "{key}");
            unreserved(value);
        }),
        _ => {}
    }
}
