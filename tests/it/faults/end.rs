//! SIGTERM while many wait.

use std::time::{Duration, Instant};

use serde_json::json;

use super::super::support::client::http;
use super::super::support::process::countersign;
use super::super::support::proposal;
use super::{Served, assert_intact};

const WAITERS: usize = 200;

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_waiters_are_answered_at_a_stop() {
    let served = Served::start(countersign(), None);
    let (agent, mut server) = (served.agent, served.server);
    let request = agent.open(&proposal()).await;
    let (endpoint, http) = (format!("{}/mcp", server.url), http());
    let mut waiters = Vec::new();
    for number in 0..WAITERS {
        let params = json!({
            "name": "elicit_await",
            "arguments": { "elicitationId": request.id, "waitSeconds": 300 },
            "_meta": { "progressToken": number },
        });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let request = http.post(&endpoint).bearer_auth(agent.token()).header("accept", "application/json, text/event-stream");
        let request = request.header("content-type", "application/json").body(message.to_string());
        waiters.push(tokio::spawn(async move {
            let mut answer = request.send().await.unwrap();
            let mut told = String::new();
            // whoever was told so waits
            while !told.contains("still pending") {
                told += &String::from_utf8_lossy(&answer.chunk().await.unwrap().expect("it waits"));
            }
            (answer, told)
        }));
    }
    let mut waiting = Vec::new();
    for waiter in waiters {
        waiting.push(waiter.await.unwrap());
    }
    let started = Instant::now();
    let code = tokio::task::spawn_blocking(move || server.terminate());
    for (answer, told) in waiting {
        let told = told + &answer.text().await.unwrap();
        assert!(told.contains(r#""structuredContent":{"status":"pending"}"#), "{told}");
    }
    assert_eq!(code.await.unwrap(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert_intact(&served.database);
}
