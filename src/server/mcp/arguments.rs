//! Arguments of the tools that make no request, read by hand: every fault becomes a text that the agent can act on.

mod history;

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value};

pub use self::history::{Lookup, PAGE_SIZE, lookup};
use super::json;
use crate::domain::arguments::{known_keys, text, type_name};
use crate::domain::violation::Violations;

/// The shortest, the usual and the longest window of `elicit_await`, in seconds.
pub const WAIT_SECONDS: (u32, u32, u32) = (1, 50, 300);
/// The longest id that is looked up, in code points: no more than all arguments may have.
const MAX_ID: usize = 256 * 1024;

/// The arguments of any tool: an object, or the JSON text of one (some agents send that); none is an empty object.
///
/// # Errors
/// That they are something else.
pub fn object(arguments: &Value) -> Result<Cow<'_, Map<String, Value>>, Violations> {
    let read = match arguments {
        Value::Null => Some(Cow::Owned(Map::new())),
        Value::Object(map) => Some(Cow::Borrowed(map)),
        Value::String(text) => json::object(text).map(Cow::Owned),
        _ => None,
    };
    read.ok_or_else(|| {
        let mut faults = Violations::default();
        faults.push("arguments", format!("must be an object, not {}", type_name(arguments)));
        faults
    })
}

/// `elicitationId`, the only argument of most tools.
///
/// # Errors
/// Every fault by path.
pub fn elicitation_id(tool: &str, arguments: &Map<String, Value>) -> Result<String, Violations> {
    let mut faults = Violations::default();
    known(tool, arguments, &["elicitationId"], &mut faults);
    let id = id(arguments, &mut faults);
    faults.into_result(id)
}

/// `elicitationId` and `waitSeconds`: `elicit_await`'s.
///
/// # Errors
/// Every fault by path.
pub fn id_and_window(tool: &str, arguments: &Map<String, Value>) -> Result<(String, Duration), Violations> {
    let mut faults = Violations::default();
    known(tool, arguments, &["elicitationId", "waitSeconds"], &mut faults);
    let id = id(arguments, &mut faults);
    let window = window(arguments, &mut faults);
    faults.into_result((id, window))
}

fn known(tool: &str, arguments: &Map<String, Value>, names: &[&str], faults: &mut Violations) {
    known_keys(arguments, "", &format!("an argument of {tool}"), names, faults);
}

fn id(arguments: &Map<String, Value>, faults: &mut Violations) -> String {
    text(arguments.get("elicitationId"), "elicitationId", MAX_ID, faults).unwrap_or_default()
}

fn window(arguments: &Map<String, Value>, faults: &mut Violations) -> Duration {
    let (shortest, usual, longest) = WAIT_SECONDS;
    let fault = match arguments.get("waitSeconds") {
        None | Some(Value::Null) => return Duration::from_secs(usual.into()),
        Some(Value::Number(number)) => match number.as_f64() {
            Some(seconds) if (f64::from(shortest)..=f64::from(longest)).contains(&seconds) => {
                return Duration::from_secs_f64(seconds);
            }
            _ => format!("must be from {shortest} to {longest}"),
        },
        Some(other) => format!("must be a number from {shortest} to {longest}, not {}", type_name(other)),
    };
    faults.push("waitSeconds", fault);
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn texts<T>(result: Result<T, Violations>) -> Vec<String> {
        result.err().map(|faults| faults.to_string().lines().map(str::to_owned).collect()).unwrap_or_default()
    }

    #[test]
    fn arguments_are_an_object_or_its_text() {
        for (given, expected) in [
            (json!(null), Some("{}")),
            (json!({ "b": 1, "a": 2 }), Some(r#"{"b":1,"a":2}"#)),
            (json!("{\"b\":1,\"a\":1e400}"), Some(r#"{"b":1,"a":1e+400}"#)),
            (json!("[]"), None),
            (json!("hello"), None),
            (json!("{\"$serde_json::private::Number\":\"1\"}"), None),
            (json!([]), None),
            (json!(7), None),
            (json!(true), None),
        ] {
            let read = object(&given);
            assert_eq!(read.clone().ok().map(|map| Value::Object(map.into_owned()).to_string()).as_deref(), expected, "{given}");
            if expected.is_none() {
                assert!(texts(read)[0].starts_with("arguments: must be an object, not a"), "{given}");
            }
        }
    }

    #[test]
    fn every_fault_of_an_id_is_named() {
        let check = |given: Value| texts(elicitation_id("elicit_status", given.as_object().unwrap()));
        assert_eq!(check(json!({ "elicitationId": "x" })), [""; 0]);
        assert_eq!(check(json!({})), ["elicitationId: required: a non-blank string"]);
        assert_eq!(check(json!({ "elicitationId": null })), ["elicitationId: required: a non-blank string"]);
        assert_eq!(check(json!({ "elicitationId": " \n" })), ["elicitationId: must not be blank"]);
        assert_eq!(check(json!({ "elicitationId": 7 })), ["elicitationId: must be a string, not a number"]);
        assert_eq!(check(json!({ "elicitationId": "x", "waitSeconds": 1 })), ["waitSeconds: not an argument of elicit_status"]);
        assert_eq!(
            check(json!({ "elicitationID": "x", "b c": 1 })),
            [
                "elicitationID: not an argument of elicit_status (did you mean \"elicitationId\"?)",
                "[\"b c\"]: not an argument of elicit_status",
                "elicitationId: required: a non-blank string",
            ]
        );
    }

    #[test]
    fn a_window_is_from_1_to_300_seconds() {
        for (given, expected) in [
            (json!(null), Some(50_000)),
            (json!(1), Some(1_000)),
            (json!(1.5), Some(1_500)),
            (json!(300), Some(300_000)),
            (json!(300.0), Some(300_000)),
            (json!(0), None),
            (json!(0.999), None),
            (json!(-1), None),
            (json!(301), None),
            (serde_json::from_str("1e400").unwrap(), None),
            (json!("50"), None),
            (json!([50]), None),
        ] {
            let arguments = json!({ "elicitationId": "x", "waitSeconds": given });
            let read = id_and_window("elicit_await", arguments.as_object().unwrap());
            assert_eq!(read.clone().ok().map(|(_, window)| window.as_millis()), expected, "{given}");
            if expected.is_none() {
                assert!(texts(read)[0].contains("from 1 to 300"), "{given}");
            }
        }
        assert_eq!(id_and_window("elicit_await", json!({ "elicitationId": "x" }).as_object().unwrap()).unwrap().1.as_secs(), 50);
        assert_eq!(texts(id_and_window("elicit_await", json!({ "waitSeconds": 0, "x": 1 }).as_object().unwrap())).len(), 3);
    }
}
