//! `options`, `minSelections` and `maxSelections`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde_json::Value;

use super::SelectionOption;
use crate::domain::arguments::{Arguments, count, object, text, type_name, words};
use crate::domain::decimal::plain;
use crate::domain::violation::Violations;

const MAX_OPTIONS: usize = 500;
/// The most code points of an id, of a label and of a description.
const MAX_ID: usize = 200;
const MAX_LABEL: usize = 500;
const MAX_DESCRIPTION: usize = 2000;

/// The options as sent, no more of them than there may be; notes when there are none or too many.
pub(super) fn list<'v>(value: Option<&'v Value>, faults: &mut Violations) -> &'v [Value] {
    const WANTED: &str = "an array of 1 to 500 objects { id, label?, description?, … }";
    match value {
        Some(Value::Array(items)) => {
            match items.len() {
                0 => faults.push("options", format!("must not be empty: {WANTED}")),
                1..=MAX_OPTIONS => {}
                length => faults.push("options", format!("{length} options are too many: at most {MAX_OPTIONS}")),
            }
            return &items[..items.len().min(MAX_OPTIONS)];
        }
        None => faults.push("options", format!("required: {WANTED}")),
        Some(other) => faults.push("options", format!("must be an array, not {}: {WANTED}", type_name(other))),
    }
    &[]
}

/// What is sound of the options; notes every fault.
pub(super) fn parse(sent: &[Value], faults: &mut Violations) -> Vec<SelectionOption> {
    let mut places = BTreeMap::new();
    let mut items = Vec::new();
    for (i, option) in sent.iter().enumerate() {
        let path = format!("options[{i}]");
        let Some(option) = object(Some(option), &path, "{ id, label?, description?, … }", faults) else { continue };
        let label = words(option.get("label"), &format!("{path}.label"), MAX_LABEL, faults);
        let description = words(option.get("description"), &format!("{path}.description"), MAX_DESCRIPTION, faults);
        let path = format!("{path}.id");
        let Some(id) = text(option.get("id"), &path, MAX_ID, faults) else { continue };
        match places.entry(id.clone()) {
            Entry::Vacant(place) => _ = place.insert(i),
            Entry::Occupied(first) => {
                faults.push(path, format!("{} is the id of options[{}] already: ids are unique", Value::from(id.as_str()), first.get()));
            }
        }
        items.push(SelectionOption { id, label, description });
    }
    items
}

/// `minSelections` and `maxSelections` of a choice among `options`; notes every fault.
pub(super) fn limits(arguments: &Arguments<'_>, options: usize, faults: &mut Violations) -> (usize, usize) {
    let (min, max) = (arguments.value("minSelections"), arguments.value("maxSelections"));
    let mut limit = |name: &str, value: Option<&Value>| match value {
        // beyond the options, every number is as good as the next
        Some(value) => {
            count(value, name, faults).map(|count| usize::try_from(count).map_or(MAX_OPTIONS + 1, |count| count.min(MAX_OPTIONS + 1)))
        }
        None => Some(1),
    };
    let (least, most) = (limit("minSelections", min), limit("maxSelections", max));
    if most == Some(0) {
        faults.push("maxSelections", "must be a whole number from 1 up, not 0");
    }
    if let Some(least) = least {
        let spelled = match min {
            Some(Value::Number(number)) => plain(number),
            _ => least.to_string(),
        };
        match (most, max) {
            (Some(most), None) if least > most => {
                faults.push("minSelections", format!("{spelled} is more than maxSelections, which is 1 when absent: give both"));
            }
            (Some(most @ 1..), Some(_)) if least > most => {
                faults.push("minSelections", format!("{spelled} is more than maxSelections ({most})"));
            }
            _ => {}
        }
        if min.is_some() && options > 0 && least > options {
            faults.push("minSelections", format!("{spelled} is more than there are options ({options})"));
        }
    }
    (least.unwrap_or(1), most.unwrap_or(1))
}
