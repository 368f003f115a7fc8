//! The options of a select: `enum`, `enum` with `enumNames`, `oneOf`; and of a multi select: `items` with `enum` or `anyOf`.

use serde_json::Value;

use super::Choice;
use super::keyword::{ITEMS, Keywords};
use crate::domain::value::json_type;
use crate::domain::violation::join;

/// What makes a text property a single select.
pub(super) const KEYWORDS: [&str; 3] = ["enum", "enumNames", "oneOf"];

const OPTIONS: usize = 500;
const TITLE: usize = 500;

/// The options of a single select.
pub(super) fn of_select(keywords: &mut Keywords<'_, '_>) -> Vec<Choice> {
    match (keywords.has("enum"), keywords.has("oneOf")) {
        (true, true) => keywords.fault("oneOf", "give the options once: enum or oneOf, not both"),
        (false, true) => {
            if keywords.has("enumNames") {
                keywords.fault("enumNames", "goes with enum: in oneOf each option has its title");
            }
            return titled(keywords, "oneOf");
        }
        (false, false) => keywords.fault("enumNames", "needs an enum of the same length"),
        (true, false) => {}
    }
    let mut choices = plain(keywords, "enum");
    name(keywords, &mut choices);
    choices
}

/// The options of a multi select.
pub(super) fn of_items(keywords: &mut Keywords<'_, '_>) -> Vec<Choice> {
    let map = match keywords.get("items") {
        Some(Value::Object(map)) => map,
        Some(other) => {
            keywords.fault("items", format!("must be an object that lists the options with enum or anyOf, not {}", json_type(other)));
            return Vec::new();
        }
        None => {
            keywords.fault("items", "is missing: list the options with enum or anyOf");
            return Vec::new();
        }
    };
    if matches!(map.get("type"), Some(Value::String(name)) if name == "object") || map.contains_key("properties") {
        keywords.fault("items", "arrays of objects are not supported: list the options with enum or anyOf");
        return Vec::new();
    }
    let path = join(keywords.path, "items");
    let mut items = Keywords { map, path: &path, faults: keywords.faults };
    items.only(ITEMS, &["type", "enum", "anyOf"]);
    if !matches!(items.get("type"), None | Some(Value::String(_))) || items.get("type").is_some_and(|name| name != "string") {
        items.fault("type", "must be \"string\": options are strings");
    }
    match (items.has("enum"), items.has("anyOf")) {
        (true, false) => plain(&mut items, "enum"),
        (false, true) => titled(&mut items, "anyOf"),
        (true, true) => {
            items.fault("anyOf", "give the options once: enum or anyOf, not both");
            plain(&mut items, "enum")
        }
        (false, false) => {
            keywords.fault("items", "must list the options with enum or anyOf");
            Vec::new()
        }
    }
}

/// Options that are their own titles.
fn plain(keywords: &mut Keywords<'_, '_>, key: &str) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for (path, item) in list(keywords, key) {
        match item {
            Value::String(value) => add(keywords, &path, &mut choices, value, value),
            other => keywords.faults.push(path, format!("options are strings, not {}", json_type(other))),
        }
    }
    choices
}

/// Options written `{ const, title }`.
fn titled(keywords: &mut Keywords<'_, '_>, key: &str) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for (path, item) in list(keywords, key) {
        let Value::Object(map) = item else {
            keywords.faults.push(path, format!("must be {{\"const\": …, \"title\": …}}, not {}", json_type(item)));
            continue;
        };
        let mut option = Keywords { map, path: &path, faults: keywords.faults };
        option.only("an option", &["const", "title"]);
        let title = option.words("title", TITLE);
        let value = option.text("const", usize::MAX);
        if !option.has("const") {
            option.fault("const", "is missing: the value that the option stands for");
        }
        if let Some(value) = value {
            add(keywords, &join(&path, "const"), &mut choices, value, title.as_deref().unwrap_or(value));
        }
    }
    choices
}

/// The items of the array `key` with their paths; an empty or too long one is noted.
fn list<'a>(keywords: &mut Keywords<'a, '_>, key: &str) -> Vec<(String, &'a Value)> {
    let items = match keywords.get(key) {
        Some(Value::Array(items)) => items,
        Some(other) => {
            keywords.fault(key, format!("must be an array of options, not {}", json_type(other)));
            return Vec::new();
        }
        None => return Vec::new(),
    };
    match items.len() {
        0 => keywords.fault(key, "must have at least one option"),
        count if count > OPTIONS => keywords.fault(key, format!("has {count} options: at most {OPTIONS}")),
        _ => {}
    }
    let path = join(keywords.path, key);
    items.iter().take(OPTIONS).enumerate().map(|(i, item)| (format!("{path}[{i}]"), item)).collect()
}

fn add(keywords: &mut Keywords<'_, '_>, path: &str, choices: &mut Vec<Choice>, value: &str, title: &str) {
    if choices.iter().any(|choice| choice.value == value) {
        keywords.faults.push(path, format!("the option {} is there already", Value::from(value)));
    }
    choices.push(Choice { value: value.to_owned(), title: title.to_owned() });
}

/// Titles the choices of `enum` by `enumNames`; a blank name leaves the value as the title.
fn name(keywords: &mut Keywords<'_, '_>, choices: &mut [Choice]) {
    let names = match keywords.get("enumNames") {
        Some(Value::Array(names)) => names,
        Some(other) => return keywords.fault("enumNames", format!("must be an array of titles, not {}", json_type(other))),
        None => return,
    };
    let options = keywords.get("enum").and_then(Value::as_array).map(Vec::len);
    if options.is_some_and(|options| options != names.len()) {
        let options = options.unwrap_or_default();
        keywords.fault("enumNames", format!("has {} titles for {options} options: give one for each", names.len()));
    }
    let path = join(keywords.path, "enumNames");
    let mut choices = choices.iter_mut();
    for (i, name) in names.iter().enumerate() {
        let choice = choices.next();
        match name {
            Value::String(title) if title.chars().count() > TITLE => {
                keywords.faults.push(format!("{path}[{i}]"), format!("has {} characters: at most {TITLE}", title.chars().count()));
            }
            Value::String(title) => {
                if let (Some(choice), false) = (choice, title.trim().is_empty()) {
                    title.trim().clone_into(&mut choice.title);
                }
            }
            other => keywords.faults.push(format!("{path}[{i}]"), format!("must be a string, not {}", json_type(other))),
        }
    }
}
