//! The machine's clock jumps an hour, forward and back.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::support::client::{Agent, opened};
use super::super::support::{TestApp, proposal};
use super::assert_intact;

const HOUR: i64 = 3_600_000;

/// A proposal that lives for `seconds`.
fn living(seconds: u32) -> Value {
    let mut arguments = proposal();
    arguments["timeoutSeconds"] = json!(seconds);
    arguments
}

/// The ids of a whole history, page by page, and its `asOf`.
async fn history(agent: &Agent, as_of: Option<&str>) -> (Vec<String>, String) {
    let (mut ids, mut as_of) = (Vec::new(), as_of.map(str::to_owned));
    for page in 1.. {
        let mut arguments = json!({ "page": page, "pageSize": 2 });
        if let Some(as_of) = &as_of {
            arguments["asOf"] = json!(as_of);
        }
        let answer = agent.call("elicit_history", &arguments).await;
        let items = answer.content["items"].as_array().unwrap_or_else(|| panic!("{}", answer.body));
        if items.is_empty() {
            break;
        }
        ids.extend(items.iter().map(|item| item["elicitationId"].as_str().unwrap().to_owned()));
        as_of = answer.content["asOf"].as_str().map(str::to_owned);
    }
    (ids, as_of.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn forward_ends_what_is_over_and_nothing_else() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let (short, long) = (agent.open(&living(60)).await, agent.open(&living(7200)).await);
    let waiting = tokio::spawn({
        let (agent, id) = (agent.clone(), short.id.clone());
        async move { agent.wait(&id, 60).await }
    });
    app.clock.advance(HOUR);
    // in its own time it would be told much later
    assert_eq!(tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("told").unwrap(), "expired");
    let late = app.reviewer(&short.review_url).submit("late").await;
    assert!(late.status == 409 && late.body.contains("expired"), "{}", late.body);
    assert_eq!(app.history(&short.id).await.last().unwrap(), &("expired".to_owned(), "server".to_owned()));
    assert_eq!(agent.status(&long.id).await, "pending");
    assert!(app.reviewer(&long.review_url).submit("in time").await.taken());
    assert_eq!(agent.ask("elicit_result", &long.id).await.content["values"]["a"], "in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn back_brings_nothing_back() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let mut made = Vec::new();
    for seconds in [60, 7200, 7200, 7200] {
        made.push(agent.open(&living(seconds)).await);
        app.clock.advance(1);
    }
    let [expired, decided, canceled, open] = &made[..] else { panic!() };
    assert!(app.reviewer(&decided.review_url).submit("x").await.taken());
    assert!(!agent.ask("elicit_cancel", &canceled.id).await.is_error);
    app.clock.advance(60_000);
    assert_eq!(agent.status(&expired.id).await, "expired");
    let (before, as_of) = history(&agent, None).await;

    app.clock.advance(-HOUR);
    let stays = async || {
        assert_eq!(agent.status(&expired.id).await, "expired");
        assert_eq!(agent.ask("elicit_result", &expired.id).await.text, "not decided (status=expired)");
        let again = app.reviewer(&expired.review_url).submit("again").await;
        assert!(again.status == 409 && again.body.contains("expired"), "{}", again.body);
        assert_eq!(agent.status(&canceled.id).await, "canceled");
        assert_eq!(agent.ask("elicit_result", &decided.id).await.content["values"]["a"], "x");
        assert_eq!(history(&agent, Some(&as_of)).await.0, before, "a history is what it was");
    };
    stays().await;
    assert!(app.reviewer(&open.review_url).submit("earlier").await.taken());
    let late = opened(&agent.call("elicit_proposal", &living(60)).await);
    assert_eq!(agent.status(&late.id).await, "pending");
    stays().await;
    let (all, _) = history(&agent, None).await;
    assert!(all.len() == 5 && made.iter().chain([&late]).all(|request| all.contains(&request.id)), "each once: {all:?}");

    app.clock.advance(HOUR);
    stays().await;
    assert_eq!(agent.status(&late.id).await, "expired");
    for _ in 0..100 {
        assert!(!agent.ask("elicit_status", &open.id).await.is_error, "limits go by another clock");
    }
    let database = app.running.config.database.clone();
    app.running.shut_down().await;
    assert_intact(&database);
}
