//! What an agent's token is good for: its own requests, and no decision about any (contract § 2, 8).

use std::time::Duration;

use countersign::server::config::Config;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::support::browser::path;
use super::support::client::{Agent, Opened, http};
use super::support::{TestApp, proposal};

/// Every tool that takes an id.
const BY_ID: [&str; 4] = ["elicit_status", "elicit_await", "elicit_result", "elicit_cancel"];

/// A request of `agent` in each state that there is.
async fn in_every_state(app: &TestApp, agent: &Agent) -> Vec<(&'static str, Opened)> {
    let expired = agent.open(&proposal()).await;
    app.clock.advance(61_000);
    let mut all = vec![("expired", expired)];
    for state in ["pending", "submitted", "declined", "canceled", "consumed"] {
        let request = agent.open(&proposal()).await;
        match state {
            "submitted" | "consumed" => assert!(app.reviewer(&request.review_url).submit("y").await.taken()),
            "declined" => assert!(app.reviewer(&request.review_url).decline().await.taken()),
            "canceled" => assert!(!agent.ask("elicit_cancel", &request.id).await.is_error),
            _ => {}
        }
        if state == "consumed" {
            assert!(!agent.ask("elicit_result", &request.id).await.is_error);
        }
        all.push((state, request));
    }
    for (state, request) in &all {
        assert_eq!(agent.status(&request.id).await, *state);
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn another_agents_request_is_as_good_as_none() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let requests = in_every_state(&app, &ada).await;
    let mut before = Vec::new();
    for (_, request) in &requests {
        before.push(app.events(&request.id).await);
    }
    for other in [app.agent("eve").await, app.admin("root").await] {
        for tool in BY_ID {
            let unknown = other.ask(tool, &"0".repeat(32)).await;
            assert_eq!((unknown.text.as_str(), unknown.is_error), ("not found", true));
            for (state, request) in &requests {
                let secret = path(&request.review_url).trim_start_matches("/review/");
                for id in [request.id.clone(), secret.to_owned(), request.id.to_uppercase()] {
                    assert_eq!(other.ask(tool, &id).await, unknown, "{tool} of what is {state}, byte for byte");
                }
            }
        }
        // a wait that began would last its window
        let (_, pending) = &requests[1];
        let arguments = json!({ "elicitationId": pending.id, "waitSeconds": 300 });
        let waited =
            tokio::time::timeout(Duration::from_secs(60), other.call("elicit_await", &arguments)).await.expect("an answer at once");
        assert_eq!(waited.text, "not found");
    }
    for ((state, request), before) in requests.iter().zip(&before) {
        assert_eq!(ada.status(&request.id).await, *state);
        assert_eq!(&app.events(&request.id).await, before, "nothing was done, nothing was noted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_removed_is_as_good_as_none() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let request = ada.open(&proposal()).await;
    assert!(app.reviewer(&request.review_url).decline().await.taken());
    app.clock.advance(91 * 24 * 60 * 60 * 1000);
    app.running.service.sweep(90).await;
    for tool in BY_ID {
        assert_eq!(ada.ask(tool, &request.id).await, ada.ask(tool, "unknown").await, "{tool}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_history_holds_nobody_elses() {
    let app = TestApp::spawn().await;
    let (ada, eve) = (app.agent("ada").await, app.agent("eve").await);
    in_every_state(&app, &ada).await;
    let own = eve.open(&proposal()).await;
    for arguments in [json!({}), json!({ "scope": "me" }), json!({ "pageSize": 100, "asOf": "2999-01-01T00:00:00Z" })] {
        let history = eve.call("elicit_history", &arguments).await.content;
        let ids: Vec<&str> = history["items"].as_array().unwrap().iter().map(|item| item["elicitationId"].as_str().unwrap()).collect();
        assert_eq!((ids, &history["total"]), (vec![own.id.as_str()], &json!(1)));
    }
    assert!(eve.call("elicit_history", &json!({ "scope": "org" })).await.is_error, "for admins");
}

/// What an agent might send to whatever a reviewer sends something to.
fn attempts(request: &Opened, token: &str) -> Vec<(Method, String, Value)> {
    let mut attempts = Vec::new();
    for at in [format!("/inbox/{}", request.id), format!("/review/{}", request.id), format!("/review/{token}")] {
        attempts.push((Method::GET, at.clone(), Value::Null));
        attempts.push((Method::GET, format!("{at}/events"), Value::Null));
        attempts.push((Method::POST, at.clone(), "action=cancel".into()));
        attempts.push((Method::POST, at.clone(), "action=submit&include=a&p.a=y".into()));
        let entries = json!([{ "include": true, "draft": { "Text": "y" } }]);
        for (function, arguments) in [
            ("submit", json!({ "door": at, "entries": entries })),
            ("select", json!({ "door": at, "selected": [] })),
            ("decline", json!({ "door": at })),
            ("draft", json!({ "door": at, "rows": [[0, { "include": true, "draft": { "Text": "y" } }]], "selected": null })),
            ("viewed", json!({ "door": at })),
            ("patterns", json!({ "door": at, "texts": [[0, "y"]] })),
        ] {
            attempts.push((Method::POST, format!("/api/{function}"), arguments));
        }
    }
    attempts.push((Method::GET, "/inbox/shelves".to_owned(), Value::Null));
    attempts.push((Method::GET, "/inbox/events".to_owned(), Value::Null));
    attempts.push((Method::GET, format!("/sign-in/{token}"), Value::Null));
    attempts.push((Method::POST, format!("/sign-in/{token}"), "".into()));
    attempts
}

#[tokio::test(flavor = "multi_thread")]
async fn no_agents_token_decides_or_sees_anything() {
    let app = TestApp::spawn().await;
    let (ada, root) = (app.agent("ada").await, app.admin("root").await);
    let request = ada.open(&proposal()).await;
    let url = app.running.config.public_url();
    for token in [ada.token(), root.token()] {
        for (method, at, body) in attempts(&request, token) {
            let http = http().request(method.clone(), format!("{url}{at}")).bearer_auth(token);
            let http = http.header("cookie", format!("countersign_session={token}")).header("sec-fetch-site", "same-origin");
            let http = match &body {
                Value::Null => http,
                Value::String(form) => http.header("content-type", "application/x-www-form-urlencoded").body(form.clone()),
                json => http.header("content-type", "application/json").body(json.to_string()),
            };
            let answer = http.send().await.unwrap();
            assert!([403, 404].contains(&answer.status().as_u16()), "{method} {at} {body}: {}", answer.status());
            assert!(answer.headers().get("set-cookie").is_none(), "{method} {at}");
            assert!(!answer.text().await.unwrap().contains("Review one record"), "{method} {at}");
        }
    }
    assert_eq!(ada.status(&request.id).await, "pending");
    assert_eq!(app.history(&request.id).await, [("created".to_owned(), "agent:ada".to_owned())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_sign_in_is_required_the_link_does_not_do() {
    let app = TestApp::spawn_with(|config| Config { require_sign_in: true, ..config }).await;
    let ada = app.agent("ada").await;
    let request = ada.open(&proposal()).await;
    let post = |form: &'static str| {
        let post = http().post(&request.review_url).bearer_auth(ada.token()).header("sec-fetch-site", "same-origin");
        post.header("content-type", "application/x-www-form-urlencoded").body(form).send()
    };
    for form in ["action=cancel", "action=submit&include=a&p.a=y"] {
        assert_eq!(post(form).await.unwrap().status(), StatusCode::FORBIDDEN, "{form}");
    }
    assert_eq!(ada.status(&request.id).await, "pending");
}
