//! A message of the protocol as it arrived, before rmcp sees it.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::json;
use super::refusal::Refusal;

/// The largest message taken, in bytes (contract § 2).
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// The largest message that rmcp is given, in bytes: it copies what it reads many times over.
const MAX_REST: usize = 256 * 1024;

/// The arguments of a call as they came, whatever they are: they may be large, and rmcp would refuse those that are no object.
#[derive(Clone, Debug)]
pub struct Given(pub Arc<Value>);

/// A message in two parts.
#[derive(Debug)]
pub struct Message {
    /// `null` when it has none that counts.
    pub id: Value,
    /// The JSON text without a call's arguments.
    pub rest: String,
    pub given: Option<Given>,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// Why it is not taken.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        let mut message = read(bytes)?;
        let given = take_arguments(&mut message).map(|arguments| Given(Arc::new(arguments)));
        let rest = message.to_string();
        if rest.len() > MAX_REST {
            return Err(Refusal::TooLarge { limit: MAX_REST, what: "the message, a tool's arguments aside," });
        }
        let id = counted(message.get("id").cloned());
        Ok(Self { id, rest, given })
    }
}

fn read(bytes: &[u8]) -> Result<Value, Refusal> {
    let text = std::str::from_utf8(bytes).map_err(|error| Refusal::NotJson(error.to_string()))?;
    let not_message = |id: Value, why: &str| Refusal::NotMessage { id, why: why.to_owned() };
    match json::scan(text) {
        Ok(()) => {}
        Err(refused @ json::Refused::TooDeep) => return Err(Refusal::NotJson(refused.to_string())),
        Err(refused @ json::Refused::ReservedKey) => return Err(not_message(id(text), &refused.to_string())),
    }
    match serde_json::from_str(text) {
        Ok(Value::Array(_)) => Err(not_message(Value::Null, "batches are not taken: send one message a request")),
        Ok(message) => Ok(message),
        Err(error) => Err(Refusal::NotJson(error.to_string())),
    }
}

/// The id of a message that is not read any further: on a pipe, its caller would wait for an answer without one.
fn id(text: &str) -> Value {
    #[derive(Deserialize)]
    struct Named {
        id: Option<Value>,
    }
    // of an array, serde would take the first item
    let object = Some(text).filter(|text| text.trim_start().starts_with('{'));
    counted(object.and_then(|text| serde_json::from_str::<Named>(text).ok()?.id))
}

/// `null` for what counts as no id.
fn counted(id: Option<Value>) -> Value {
    id.filter(|id| id.is_string() || id.is_i64()).unwrap_or_default()
}

fn take_arguments(message: &mut Value) -> Option<Value> {
    (message.get("method")? == "tools/call").then_some(())?;
    message.get_mut("params")?.as_object_mut()?.shift_remove("arguments")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_with_a_reserved_key_is_refused_by_its_id() {
        const RESERVED: &str = r#"{"$serde_json::private::Number":"5"}"#;
        for (message, wanted) in [
            (format!(r#"{{"id":7,"params":{{"arguments":{RESERVED}}}}}"#), json!(7)),
            (format!(r#"{{"params":[{RESERVED}],"id":"seven"}}"#), json!("seven")),
            (format!(r#"{{"params":{RESERVED}}}"#), Value::Null),
            (format!(r#"{{"id":1.5,"params":{RESERVED}}}"#), Value::Null),
            (format!(r#"{{"id":[],"params":{RESERVED}}}"#), Value::Null),
            (format!(r#"[{RESERVED}]"#), Value::Null),
            (format!(r#"{{"id":7,"params":{RESERVED}"#), Value::Null),
        ] {
            match Message::parse(message.as_bytes()) {
                Err(Refusal::NotMessage { id, .. }) => assert_eq!(id, wanted, "{message}"),
                other => panic!("{message}: {other:?}"),
            }
        }
    }
}
