//! `requestedSchema`: whatever it is, it is read into fields or faulted by path, and what was read says the same again.

use countersign::domain::schema::{self, Field, Kind};
use countersign::domain::violation::Violations;
use countersign::server::judge;
use serde_json::{Map, Value, json};

use super::{Features, json, shape, shapes};
use crate::verdict::{Server, fits_doubles, validator};

pub fn run(bytes: &[u8]) -> Features {
    let Some(schema) = json(bytes) else { return vec!["not JSON".to_owned()] };
    let mut faults = Violations::default();
    let fields = schema::parse(&schema, "requestedSchema", &Server, &mut faults);
    if !faults.0.is_empty() {
        for fault in &faults.0 {
            assert!(fault.path.starts_with("requestedSchema"), "{}", fault.path);
            assert!(!fault.message.is_empty() && fault.message.len() < 40_000, "{}", fault.message.len());
        }
        return shapes(&faults);
    }
    let names = schema["properties"].as_object().unwrap().keys();
    assert!(names.eq(fields.iter().map(|field| &field.name)), "every property, in its order");
    let again = fields.iter().map(|field| (field.name.clone(), field.json_schema())).collect::<Map<_, _>>();
    let read_again = read(&json!({ "type": "object", "properties": again }));
    let mut features = Vec::new();
    for (field, same) in fields.iter().zip(&read_again) {
        assert_eq!(field.json_schema(), same.json_schema(), "what was read reads the same again");
        let kept: Field = serde_json::from_str(&serde_json::to_string(field).unwrap()).unwrap();
        assert_eq!(&kept, field, "what is kept is what was read");
        if fits_doubles(field) {
            validator(&judge::schema(field));
        }
        features.push(told(field));
    }
    features
}

fn read(schema: &Value) -> Vec<Field> {
    let mut faults = Violations::default();
    let fields = schema::parse(schema, "requestedSchema", &Server, &mut faults);
    assert_eq!(faults.0, [], "{schema}");
    fields
}

/// The keywords of a field, and the sort of its default.
fn told(field: &Field) -> String {
    let keywords: Vec<String> = field.json_schema().as_object().unwrap().keys().cloned().collect();
    let default = field.default.as_ref().map(|default| shape(&default.to_string()).chars().take(3).collect::<String>());
    let many = matches!(&field.kind, Kind::Select(choices) if choices.len() > 12);
    format!("{keywords:?} {} {default:?} {many} {}", field.required, field.title.is_some())
}
