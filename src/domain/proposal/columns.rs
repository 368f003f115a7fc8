//! `columns`: the read-only columns of the grid.

use serde_json::{Map, Value};

use crate::domain::arguments::{known_keys, object, text, type_name};
use crate::domain::grid::Column;
use crate::domain::violation::Violations;

const MAX_SOURCES: usize = 12;
/// The most code points of a column's label, and of a source's key.
const MAX_LABEL: usize = 500;
const MAX_KEY: usize = 200;

/// The columns so far as they are sound.
#[derive(Default)]
pub(super) struct Columns {
    /// `None` when they could not be read, so that nothing can be said about keys that refer to them.
    pub(super) sources: Option<Vec<Column>>,
    pub(super) current: String,
}

/// Reads `columns`; notes every fault.
pub(super) fn parse(columns: &Map<String, Value>, faults: &mut Violations) -> Columns {
    known_keys(columns, "columns", "a key of columns", &["sources", "current"], faults);
    let sources = sources(columns.get("sources"), faults);
    let current = object(columns.get("current"), "columns.current", "{ label }", faults).and_then(|current| {
        known_keys(current, "columns.current", "a key of columns.current", &["label"], faults);
        text(current.get("label"), "columns.current.label", MAX_LABEL, faults)
    });
    Columns { sources, current: current.unwrap_or_default() }
}

fn sources(value: Option<&Value>, faults: &mut Violations) -> Option<Vec<Column>> {
    const PATH: &str = "columns.sources";
    const WANTED: &str = "an array of 1 to 12 objects { key, label }, in display order";
    let items = match value {
        Some(Value::Array(items)) => items,
        None | Some(Value::Null) => {
            faults.push(PATH, format!("required: {WANTED}"));
            return None;
        }
        Some(other) => {
            faults.push(PATH, format!("must be an array, not {}: {WANTED}", type_name(other)));
            return None;
        }
    };
    if items.is_empty() {
        faults.push(PATH, format!("must not be empty: {WANTED}"));
    }
    if items.len() > MAX_SOURCES {
        faults.push(PATH, format!("{} sources are too many: at most {MAX_SOURCES}", items.len()));
    }
    let mut sources: Vec<Column> = Vec::new();
    let mut sound = true;
    for (i, item) in items.iter().enumerate().take(MAX_SOURCES) {
        let path = format!("{PATH}[{i}]");
        let Some(source) = object(Some(item), &path, "{ key, label }", faults) else {
            sound = false;
            continue;
        };
        known_keys(source, &path, "a key of a source", &["key", "label"], faults);
        let key = text(source.get("key"), &format!("{path}.key"), MAX_KEY, faults);
        let label = text(source.get("label"), &format!("{path}.label"), MAX_LABEL, faults).unwrap_or_default();
        match key {
            None => sound = false,
            Some(key) if sources.iter().any(|other| other.key == key) => {
                faults.push(format!("{path}.key"), format!("{} is the key of an earlier source: keys are unique", Value::from(key)));
            }
            Some(key) => sources.push(Column { key, label }),
        }
    }
    (sound && items.len() <= MAX_SOURCES).then_some(sources)
}
