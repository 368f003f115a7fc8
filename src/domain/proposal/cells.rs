//! `fields`: the cells of the grid, brought to rows.

use serde_json::{Map, Value};

use crate::domain::arguments::{known_keys, object, type_name};
use crate::domain::grid::{Column, Row};
use crate::domain::schema::Field;
use crate::domain::violation::{Violations, join, unknown_key};

/// How many stray keys get a suggestion.
const SUGGESTED: usize = 100;

/// What the keys of `fields` refer to; `None` where that could not be read and nothing can be said about a key.
pub(super) struct Cells<'a> {
    pub(super) sources: Option<&'a [Column]>,
    /// The properties as they were sent: one that is at fault is a property all the same.
    pub(super) properties: Option<&'a Map<String, Value>>,
}

impl Cells<'_> {
    /// Reads `fields` into the row of each of `schema`'s fields; notes every fault.
    pub(super) fn parse(&self, fields: Option<&Map<String, Value>>, schema: Vec<Field>, faults: &mut Violations) -> Vec<Row> {
        let mut strays = 0;
        for (name, cells) in fields.into_iter().flatten() {
            let path = join("fields", name);
            if let Some(properties) = self.properties.filter(|properties| !properties.contains_key(name)) {
                strays += 1;
                // finding what was meant takes a while: with that many strays, nothing was
                let names = properties.keys().map(String::as_str).take(if strays > SUGGESTED { 0 } else { usize::MAX });
                faults.push(path.as_str(), unknown_key("a property of requestedSchema", name, names));
            }
            if !cells.is_null() {
                self.judge(cells, &path, faults);
            }
        }
        schema.into_iter().map(|field| self.row(field, fields)).collect()
    }

    /// Notes what is wrong with one entry of `fields`.
    fn judge(&self, cells: &Value, path: &str, faults: &mut Violations) {
        let Some(cells) = object(Some(cells), path, "{ sources?, current?, include? }", faults) else { return };
        known_keys(cells, path, "a key of a field", &["sources", "current", "include"], faults);
        match cells.get("include") {
            None | Some(Value::Null | Value::Bool(_)) => {}
            Some(other) => faults.push(join(path, "include"), format!("must be true or false, not {}", type_name(other))),
        }
        let Some(values) = cells.get("sources").filter(|sources| !sources.is_null()) else { return };
        let path = join(path, "sources");
        let Some(values) = object(Some(values), &path, "keyed by columns.sources[].key", faults) else { return };
        let Some(sources) = self.sources else { return };
        for key in values.keys().filter(|key| !sources.iter().any(|source| source.key == **key)) {
            let known = sources.iter().map(|source| source.key.as_str());
            faults.push(join(&path, key), unknown_key("a key of columns.sources", key, known));
        }
    }

    /// The row of `field`, with what is sound of its cells.
    fn row(&self, field: Field, fields: Option<&Map<String, Value>>) -> Row {
        let cells = fields.and_then(|fields| fields.get(&field.name)).and_then(Value::as_object);
        let values = cells.and_then(|cells| cells.get("sources")).and_then(Value::as_object);
        let value = |source: &Column| values.and_then(|values| values.get(&source.key)).cloned().unwrap_or_default();
        Row {
            sources: self.sources.into_iter().flatten().map(value).collect(),
            current: cells.and_then(|cells| cells.get("current")).cloned().unwrap_or_default(),
            include: cells.and_then(|cells| cells.get("include")).and_then(Value::as_bool),
            field,
        }
    }
}
