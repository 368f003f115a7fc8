//! The tools as they are published: names, descriptions for a model, schemas, hints (contract § 2).
//!
//! Written by hand: no boolean where a schema stands and no `$ref`, since some clients drop a whole server for one.

mod approval;
mod follow;
mod history;
mod proposal;
mod request;
mod selection;

use std::sync::{Arc, LazyLock};

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value};

pub const STATUS: &str = "elicit_status";
pub const AWAIT: &str = "elicit_await";
pub const RESULT: &str = "elicit_result";
pub const CANCEL: &str = "elicit_cancel";
pub const HISTORY: &str = "elicit_history";

const NO_SECRETS: &str = "Never for secrets or credentials: no password, token, key or card number belongs in a review.";

static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let requests = [proposal::published(), approval::published(), selection::published()];
    let follow = [follow::status(), follow::wait(), follow::result(), follow::cancel(), history::published()];
    requests.into_iter().chain(follow).collect()
});

/// Every tool, in the order of the flow.
pub fn all() -> &'static [Tool] {
    &TOOLS
}

/// The tool called `name`.
pub fn named(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// What a tool does to the world; all of it happens within this server.
#[derive(Clone, Copy, Default)]
struct Hints {
    read_only: bool,
    idempotent: bool,
    destructive: bool,
}

/// Every description ends in [`NO_SECRETS`].
fn tool(name: &'static str, title: &str, description: &str, input: Value, output: Value, hints: Hints) -> Tool {
    let annotations = ToolAnnotations::with_title(title)
        .read_only(hints.read_only)
        .idempotent(hints.idempotent)
        .destructive(hints.destructive)
        .open_world(false);
    Tool::new(name, format!("{description}\n\n{NO_SECRETS}"), object(input))
        .with_title(title)
        .with_raw_output_schema(object(output))
        .with_annotations(annotations)
}

fn object(schema: Value) -> Arc<Map<String, Value>> {
    Arc::new(match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::request::Kind;

    /// Checks a published schema: an object at its root, sound, and without what some clients refuse.
    fn check(schema: &Value, at: &str) {
        assert_eq!(schema["type"], "object", "{at}");
        jsonschema::meta::validate(schema).unwrap_or_else(|error| panic!("{at}: {error}"));
        walk(schema, at);
    }

    fn walk(schema: &Value, at: &str) {
        let map = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema} is no object"));
        assert!(!map.contains_key("$ref") && !map.contains_key("$defs"), "{at}");
        for (keyword, value) in map {
            let at = format!("{at}/{keyword}");
            match keyword.as_str() {
                "items" | "additionalProperties" => walk(value, &at),
                "properties" => {
                    for (name, property) in value.as_object().unwrap() {
                        let at = format!("{at}/{name}");
                        walk(property, &at);
                        assert!(property.get("description").is_some() || property.get("enum").is_some(), "{at} is not described");
                    }
                }
                "anyOf" => value.as_array().unwrap().iter().for_each(|choice| walk(choice, &at)),
                "type" | "description" | "required" | "enum" | "format" | "default" | "minimum" | "maximum" | "minLength" | "maxLength"
                | "minItems" | "maxItems" | "minProperties" | "maxProperties" => {}
                _ => panic!("{at}: a keyword this test does not know"),
            }
        }
    }

    #[test]
    fn what_is_published_is_plain() {
        for tool in all() {
            let at = tool.name.as_ref();
            check(&Value::Object((*tool.input_schema).clone()), at);
            check(&Value::Object(tool.output_schema.as_deref().unwrap().clone()), at);
            assert!(tool.title.is_some() && tool.description.as_ref().unwrap().len() > 100, "{at}");
        }
    }

    #[test]
    fn hints_are_all_given() {
        let hints: Vec<_> = all().iter().map(|tool| serde_json::to_value(&tool.annotations).unwrap()).collect();
        let of = |name: &str| hints.iter().map(|hints| hints[name].as_bool().unwrap()).collect::<Vec<_>>();
        let names: Vec<_> = all().iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(names[..3], Kind::ALL.map(Kind::tool));
        assert_eq!(names[3..], [STATUS, AWAIT, RESULT, CANCEL, HISTORY]);
        assert_eq!(of("readOnlyHint"), [false, false, false, true, true, false, false, true]);
        assert_eq!(of("idempotentHint"), [false, false, false, true, true, true, true, true]);
        assert_eq!(of("destructiveHint"), [false, false, false, false, false, false, true, false]);
        assert_eq!(of("openWorldHint"), [false; 8]);
    }
}
