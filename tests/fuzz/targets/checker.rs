//! A schema and a value, `{ "schema": …, "value": … }`: our own checker and `jsonschema` give one verdict.

use countersign::domain::schema;
use countersign::domain::violation::Violations;
use countersign::server::judge;
use serde_json::json;

use super::{Features, json, shape};
use crate::verdict::{Server, fits_doubles, is_excepted, ours, validator};

pub fn run(bytes: &[u8]) -> Features {
    let Some(pair) = json(bytes) else { return vec!["not JSON".to_owned()] };
    let (property, value) = (&pair["schema"], &pair["value"]);
    let mut faults = Violations::default();
    let whole = json!({ "type": "object", "properties": { "p": property } });
    let fields = schema::parse(&whole, "requestedSchema", &Server, &mut faults);
    let ([], [field]) = (&faults.0[..], &fields[..]) else { return vec!["no schema".to_owned()] };
    let ours = ours(field, value);
    if !fits_doubles(field) {
        return vec!["beyond doubles".to_owned(), ours.map_or_else(String::new, |fault| shape(&fault))];
    }
    // the first error, as the server asks: to list thousands takes jsonschema long
    let theirs = validator(&judge::schema(field)).validate(value).err();
    let theirs = theirs.map(|error| error.schema_path().as_str().chars().filter(|c| !c.is_ascii_digit()).collect::<String>());
    assert!(
        is_excepted(field, value, ours.is_none()) || ours.is_none() == theirs.is_none(),
        "{property}\n{value}\nours: {ours:?}\ntheirs: {theirs:?}"
    );
    vec![ours.map_or_else(String::new, |fault| shape(&fault)), theirs.unwrap_or_default()]
}
