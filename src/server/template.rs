//! Display templates (contract § 7): LiquidJS syntax → bounded rendering → sanitised HTML. Rendered once, when the request is made.

use serde_json::Value;

/// Whether `source` parses.
///
/// # Errors
/// What is wrong, with line and column, as one sentence.
pub fn check(source: &str) -> Result<(), String> {
    todo!()
}

/// `source` rendered with `value` as its only variable, called `name` (`context` or `option`): sanitised HTML, safe to put into a page as it is.
/// Bounded whatever the template (1 s, 64 MiB, 100,000 steps, 256 KiB out, nesting 50). Blocking: call it on a blocking thread.
///
/// # Errors
/// Why it could not be rendered, as one sentence.
pub fn render(source: &str, name: &str, value: &Value) -> Result<String, String> {
    todo!()
}
