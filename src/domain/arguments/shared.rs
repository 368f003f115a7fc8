//! What every request takes, whichever tool makes it (contract § 2, 3).

use serde_json::{Number, Value};

use super::{Arguments, read, text, type_name};
use crate::domain::decimal::Decimal;
use crate::domain::labels::Labels;
use crate::domain::named;
use crate::domain::schema::Syntax;
use crate::domain::violation::Violations;

/// The most code points of `message`.
const MAX_MESSAGE: usize = 4000;
/// The most bytes of `context`, as compact JSON, and of a template.
const MAX_CONTEXT: usize = 64 * 1024;
/// What `timeoutSeconds` is when it is absent, and what it is held between.
const DEFAULT_SECONDS: u32 = 3600;
const MIN_SECONDS: u32 = 60;
const MAX_SECONDS: u32 = 86_400;

/// The arguments that every request takes. Where one is at fault, something stands in for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shared {
    /// The page's heading, plain text.
    pub message: String,
    /// Echoed verbatim; `null` when none was sent.
    pub context: Value,
    /// `None` when absent or blank.
    pub display_template: Option<String>,
    pub labels: Labels,
    /// Already clamped and rounded up: 60–86400.
    pub timeout_seconds: u32,
}

impl Shared {
    /// Reads them, over the tool's own labels; notes every fault. Whom a `reviewer` means is for the server to say ([`named`]).
    pub fn parse(arguments: &Arguments<'_>, ok: &str, cancel: &str, syntax: &dyn Syntax, faults: &mut Violations) -> Self {
        let message = text(arguments.value("message"), "message", MAX_MESSAGE, faults).unwrap_or_default();
        let context = arguments.value("context").cloned().unwrap_or_default();
        size(read::bytes(&context), "context", faults);
        if let Err(fault) = named::name(arguments.given) {
            faults.0.push(fault);
        }
        Self {
            message,
            context,
            display_template: template(arguments.value("displayTemplate"), "displayTemplate", syntax, faults),
            labels: Labels::parse(arguments.value("labels"), ok, cancel, faults),
            timeout_seconds: seconds(arguments.value("timeoutSeconds"), faults),
        }
    }
}

/// The template at `path`, which parses; `None` when absent or blank.
pub fn template(value: Option<&Value>, path: &str, syntax: &dyn Syntax, faults: &mut Violations) -> Option<String> {
    match value? {
        Value::String(template) if size(template.len(), path, faults) => {}
        Value::String(template) if template.trim().is_empty() => {}
        Value::String(template) => match syntax.template(template) {
            Ok(()) => return Some(template.clone()),
            Err(fault) => faults.push(path, fault),
        },
        other => faults.push(path, format!("must be a string, not {}", type_name(other))),
    }
    None
}

/// `timeoutSeconds`, whatever the size of the number.
fn seconds(value: Option<&Value>, faults: &mut Violations) -> u32 {
    match value {
        None => DEFAULT_SECONDS,
        Some(Value::Number(number)) => {
            let wanted = Decimal::from(number);
            // the least whole number that is not below it, by halving
            let (mut least, mut most) = (MIN_SECONDS, MAX_SECONDS);
            while least < most {
                let middle = least.midpoint(most);
                if Decimal::from(&Number::from(middle)) < wanted { least = middle + 1 } else { most = middle }
            }
            least
        }
        Some(other) => {
            faults.push("timeoutSeconds", format!("must be a number of seconds, not {}", type_name(other)));
            DEFAULT_SECONDS
        }
    }
}

/// Notes and tells whether `bytes` are more than a context or a template may have.
pub(super) fn size(bytes: usize, path: &str, faults: &mut Violations) -> bool {
    let too_large = bytes > MAX_CONTEXT;
    if too_large {
        faults.push(path, format!("{bytes} bytes are too many: at most {MAX_CONTEXT} (64 KiB)"));
    }
    too_large
}
