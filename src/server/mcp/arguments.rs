//! Arguments of the tools that name a request by its id, read by hand: every fault becomes a text that the agent can act on.

use std::time::Duration;

use serde_json::{Map, Value};

use super::json;
use crate::domain::violation::{Violations, join};

/// The shortest, the usual and the longest window of `elicit_await`, in seconds.
pub const WAIT_SECONDS: (f64, f64, f64) = (1.0, 50.0, 300.0);

/// The arguments of any tool: an object, or the JSON text of one (some agents send that); none is an empty object.
///
/// # Errors
/// That they are something else.
pub fn object(arguments: Value) -> Result<Map<String, Value>, Violations> {
    let found = match arguments {
        Value::Null => return Ok(Map::new()),
        Value::Object(map) => return Ok(map),
        Value::String(text) => match json::object(&text) {
            Some(map) => return Ok(map),
            None => "a string",
        },
        other => kind(&other),
    };
    let mut faults = Violations::default();
    faults.push("arguments", format!("must be a JSON object, not {found}"));
    Err(faults)
}

/// `elicitationId`, the only argument of most tools.
///
/// # Errors
/// Every fault by path.
pub fn elicitation_id(arguments: &Map<String, Value>) -> Result<&str, Violations> {
    let mut faults = Violations::default();
    known(arguments, &["elicitationId"], &mut faults);
    let id = id(arguments, &mut faults);
    faults.into_result(id)
}

/// `elicitationId` and `waitSeconds`: `elicit_await`'s.
///
/// # Errors
/// Every fault by path.
pub fn id_and_window(arguments: &Map<String, Value>) -> Result<(&str, Duration), Violations> {
    let mut faults = Violations::default();
    known(arguments, &["elicitationId", "waitSeconds"], &mut faults);
    let id = id(arguments, &mut faults);
    let window = window(arguments, &mut faults);
    faults.into_result((id, window))
}

fn id<'a>(arguments: &'a Map<String, Value>, faults: &mut Violations) -> &'a str {
    match arguments.get("elicitationId") {
        Some(Value::String(id)) if !id.trim().is_empty() => return id,
        Some(Value::String(_)) => faults.push("elicitationId", "must not be empty: give the id that elicit_proposal returned"),
        None | Some(Value::Null) => faults.push("elicitationId", "required: the id that elicit_proposal returned"),
        Some(other) => faults.push("elicitationId", format!("must be a string, not {}", kind(other))),
    }
    ""
}

fn window(arguments: &Map<String, Value>, faults: &mut Violations) -> Duration {
    let (shortest, usual, longest) = WAIT_SECONDS;
    let seconds = match arguments.get("waitSeconds") {
        None | Some(Value::Null) => usual,
        Some(Value::Number(number)) => match number.as_f64() {
            Some(seconds) if (shortest..=longest).contains(&seconds) => seconds,
            _ => {
                faults.push("waitSeconds", format!("must be from {shortest} to {longest}"));
                usual
            }
        },
        Some(other) => {
            faults.push("waitSeconds", format!("must be a number from {shortest} to {longest}, not {}", kind(other)));
            usual
        }
    };
    Duration::from_secs_f64(seconds)
}

fn known(arguments: &Map<String, Value>, names: &[&str], faults: &mut Violations) {
    for name in arguments.keys().filter(|name| !names.contains(&name.as_str())) {
        faults.push(join("", name), format!("not an argument of this tool, which takes {}", names.join(", ")));
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
