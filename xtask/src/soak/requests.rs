//! What is asked and how it is answered: the tools' three kinds, an approval also without a form.

use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Proposal,
    Form,
    Payload,
    Selection,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Proposal, Self::Form, Self::Payload, Self::Selection];

    pub const fn tool(self) -> &'static str {
        match self {
            Self::Proposal => "elicit_proposal",
            Self::Form | Self::Payload => "elicit_approval",
            Self::Selection => "elicit_selection",
        }
    }

    /// The tool's arguments for a request that lives for `seconds`.
    pub fn arguments(self, seconds: u64) -> Value {
        let note = json!({ "type": "object", "properties": { "note": { "type": "string", "default": "x" } } });
        let mut arguments = json!({ "message": "Soak", "context": { "n": 1 }, "timeoutSeconds": seconds });
        match self {
            Self::Proposal => {
                arguments["columns"] = json!({ "sources": [{ "key": "web", "label": "Web" }], "current": { "label": "CRM" } });
                arguments["fields"] = json!({ "note": { "sources": { "web": "x" }, "current": "w" } });
                arguments["requestedSchema"] = note;
            }
            Self::Form => arguments["requestedSchema"] = note,
            Self::Payload => {}
            Self::Selection => {
                arguments["options"] = (0..10).map(|option| json!({ "id": format!("o{option}"), "label": "An option" })).collect()
            }
        }
        arguments
    }

    /// The posted form of the submission number `n`, and the `formSubmission` that it comes to.
    pub fn submission(self, n: u64) -> (Vec<(&'static str, String)>, Value) {
        let (text, option) = (format!("n{n}"), format!("o{}", n % 10));
        let (mut pairs, values) = match self {
            Self::Proposal => (vec![("include", "note".to_owned()), ("p.note", text.clone())], json!({ "note": text })),
            Self::Form => (vec![("p.note", text.clone())], json!({ "note": text })),
            Self::Payload => (Vec::new(), Value::Null),
            Self::Selection => (vec![("choice", option.clone())], json!({ "selectedIds": [option] })),
        };
        pairs.push(("action", "submit".to_owned()));
        (pairs, values)
    }
}
