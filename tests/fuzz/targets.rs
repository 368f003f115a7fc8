//! What is fuzzed, a file each.

pub mod checker;
pub mod form;
pub mod message;
pub mod request;
pub mod schema;
pub mod template;

use countersign::domain::violation::Violations;
use serde_json::Value;

/// What a run of a target brought about, in words that many inputs share.
pub type Features = Vec<String>;

/// `bytes` as JSON that the server would look at; `None` for what it turns away at the door.
fn json(bytes: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(bytes).ok()?;
    countersign::server::mcp::json::scan(text).ok()?;
    serde_json::from_str(text).ok()
}

/// The end of a sentence, without what differs from input to input: numbers, and whatever is quoted.
fn shape(sentence: &str) -> String {
    let mut quoted = false;
    let plain = sentence.chars().filter(|c| {
        quoted ^= *c == '"';
        !quoted && !c.is_ascii_digit()
    });
    let plain: Vec<char> = plain.collect();
    plain[plain.len().saturating_sub(60)..].iter().collect()
}

/// The sorts of faults, whatever their paths.
fn shapes(faults: &Violations) -> Vec<String> {
    assert!(!faults.0.is_empty(), "a refusal says why");
    faults.0.iter().map(|fault| shape(&fault.message)).collect()
}
