//! `countersign mcp`: the real program at the other end of a pipe, alone and beside a server on the same database (contract § 11).

use std::net::TcpListener;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use countersign::server::service::Service;
use countersign::server::store::{Key, Store};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::support::host::Host;
use super::support::process::{Server, token};
use super::support::{Reviewer, TestApp, client, proposal};

fn reviewer(link: &str) -> Reviewer {
    Reviewer::new(client::http(), link)
}

async fn page(link: &str) -> StatusCode {
    client::http().get(link).send().await.unwrap().status()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_proposes_awaits_and_gets_the_result() {
    let directory = tempfile::tempdir().unwrap();
    let mut host = Host::greeted(&directory.path().join("new").join("countersign.db"), &[]);
    assert_eq!(host.ask("tools/list", &json!({}))["tools"].as_array().unwrap().len(), 8);
    let (id, link) = host.propose();
    assert!(link.starts_with("http://127.0.0.1:"), "{link}");
    assert_eq!(page(&link).await, StatusCode::OK);
    assert_eq!(host.call("elicit_status", &id), json!({ "status": "pending" }));
    let window = json!({ "elicitationId": id["elicitationId"], "waitSeconds": 2 });
    host.send(
        &json!({ "jsonrpc": "2.0", "id": "w", "method": "tools/call", "params": {
        "name": "elicit_await", "arguments": window, "_meta": { "progressToken": "t" }
    } })
        .to_string(),
    );
    let progress = host.heard();
    assert_eq!((&progress["method"], &progress["params"]["progressToken"]), (&json!("notifications/progress"), &json!("t")));
    let waited = host.heard();
    assert_eq!((&waited["id"], &waited["result"]["structuredContent"]), (&json!("w"), &json!({ "status": "pending" })));
    host.begin("elicit_await", &id);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let decided = Instant::now();
    assert!(reviewer(&link).submit("y").await.taken());
    assert_eq!(host.result()["structuredContent"], json!({ "status": "submitted" }));
    assert!(decided.elapsed() < Duration::from_secs(5), "{:?}", decided.elapsed());
    let expected = json!({
        "status": "consumed", "decision": "submitted", "action": "submit", "context": { "recordId": 7 },
        "formSubmission": { "a": "y" }, "values": { "a": "y" }
    });
    assert_eq!(host.call("elicit_result", &id), expected);
    let history = host.call("elicit_history", &json!({}));
    assert_eq!((&history["total"], &history["items"][0]["elicitationId"]), (&json!(1), &id["elicitationId"]));
    assert!(host.call("elicit_history", &json!({ "scope": "org" })).as_str().unwrap().starts_with("scope: org is for admins"));
    assert_eq!(host.end(), (Vec::new(), Some(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn beside_a_server_links_are_the_servers() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let token = token(&database, "ada");
    let server = Server::start(&database);
    let agent = server.agent(&token);
    let mut host = Host::greeted(&database, &[]);
    let (id, link) = host.propose();
    assert!(link.starts_with(&server.url), "{link} is not at {}", server.url);
    // another process decides: whoever waits in this one hears of it
    host.begin("elicit_await", &id);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let decided = Instant::now();
    assert!(reviewer(&link).decline().await.taken());
    assert_eq!(host.result()["structuredContent"], json!({ "status": "declined" }));
    assert!(decided.elapsed() < Duration::from_secs(5), "{:?}", decided.elapsed());
    // each agent sees its own
    assert_eq!(agent.ask("elicit_status", id["elicitationId"].as_str().unwrap()).await.text, "not found");
    let (_, later) = host.propose();
    assert_eq!(host.end(), (Vec::new(), Some(0)));
    assert_eq!(page(&later).await, StatusCode::OK, "the link outlives the process that made it");
    assert!(reviewer(&later).submit("y").await.taken());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_hears_what_is_decided_beside_it() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let mut host = Host::greeted(&database, &[]);
    // made before there was a server, so its pages are the host's
    let (_, link) = host.propose();
    let own = link.rsplit_once("/review/").unwrap().0.to_owned();
    let token = token(&database, "ada");
    let server = Server::start(&database);
    assert_ne!(server.url, own);
    let agent = server.agent(&token);
    let request = agent.open(&proposal()).await;
    let waiting = tokio::spawn({
        let (agent, id) = (agent.clone(), request.id.clone());
        async move { agent.wait(&id, 60).await }
    });
    tokio::time::sleep(Duration::from_millis(500)).await;
    let decided = Instant::now();
    assert!(reviewer(&request.review_url.replace(&server.url, &own)).submit("y").await.taken());
    assert_eq!(waiting.await.unwrap(), "submitted");
    assert!(decided.elapsed() < Duration::from_secs(5), "{:?}", decided.elapsed());
    assert!(reviewer(&link).decline().await.taken());
}

#[test]
fn a_dead_server_is_not_linked_to() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let mut server = Server::start(&database);
    let mut host = Host::greeted(&database, &[]);
    assert!(host.propose().1.starts_with(&server.url));
    server.kill();
    assert!(!host.propose().1.starts_with(&server.url));
}

#[tokio::test(flavor = "multi_thread")]
async fn old_records_are_the_servers_to_remove() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    assert!(app.reviewer(&request.review_url).decline().await.taken());
    let beside: Arc<dyn Store> = Arc::new(app.running.config.database.open().await.unwrap());
    let service = Service::new(beside.clone(), app.clock.clone(), "http://127.0.0.1:1").deferring();
    // what this process was told to remove, the server was told to keep
    app.clock.advance(2 * 86_400_000);
    service.sweep(1).await;
    assert_eq!(agent.status(&request.id).await, "declined");
    app.running.store.close().await;
    service.sweep(1).await;
    assert!(beside.head(&Key::Id(request.id)).await.unwrap().is_none(), "nobody else is there to do it");
}

#[test]
fn what_is_no_message_is_answered_and_the_next_one_too() {
    let directory = tempfile::tempdir().unwrap();
    let mut host = Host::greeted(&directory.path().join("countersign.db"), &[]);
    let nested = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}1{}}}"#, "[".repeat(200), "]".repeat(200));
    let huge = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"x":"{}"}}}}"#, "x".repeat(5 << 20));
    for (line, code) in [
        ("nonsense", -32700),
        ("{\"jsonrpc\":\"2.0\"", -32700),
        (nested.as_str(), -32700),
        (huge.as_str(), -32600),
        ("[]", -32600),
        ("7", -32600),
        (r#"{"id":1}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"$serde_json::private::Number":"1"}}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"nothing/here"}"#, -32601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"elicit_nothing"}}"#, -32602),
    ] {
        host.send(line);
        let answer = host.heard();
        assert_eq!(answer["error"]["code"], code, "{}: {answer}", &line[..line.len().min(100)]);
    }
    host.send("\r");
    // arguments are read here as they are over HTTP
    assert_eq!(host.call("elicit_status", &json!([])), "arguments: must be an object, not an array");
    assert_eq!(host.call("elicit_status", &json!("{\"elicitationId\":\"x\"}")), "not found");
    let context: Value = serde_json::from_str(r#"{"b":123456789012345678901234567890,"a":1e400}"#).unwrap();
    let mut arguments = proposal();
    arguments["context"] = context.clone();
    let opened = host.call("elicit_proposal", &arguments);
    let id = json!({ "elicitationId": opened["elicitationId"] });
    assert_eq!(host.call("elicit_cancel", &id), json!({ "status": "canceled" }));
    assert_eq!(host.call("elicit_result", &id), "not decided (status=canceled)");
}

#[test]
fn the_newest_protocol_needs_no_handshake() {
    let directory = tempfile::tempdir().unwrap();
    let mut host = Host::start(&directory.path().join("countersign.db"), &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "host", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {}
    });
    assert!(host.ask("server/discover", &json!({ "_meta": meta }))["instructions"].is_string());
    // the first call of a tool is the first that rmcp's loop gets
    let opened = host.ask("tools/call", &json!({ "name": "elicit_proposal", "arguments": proposal(), "_meta": meta }));
    assert_eq!(opened["structuredContent"]["status"], "pending", "{opened}");
    let status = json!({ "elicitationId": opened["structuredContent"]["elicitationId"] });
    let told = host.ask("tools/call", &json!({ "name": "elicit_status", "arguments": status, "_meta": meta }));
    assert_eq!(told["structuredContent"], json!({ "status": "pending" }));
}

#[test]
fn whoever_waits_at_the_end_is_answered() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let mut host = Host::greeted(&database, &[]);
    let (id, _) = host.propose();
    host.begin("elicit_await", &id);
    let asked = host.asked;
    let begun = Instant::now();
    let (said, code) = host.end();
    assert_eq!((said.len(), code), (1, Some(0)), "{said:?}");
    assert_eq!((&said[0]["id"], &said[0]["result"]["structuredContent"]), (&json!(asked), &json!({ "status": "pending" })));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());

    // asked to stop
    let mut host = Host::greeted(&database, &[]);
    host.begin("elicit_await", &id);
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-TERM", &host.child.id().to_string()]).status().unwrap().success());
    assert_eq!(host.result()["structuredContent"], json!({ "status": "pending" }));
    assert_eq!(host.child.wait().unwrap().code(), Some(0));

    // a host that says nothing
    assert_eq!(Host::start(&database, &[]).end(), (Vec::new(), Some(0)));
}

#[test]
fn a_port_in_use_is_no_obstacle() {
    let directory = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut host = Host::greeted(&directory.path().join("countersign.db"), &["--listen", &address]);
    let link = host.propose().1;
    assert!(link.starts_with("http://127.0.0.1:") && !link.contains(&address), "{link}");
    drop(host);
    let mut host = Host::greeted(&directory.path().join("countersign.db"), &["--public-url", "https://r.example"]);
    assert!(host.propose().1.starts_with("https://r.example/review/"));
}
