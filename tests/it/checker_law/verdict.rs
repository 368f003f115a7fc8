//! What our own checker and the `jsonschema` crate say of a value, and where they may differ.

use countersign::domain::decimal::Decimal;
use countersign::domain::format::Format;
use countersign::domain::schema::{Field, Kind, Syntax};
use countersign::domain::validate;
use countersign::server::{judge, template};
use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

/// Asks the server about texts, as a call of a tool does.
pub struct Server;

impl Syntax for Server {
    fn pattern(&self, pattern: &str) -> Result<(), String> {
        judge::pattern(pattern)
    }

    fn template(&self, source: &str) -> Result<(), String> {
        template::check(source)
    }
}

/// `jsonschema` as the server asks it.
pub fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_pattern_options(PatternOptions::regex())
        .build(schema)
        .unwrap_or_else(|error| panic!("{schema}: {error}"))
}

/// Our own word, that on patterns included.
pub fn ours(field: &Field, value: &Value) -> Option<String> {
    validate::fault(field, value).or_else(|| judge::pattern_fault(field, value.as_str().unwrap_or_default()))
}

/// Whether the two need not agree, since `jsonschema` knows less or more than the page can:
/// - numbers that a double does not carry (over fifteen digits, or far from one): `jsonschema` takes them through doubles, ours is exact;
/// - e-mail domains with an A-label (`xn--…`): what it stands for takes Unicode's tables, so the page may take what the server then refuses.
pub fn is_excepted(field: &Field, value: &Value, taken: bool) -> bool {
    beyond_doubles(field, value) || taken && has_a_label(field, value)
}

/// Whether a number of the pair is one that doubles do not carry.
fn beyond_doubles(field: &Field, value: &Value) -> bool {
    let (Kind::Number(_), Value::Number(number)) = (&field.kind, value) else {
        return false;
    };
    !(fits_doubles(field) && Decimal::from(number).suits_doubles())
}

/// Whether doubles carry all the bounds of a number. `jsonschema` takes a schema with others for another one, or for none.
pub fn fits_doubles(field: &Field) -> bool {
    let Kind::Number(rules) = &field.kind else { return true };
    let bounds = [&rules.minimum, &rules.maximum, &rules.exclusive_minimum, &rules.exclusive_maximum, &rules.multiple_of];
    bounds.into_iter().flatten().all(|bound| Decimal::from(bound).suits_doubles())
}

fn has_a_label(field: &Field, value: &Value) -> bool {
    matches!(&field.kind, Kind::Text(rules) if rules.format == Some(Format::Email))
        && value.as_str().is_some_and(|text| text.contains("xn--"))
}
