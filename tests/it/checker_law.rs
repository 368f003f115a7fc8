//! The law that holds the two checkers together: on every schema of the subset and every value, our own checker (`domain::validate`, with
//! patterns asked of `server::judge`) and the `jsonschema` crate give the same verdict.
//!
//! [`verdict::is_excepted`] names the two exceptions.
//!
//! `CHECKER_LAW_SEED` picks other pairs than the usual.

use std::collections::BTreeMap;

use countersign::domain::format::Format;
use countersign::domain::schema::{self, Field};
use countersign::domain::violation::Violations;
use jsonschema::Validator;
use serde_json::{Value, json};

use self::generate::Source;
use self::verdict::{Server, is_excepted, ours, validator};

mod generate;
mod texts;
mod verdict;

const SCHEMAS: usize = 2000;
const VALUES: usize = 10;
const LEAST: usize = 100;

/// Every keyword that can accept and refuse, as the counts name it.
const KEYWORDS: [&str; 24] = [
    "type:string",
    "type:number",
    "type:integer",
    "type:boolean",
    "type:array",
    "minLength",
    "maxLength",
    "pattern",
    "format:email",
    "format:uri",
    "format:date",
    "format:date-time",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "enum",
    "oneOf",
    "items/enum",
    "items/anyOf",
    "minItems",
    "maxItems",
    "uniqueItems",
];

fn field(schema: &Value) -> Field {
    let mut faults = Violations::default();
    let whole = json!({ "type": "object", "properties": { "p": schema } });
    let mut fields = schema::parse(&whole, "requestedSchema", &Server, &mut faults);
    assert_eq!(faults.0, [], "{schema}");
    fields.remove(0)
}

/// The keywords of `schema` as the counts name them.
fn keywords(schema: &Value) -> Vec<String> {
    let mut names: Vec<String> = schema.as_object().unwrap().keys().map(|key| named(&format!("/{key}"), schema)).collect();
    names.extend(["enum", "anyOf"].iter().filter(|key| schema["items"].get(key).is_some()).map(|key| format!("items/{key}")));
    names
}

/// The name of the keyword at `path`: of `type` and `format`, with its value.
fn named(path: &str, schema: &Value) -> String {
    let mut parts = path.trim_start_matches('/').split('/');
    match parts.next().unwrap_or_default() {
        key @ ("type" | "format") => format!("{key}:{}", schema[key].as_str().unwrap_or_default()),
        "items" => format!("items/{}", parts.next().unwrap_or_default()),
        key => key.to_owned(),
    }
}

#[derive(Default)]
struct Tally {
    pairs: usize,
    exceptions: usize,
    accepted: BTreeMap<String, usize>,
    refused: BTreeMap<String, usize>,
}

impl Tally {
    /// Holds the verdicts on one pair together, and counts them.
    fn pair(&mut self, field: &Field, schema: &Value, theirs: &Validator, derived: &Validator, value: &Value) {
        let faults: Vec<String> = theirs.iter_errors(value).map(|error| named(error.schema_path().as_str(), schema)).collect();
        let ours = ours(field, value);
        self.pairs += 1;
        assert_eq!(
            derived.is_valid(value),
            faults.is_empty(),
            "the schema that a field gives differs from the one it came of: {schema} {value}"
        );
        if is_excepted(field, value, ours.is_none()) {
            self.exceptions += 1;
            return;
        }
        assert_eq!(ours.is_none(), faults.is_empty(), "{schema}\n{value}\nours: {ours:?}\ntheirs: {faults:?}");
        if faults.is_empty() {
            for keyword in keywords(schema) {
                *self.accepted.entry(keyword).or_default() += 1;
            }
        }
        for keyword in faults {
            *self.refused.entry(keyword).or_default() += 1;
        }
    }

    /// Prints the counts and demands enough of each.
    fn settle(&self) {
        println!("{} pairs, {} of them exceptions", self.pairs, self.exceptions);
        println!("{:<18}{:>9}{:>9}", "keyword", "accepted", "refused");
        let of = |counts: &BTreeMap<String, usize>, keyword: &str| counts.get(keyword).copied().unwrap_or(0);
        let rows: Vec<_> = KEYWORDS.iter().map(|keyword| (keyword, of(&self.accepted, keyword), of(&self.refused, keyword))).collect();
        for (keyword, accepted, refused) in &rows {
            println!("{keyword:<18}{accepted:>9}{refused:>9}");
        }
        for (keyword, accepted, refused) in rows {
            assert!(accepted >= LEAST && refused >= LEAST, "{keyword}: {accepted} accepted, {refused} refused");
        }
        assert!(self.pairs - self.exceptions >= 10_000);
    }
}

#[test]
fn both_checkers_give_one_verdict() {
    let seed = std::env::var("CHECKER_LAW_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20_260_731);
    println!("CHECKER_LAW_SEED={seed}");
    let mut source = Source::new(seed);
    let mut tally = Tally::default();
    for _ in 0..SCHEMAS {
        let schema = source.schema();
        let field = field(&schema);
        let (theirs, derived) = (validator(&schema), validator(&field.json_schema()));
        for _ in 0..VALUES {
            tally.pair(&field, &schema, &theirs, &derived, &source.value(&schema));
        }
    }
    tally.settle();
}

#[test]
fn both_judge_the_formats_alike() {
    let mut source = Source::new(7);
    for name in ["email", "uri", "date", "date-time"] {
        let schema = json!({ "type": "string", "format": name });
        let (theirs, format) = (validator(&schema), Format::from_name(name).unwrap());
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..40_000 {
            let text = source.near(name);
            let (ours, theirs) = (format.accepts(&text), theirs.is_valid(&Value::from(text.as_str())));
            assert!(ours == theirs || ours && name == "email" && text.contains("xn--"), "{name} {text:?}: ours {ours}, theirs {theirs}");
            *if ours { &mut accepted } else { &mut refused } += 1;
        }
        println!("{name:<10}{accepted:>9} accepted{refused:>9} refused");
        assert!(accepted >= 5000 && refused >= 5000, "{name}");
    }
}
