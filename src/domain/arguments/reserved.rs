//! Keys that `serde_json` keeps for itself: with exact numbers it would read an object of one as something else. They are refused.

const PREFIX: &str = "$serde_json::private";

/// The first key in the JSON text `json` that is reserved. Asked of the text, for once read the key may be gone.
#[must_use]
pub fn reserved_key(json: &str) -> Option<String> {
    let mut rest = json;
    while let Some(start) = rest.find('"') {
        let length = quoted(&rest[start..])?;
        let (token, after) = rest[start..].split_at(length);
        rest = after;
        // written plainly or with escapes, a reserved key has one of the two
        if token.contains(['$', '\\']) && after.trim_start_matches([' ', '\t', '\r', '\n']).starts_with(':') {
            let key: String = serde_json::from_str(token).ok()?;
            if key.starts_with(PREFIX) {
                return Some(key);
            }
        }
    }
    None
}

/// The length of the JSON string that `text` begins with, both quotes included.
fn quoted(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}
