//! A request's life over HTTP: each status and each arrow of it, with its exact words (contract § 1, 6).

use std::time::{Duration, Instant};

use countersign::server::clock::Clock as _;

use serde_json::{Value, json};

use super::support::{TestApp, proposal};

/// Long enough that a test which needs it has failed.
const LONG: u32 = 60;

#[tokio::test(flavor = "multi_thread")]
async fn a_submission_reaches_the_agent() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    assert_eq!(agent.status(&request.id).await, "pending");
    assert_eq!(agent.ask("elicit_result", &request.id).await.text, "not decided (status=pending)");

    let waiting = tokio::spawn({
        let (agent, id) = (agent.clone(), request.id.clone());
        async move { agent.wait(&id, LONG).await }
    });
    let decided = app.reviewer(&request.review_url).submit("y").await;
    assert!(decided.taken(), "{decided:?}");
    assert_eq!(waiting.await.unwrap(), "submitted");
    assert_eq!(agent.status(&request.id).await, "submitted");

    let first = agent.ask("elicit_result", &request.id).await;
    let envelope = json!({
        "status": "consumed", "decision": "submitted", "action": "submit", "context": { "recordId": 7 },
        "formSubmission": { "a": "y" }, "values": { "a": "y" }
    });
    assert_eq!(first.content, envelope);
    assert_eq!(agent.status(&request.id).await, "consumed");
    assert_eq!(agent.wait(&request.id, LONG).await, "consumed");
    assert_eq!(agent.ask("elicit_result", &request.id).await.body, first.body);
    assert_eq!(
        app.history(&request.id).await,
        [("created", "agent:ada"), ("submitted", "link"), ("consumed", "agent:ada"), ("consumed", "agent:ada")].map(owned)
    );
    assert_eq!(agent.ask("elicit_cancel", &request.id).await.text, "cannot cancel (status=consumed)");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decline_is_an_outcome_too() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    assert!(app.reviewer(&request.review_url).decline().await.taken());
    assert_eq!(agent.wait(&request.id, LONG).await, "declined");
    assert_eq!(agent.ask("elicit_cancel", &request.id).await.text, "cannot cancel (status=declined)");
    let envelope =
        json!({ "status": "consumed", "decision": "declined", "action": "cancel", "context": { "recordId": 7 }, "formSubmission": null });
    assert_eq!(agent.ask("elicit_result", &request.id).await.content, envelope);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancel_is_final_and_may_be_repeated() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    for _ in 0..2 {
        assert_eq!(agent.ask("elicit_cancel", &request.id).await.content, json!({ "status": "canceled" }));
    }
    assert_eq!(agent.status(&request.id).await, "canceled");
    assert_eq!(agent.wait(&request.id, LONG).await, "canceled");
    assert_eq!(agent.ask("elicit_result", &request.id).await.text, "not decided (status=canceled)");
    let late = app.reviewer(&request.review_url).submit("y").await;
    assert_eq!(late.status, 409);
    assert!(late.body.contains("already canceled"), "{}", late.body);
    assert_eq!(app.history(&request.id).await, [("created", "agent:ada"), ("canceled", "agent:ada")].map(owned));
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_at_the_very_millisecond() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let (kept, lost) = (agent.open(&proposal()).await, agent.open(&proposal()).await);
    app.clock.advance(59_999);
    assert_eq!(agent.status(&lost.id).await, "pending");
    assert!(app.reviewer(&kept.review_url).submit("y").await.taken());
    app.clock.advance(1);
    let late = app.reviewer(&lost.review_url).submit("y").await;
    assert_eq!(late.status, 409);
    assert!(late.body.contains("expired"), "{}", late.body);
    assert_eq!(agent.status(&lost.id).await, "expired");
    assert_eq!(agent.status(&kept.id).await, "submitted");
    assert_eq!(agent.ask("elicit_result", &lost.id).await.text, "not decided (status=expired)");
    assert_eq!(agent.ask("elicit_cancel", &lost.id).await.text, "cannot cancel (status=expired)");
    // back in time: an expiry once found stays
    app.clock.advance(-30_000);
    assert_eq!(agent.status(&lost.id).await, "expired");
    assert_eq!(app.reviewer(&lost.review_url).decline().await.status, 409);
    assert_eq!(app.history(&lost.id).await, [("created", "agent:ada"), ("expired", "server")].map(owned));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_first_finds_the_expiry() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    for tool in ["elicit_status", "elicit_await", "elicit_result", "elicit_cancel"] {
        let request = agent.open(&proposal()).await;
        app.clock.advance(60_000);
        let answer = agent.ask(tool, &request.id).await;
        assert!(answer.body.contains("expired"), "{tool}: {}", answer.body);
        assert_eq!(app.count(&request.id, &["expired"]).await, 1, "{tool}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiter_hears_of_the_expiry_and_of_a_closed_window() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    assert_eq!(agent.wait(&request.id, 1).await, "pending");
    let waiting = tokio::spawn({
        let (agent, id) = (agent.clone(), request.id.clone());
        async move { agent.wait(&id, LONG).await }
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    app.clock.advance(60_000);
    assert_eq!(waiting.await.unwrap(), "expired");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_waiters_are_woken_by_one_decision() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    let waiting: Vec<_> = (0..200)
        .map(|_| {
            let (agent, id) = (agent.clone(), request.id.clone());
            tokio::spawn(async move { agent.wait(&id, LONG).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let decided = Instant::now();
    assert!(app.reviewer(&request.review_url).decline().await.taken());
    for waiter in waiting {
        assert_eq!(waiter.await.unwrap(), "declined");
    }
    // far from the window, near the decision, on a busy machine too
    assert!(decided.elapsed() < Duration::from_secs(10), "{:?}", decided.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiter_that_leaves_cancels_nothing() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    let left = tokio::time::timeout(Duration::from_millis(200), agent.wait(&request.id, LONG)).await;
    assert!(left.is_err(), "nothing was decided");
    assert_eq!(agent.status(&request.id).await, "pending");
    assert!(app.reviewer(&request.review_url).decline().await.taken());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_anothers_is_not_found_as_what_never_was() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.agent("ada").await, app.agent("bob").await);
    let request = ada.open(&proposal()).await;
    for tool in ["elicit_status", "elicit_await", "elicit_result", "elicit_cancel"] {
        let (others, none) = (bob.ask(tool, &request.id).await, bob.ask(tool, "no-such-id").await);
        assert_eq!(others.body, none.body, "{tool}");
        assert_eq!((others.is_error, others.text.as_str()), (true, "not found"), "{tool}");
    }
    assert_eq!(ada.status(&request.id).await, "pending");
    assert_eq!(app.history(&request.id).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_token_is_none() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    assert!(app.running.store.revoke_agent("ada", app.clock.now()).await.unwrap());
    assert_eq!(agent.ask("elicit_status", &request.id).await.status, 401);
    let second = app.agent("ada").await;
    assert_eq!(second.status(&request.id).await, "not found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_faulty_submission_decides_nothing() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    let reviewer = app.reviewer(&request.review_url);
    assert_eq!(reviewer.submit("far too long a text").await.status, 422);
    assert_eq!(reviewer.post(&[("action", "perhaps")]).await.status, 400);
    assert_eq!(agent.status(&request.id).await, "pending");
    assert!(reviewer.submit("short").await.taken());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_context_comes_back_digit_for_digit() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let context = r#"{"z":123456789012345678901234567890,"a":[1e400,-0.10,230.0],"__proto__":{"a.b":"\""},"é":"\u0000"}"#;
    let mut arguments = proposal();
    arguments["context"] = serde_json::from_str(context).unwrap();
    let request = agent.open(&arguments).await;
    app.reviewer(&request.review_url).decline().await;
    let answer = agent.ask("elicit_result", &request.id).await;
    let sent: Value = serde_json::from_str(context).unwrap();
    let came = format!(r#""context":{sent}"#);
    assert!(answer.body.contains(&came), "{came}\n{}", answer.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_records_are_removed_after_their_time() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let (old, young) = (agent.open(&proposal()).await, agent.open(&proposal()).await);
    assert!(app.reviewer(&old.review_url).submit("y").await.taken());
    app.clock.advance(60_000);
    assert_eq!(agent.status(&young.id).await, "expired");
    // 90 days from the decision to the very millisecond: still there
    app.clock.advance(90 * 86_400_000 - 60_000);
    app.running.service.sweep(90).await;
    assert_eq!(agent.ask("elicit_result", &old.id).await.content["decision"], "submitted");
    app.clock.advance(1);
    app.running.service.sweep(90).await;
    assert_eq!(agent.ask("elicit_result", &old.id).await.text, "not found");
    assert_eq!(app.history(&old.id).await.last(), Some(&owned(("purged", "server"))));
    assert_eq!(agent.status(&young.id).await, "expired");
}

#[tokio::test(flavor = "multi_thread")]
async fn draining_answers_waiters_at_once() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    let waiting = tokio::spawn({
        let (agent, id) = (agent.clone(), request.id.clone());
        async move { agent.wait(&id, 300).await }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let ended = tokio::time::timeout(Duration::from_secs(20), app.running.shut_down()).await;
    assert!(ended.is_ok(), "the server did not stop");
    assert_eq!(waiting.await.unwrap(), "pending");
}

fn owned((kind, actor): (&str, &str)) -> (String, String) {
    (kind.to_owned(), actor.to_owned())
}
