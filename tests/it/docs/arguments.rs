//! The tables of arguments and answers are the tools' own schemas.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::page::{Page, root};
use crate::mcp_client::Mcp;

/// A property of a schema by its path (`columns.sources[].key`, `fields.*.include`), and whether it is required.
fn properties(schema: &Value, path: &str, found: &mut BTreeMap<String, (Value, bool)>) {
    let required = |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|other| other == name));
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        found.insert(path.clone(), (property.clone(), required(name)));
        properties(property, &path, found);
    }
    if schema.get("items").is_some() {
        properties(&schema["items"], &format!("{path}[]"), found);
    }
    if schema["additionalProperties"]["properties"].is_object() {
        properties(&schema["additionalProperties"], &format!("{path}.*"), found);
    }
}

/// `4000` as `4,000`.
fn grouped(number: &Value) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

/// What a row has to say of a property beside its name: its type, its limits, its words, its default.
fn told(property: &Value) -> Vec<String> {
    let mut words = vec![match property.get("type").or(property["anyOf"][0].get("type")) {
        Some(name) => name.as_str().unwrap().to_owned(),
        None => "any JSON".to_owned(),
    }];
    for limit in ["maxLength", "minimum", "maximum", "maxItems", "maxProperties"] {
        words.extend(property.get(limit).map(grouped));
    }
    words.extend(property.get("default").map(|default| default.as_str().map_or_else(|| grouped(default), str::to_owned)));
    words.extend(property["enum"].as_array().into_iter().flatten().map(|word| word.as_str().unwrap().to_owned()));
    words
}

fn compare(page: &Page, title: &str, schema: &Value) {
    let rows = page.table(title);
    let mut expected = BTreeMap::new();
    properties(schema, "", &mut expected);
    let name = |cells: &[String]| cells[0].trim_matches('`').to_owned();
    let names: Vec<String> = rows.iter().map(|cells| name(cells)).collect();
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(sorted, expected.keys().cloned().collect::<Vec<_>>(), "{}: {title}", page.name());
    for cells in rows {
        let (property, required) = &expected[&name(&cells)];
        let row = cells.join(" | ");
        if title == "Arguments" {
            assert_eq!(cells[2] == "yes", *required, "{}: {row}", page.name());
        }
        for word in told(property) {
            assert!(row.contains(&word), "{}: {word} is not in: {row}", page.name());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_is_the_tools_own_schema() {
    let mcp = Mcp::start().await;
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} });
    let tools = mcp.post(message.to_string()).await.json()["result"]["tools"].clone();
    assert_eq!(tools.as_array().unwrap().len(), 8);
    for tool in tools.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        let page = Page::read(&root().join(format!("docs/tools/{name}.md")));
        compare(&page, "Arguments", &tool["inputSchema"]);
        compare(&page, "Answer", &tool["outputSchema"]);
    }
}
