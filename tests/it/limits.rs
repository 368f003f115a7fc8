//! Too often, too many: what an agent and a stranger are told, and that nobody else is held up by them.

use std::num::NonZeroU32;
use std::time::Instant;

use countersign::server::config::Config;
use reqwest::StatusCode;
use serde_json::json;

use super::support::{TestApp, proposal};

fn number(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

#[tokio::test]
async fn an_agent_that_calls_too_often_is_told_then_turned_away() {
    let app = TestApp::spawn_with(|config| Config { calls_per_minute: number(4), ..config }).await;
    let (hasty, other) = (app.agent("hasty").await, app.agent("other").await);
    let opened = hasty.open(&proposal()).await;
    for _ in 0..3 {
        assert_eq!(hasty.status(&opened.id).await, "pending");
    }
    for _ in 0..4 {
        let told = hasty.ask("elicit_status", &opened.id).await;
        assert!(told.is_error && told.status == StatusCode::OK, "{}", told.body);
        assert!(
            told.text.starts_with("too many calls: this token may make 4 a minute; wait ") && told.text.ends_with(" s, then call again"),
            "{}",
            told.text
        );
    }
    let turned_away = app.http().post(format!("{}/mcp", app.running.config.public_url())).bearer_auth(hasty.token()).send().await.unwrap();
    assert_eq!(turned_away.status(), StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = turned_away.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=15).contains(&wait), "{wait}");
    assert!(!other.call("elicit_proposal", &proposal()).await.is_error);
}

#[tokio::test]
async fn an_agent_has_so_many_pending_requests() {
    let app = TestApp::spawn_with(|config| Config { max_pending: number(3), ..config }).await;
    let agent = app.agent("busy").await;
    let arguments = proposal();
    let answers = futures::future::join_all((0..8).map(|_| agent.call("elicit_proposal", &arguments))).await;
    let refused: Vec<_> = answers.iter().filter(|answer| answer.is_error).collect();
    assert_eq!(refused.len(), 5, "whatever comes at once, three are taken");
    assert!(refused[0].text.starts_with("too many pending requests: this token may have 3 at once"), "{}", refused[0].text);
    let taken = answers.iter().find(|answer| !answer.is_error).unwrap();
    let id = taken.content["elicitationId"].as_str().unwrap();
    assert!(!agent.ask("elicit_cancel", id).await.is_error);
    agent.open(&arguments).await;
    assert!(agent.call("elicit_approval", &json!({ "message": "m", "context": 1 })).await.is_error, "of whatever kind");
}

/// Asks with wrong secrets, by their number, until one is turned away: sixty pass first, and one more for each second that this takes.
pub async fn sixty_pass(ask: impl AsyncFn(usize) -> StatusCode) {
    let (begun, mut passed) = (Instant::now(), 0);
    while ask(passed).await != StatusCode::TOO_MANY_REQUESTS {
        passed += 1;
        assert!(passed as u64 <= 61 + begun.elapsed().as_secs(), "{passed} wrong ones");
    }
    assert!(passed >= 60, "{passed} wrong ones");
}

#[tokio::test]
async fn wrong_links_and_tokens_are_answered_only_so_often() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let opened = agent.open(&proposal()).await;
    let url = app.running.config.public_url();
    let from = |address: &str, path: &str| app.http().get(format!("{url}{path}")).header("x-forwarded-for", address).send();
    sixty_pass(async |number| {
        let status = from("192.0.2.1", &format!("/review/{number}")).await.unwrap().status();
        assert!([StatusCode::NOT_FOUND, StatusCode::TOO_MANY_REQUESTS].contains(&status), "{status}");
        status
    })
    .await;
    let token = || app.http().post(format!("{url}/mcp")).bearer_auth("cs_wrong").header("x-forwarded-for", "192.0.2.1").send();
    // a second may have passed since
    let tokens = [token().await.unwrap(), token().await.unwrap()];
    let turned_away = tokens.iter().find(|answer| answer.status() == StatusCode::TOO_MANY_REQUESTS).unwrap();
    assert!(turned_away.headers().contains_key("retry-after"));

    assert_eq!(from("192.0.2.1", opened.review_url.strip_prefix(&url).unwrap()).await.unwrap().status(), StatusCode::OK, "a right link");
    assert_eq!(from("192.0.2.2", "/review/x").await.unwrap().status(), StatusCode::NOT_FOUND, "another address");
    assert_eq!(agent.status(&opened.id).await, "pending", "a right token");
}
