//! Display templates (contract § 7): LiquidJS syntax → bounded rendering → sanitised HTML. Rendered once, when the request is made.

use serde_json::Value;

/// Whether `source` parses.
///
/// # Errors
/// What is wrong, with line and column, as one sentence.
pub fn check(_source: &str) -> Result<(), String> {
    Ok(())
}

/// `source` rendered with `value` as its only variable, called `name` (`context` or `option`): sanitised HTML, safe to put into a page as it is.
/// Bounded whatever the template (1 s, 64 MiB, 100,000 steps, 256 KiB out, nesting 50). Blocking: call it on a blocking thread.
///
/// # Errors
/// Why it could not be rendered, as one sentence.
pub fn render(_source: &str, _name: &str, _value: &Value) -> Result<String, String> {
    Err("templates are not drawn yet".to_owned())
}
