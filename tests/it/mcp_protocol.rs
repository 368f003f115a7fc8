//! MCP as the specification has it: handshakes, the list of tools, errors of the protocol.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::mcp_client::{Mcp, call};

const MODERN: &str = "2026-07-28";
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

async fn initialize(mcp: &Mcp, version: &str) -> Value {
    let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
    let message = json!({ "jsonrpc": "2.0", "id": "one", "method": "initialize", "params": params });
    let answer = mcp.post(message.to_string()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "application/json");
    let session = answer.headers["mcp-session-id"].to_str().unwrap();
    assert!(session.len() == 22 && session.is_ascii(), "{session}");
    assert_eq!(answer.json()["id"], "one");
    answer.json()["result"].clone()
}

#[tokio::test]
async fn both_handshakes_name_the_server() {
    let mcp = Mcp::start().await;
    for (asked, agreed) in [("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2099-01-01", "2025-11-25")] {
        let result = initialize(&mcp, asked).await;
        assert_eq!(result["protocolVersion"], agreed, "{asked}");
        assert_eq!(result["serverInfo"]["name"], "countersign");
        assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(result["capabilities"], json!({ "tools": {} }));
        assert!(result["instructions"].as_str().unwrap().contains("elicit_proposal"));
    }
    let done = mcp.post(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    assert_eq!((done.status, done.text.as_str()), (StatusCode::ACCEPTED, ""));
    for version in ["2025-06-18", "2025-11-25"] {
        let ping = mcp.request(Method::POST).header("mcp-protocol-version", version).body(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#);
        assert_eq!(mcp.send(ping).await.json(), json!({ "jsonrpc": "2.0", "id": 7, "result": {} }));
    }
}

#[tokio::test]
async fn a_session_id_is_given_and_never_needed() {
    let mcp = Mcp::start().await;
    let handshake = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
    let [first, second] = [mcp.post(handshake).await, mcp.post(handshake).await];
    assert_ne!(first.headers["mcp-session-id"], second.headers["mcp-session-id"]);
    let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    // also one that another server gave, or this one before it was started again
    for session in [first.headers["mcp-session-id"].to_str().unwrap(), "of-another-server"] {
        let answer = mcp.send(mcp.request(Method::POST).header("mcp-session-id", session).body(ping)).await;
        assert_eq!(answer.json()["result"], json!({}), "{session}");
        assert!(!answer.headers.contains_key("mcp-session-id"), "it comes with the handshake alone");
        for method in [Method::GET, Method::DELETE] {
            let answer = mcp.send(mcp.request(method.clone()).header("mcp-session-id", session)).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method}: no stream of its own, and nothing to end");
        }
    }
    let refused = mcp.post(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#).await;
    assert!(refused.code() == -32602 && !refused.headers.contains_key("mcp-session-id"));
}

#[tokio::test]
async fn the_newest_protocol_needs_no_handshake() {
    let mcp = Mcp::start().await;
    let send = async |method: &str, name: Option<&str>, params: &str| {
        let mut request = mcp.request(Method::POST).header("mcp-protocol-version", MODERN).header("mcp-method", method);
        if let Some(name) = name {
            request = request.header("mcp-name", name);
        }
        mcp.send(request.body(format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}{META}}}}}"#))).await
    };
    let discovered = send("server/discover", None, "").await;
    assert!(!discovered.headers.contains_key("mcp-session-id"), "this version has no sessions");
    let discovered = discovered.json();
    let versions: Vec<_> = discovered["result"]["supportedVersions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(["2025-06-18", "2025-11-25", MODERN].iter().all(|version| versions.contains(version)), "{versions:?}");
    assert!(discovered["result"]["instructions"].is_string());
    let listed = send("tools/list", None, "").await.json();
    assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 8);
    assert_eq!(listed["result"]["resultType"], "complete");

    let (id, _) = mcp.propose("null").await;
    let arguments = format!(r#""name":"elicit_status","arguments":{{"elicitationId":"{id}"}},"#);
    let status = send("tools/call", Some("elicit_status"), &arguments).await;
    assert_eq!(status.object(), json!({ "status": "pending" }));
    let fault = send("tools/call", Some("elicit_status"), r#""name":"elicit_status","arguments":[],"#).await;
    assert_eq!(fault.fault(), "arguments: must be an object, not an array");
    assert_eq!(fault.json()["result"]["resultType"], "complete", "as every answer of this version");
}

/// Every schema within `schema` that is a boolean or a reference, by path.
fn unwelcome(schema: &Value, at: &str, found: &mut Vec<String>) {
    const MAPS: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
    const LISTS: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
    const SINGLE: [&str; 13] = [
        "items",
        "additionalProperties",
        "additionalItems",
        "unevaluatedProperties",
        "unevaluatedItems",
        "contains",
        "propertyNames",
        "not",
        "if",
        "then",
        "else",
        "contentSchema",
        "dependencies",
    ];
    let Some(map) = schema.as_object() else { return found.push(format!("{at}: {schema}")) };
    for (keyword, value) in map {
        let at = format!("{at}.{keyword}");
        match keyword.as_str() {
            "$ref" | "$dynamicRef" | "$recursiveRef" => found.push(at),
            name if MAPS.contains(&name) => value.as_object().unwrap().iter().for_each(|(k, v)| unwelcome(v, &format!("{at}.{k}"), found)),
            name if LISTS.contains(&name) => value.as_array().unwrap().iter().for_each(|v| unwelcome(v, &at, found)),
            name if SINGLE.contains(&name) => unwelcome(value, &at, found),
            _ => {}
        }
    }
}

#[tokio::test]
async fn the_list_of_tools_suits_strict_clients() {
    let mcp = Mcp::start().await;
    for params in ["", r#","params":{}"#, r#","params":null"#] {
        let answer = mcp.post(format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list"{params}}}"#)).await;
        let result = &answer.json()["result"];
        assert!(result.get("nextCursor").is_none());
        let tools = result["tools"].as_array().unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        let requests = ["elicit_proposal", "elicit_approval", "elicit_selection"];
        assert_eq!(names[..3], requests);
        assert_eq!(names[3..], ["elicit_status", "elicit_await", "elicit_result", "elicit_cancel", "elicit_history"]);
        for tool in tools {
            let name = &tool["name"];
            for text in ["title", "description"] {
                assert!(tool[text].as_str().is_some_and(|text| !text.trim().is_empty()), "{name}.{text}");
            }
            assert!(tool["description"].as_str().unwrap().contains("Never for secrets or credentials"), "{name}");
            let mut found = Vec::new();
            for schema in ["inputSchema", "outputSchema"] {
                assert_eq!(tool[schema]["type"], "object", "{name}.{schema}");
                unwelcome(&tool[schema], &format!("{name}.{schema}"), &mut found);
                jsonschema::meta::validate(&tool[schema]).unwrap();
            }
            assert_eq!(found, [""; 0]);
            for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
                assert!(tool["annotations"][hint].is_boolean(), "{name}.{hint}");
            }
        }
        for request in &tools[..3] {
            assert!(request["inputSchema"]["properties"]["context"].get("type").is_none(), "any JSON");
        }
    }
}

#[tokio::test]
async fn errors_of_the_protocol_stay_errors_of_the_protocol() {
    let mcp = Mcp::start().await;
    for (body, code, mention) in [
        (call("elicit_nothing", "{}"), -32602, "Unknown tool: elicit_nothing"),
        (call("elicit_nothing", "[1]"), -32602, "Unknown tool: elicit_nothing"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{}}}"#.into(), -32602, "tools/call"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7,"arguments":{}}}"#.into(), -32602, "tools/call"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#.into(), -32602, "tools/call"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#.into(), -32602, "initialize"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#.into(), -32601, "resources/list"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"elicit/anything"}"#.into(), -32601, "elicit/anything"),
    ] {
        let answer = mcp.post(body.clone()).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::OK, code), "{body}: {}", answer.text);
        assert_eq!(answer.json()["id"], 1, "{body}");
        assert!(answer.json()["error"]["message"].as_str().unwrap().contains(mention), "{body}: {}", answer.text);
    }
    let twice = mcp.post(r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"nothing","method":"ping"}"#).await;
    assert_eq!(twice.json(), json!({ "jsonrpc": "2.0", "id": 2, "result": {} }), "the last one counts");
    let cancelled = mcp.post(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    assert_eq!(cancelled.status, StatusCode::ACCEPTED);
    let unknown = mcp.post(r#"{"jsonrpc":"2.0","method":"notifications/elicit/anything"}"#).await;
    assert_eq!(unknown.status, StatusCode::ACCEPTED);
}
