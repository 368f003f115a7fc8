//! One arrow out of `pending` wins, exactly once, whatever races (contract § 1).

use std::collections::HashMap;
use std::time::Duration;

use serde_json::json;

use super::support::client::{DECLINE, submission};
use super::support::{Decided, TestApp, proposal};

/// The kinds of event that end a request.
const ENDS: [&str; 4] = ["submitted", "declined", "canceled", "expired"];

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_decisions_one_is_taken() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    for round in 0..20_usize {
        let request = agent.open(&proposal()).await;
        let racers: Vec<_> = (0..64_usize)
            .map(|racer| {
                let reviewer = app.reviewer(&request.review_url);
                let text = format!("r{racer}");
                tokio::spawn(async move {
                    if (racer + round).is_multiple_of(2) { reviewer.submit(&text).await } else { reviewer.decline().await }
                })
            })
            .collect();
        let mut answers: Vec<Decided> = Vec::new();
        for racer in racers {
            answers.push(racer.await.unwrap());
        }
        assert_eq!(answers.iter().filter(|answer| answer.taken()).count(), 1, "round {round}");
        let outcome = agent.ask("elicit_result", &request.id).await.content;
        let decision = outcome["decision"].as_str().unwrap().to_owned();
        let winner = answers.iter().position(Decided::taken).unwrap();
        assert_eq!(decision == "submitted", (winner + round).is_multiple_of(2), "round {round}");
        if decision == "submitted" {
            assert_eq!(outcome["values"], json!({ "a": format!("r{winner}") }), "round {round}");
        }
        for loser in answers.iter().filter(|answer| !answer.taken()) {
            assert_eq!(loser.status, 409, "round {round}");
            assert!(loser.body.contains(&format!("already {decision}")), "round {round}: {}", loser.body);
        }
        assert_eq!(app.count(&request.id, &ENDS).await, 1, "round {round}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_decision_and_a_cancel_do_not_both_win() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let mut winners = HashMap::new();
    for round in 0..40 {
        let request = agent.open(&proposal()).await;
        let reviewer = app.reviewer(&request.review_url);
        // now one, now the other has the start
        let cancel = async {
            tokio::time::sleep(Duration::from_millis(round % 4 * 3)).await;
            agent.ask("elicit_cancel", &request.id).await
        };
        let (decided, canceled) = tokio::join!(reviewer.submit("y"), cancel);
        let status = agent.status(&request.id).await;
        if decided.taken() {
            assert_eq!((status.as_str(), canceled.text.as_str()), ("submitted", "cannot cancel (status=submitted)"));
        } else {
            assert_eq!((decided.status.as_u16(), status.as_str()), (409, "canceled"));
            assert_eq!(canceled.content, json!({ "status": "canceled" }));
        }
        assert_eq!(app.count(&request.id, &ENDS).await, 1);
        *winners.entry(status).or_insert(0) += 1;
    }
    eprintln!("decision against cancel: {winners:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_decision_and_the_expiry_do_not_both_win() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let mut winners = HashMap::new();
    for round in 0..40 {
        let request = agent.open(&proposal()).await;
        let reviewer = app.reviewer(&request.review_url);
        app.clock.advance(59_990);
        let clock = app.clock.clone();
        let time = tokio::spawn(async move {
            for _ in 0..10 {
                tokio::time::sleep(Duration::from_micros(100 * (round % 5))).await;
                clock.advance(1);
            }
        });
        let (decided, asked) = tokio::join!(reviewer.submit("y"), agent.ask("elicit_status", &request.id));
        time.await.unwrap();
        let status = agent.status(&request.id).await;
        let expected = if decided.taken() { "submitted" } else { "expired" };
        assert_eq!(status, expected, "answered {:?}", decided.status);
        assert!(decided.taken() || decided.status == 409);
        assert!(["pending", expected].contains(&asked.content["status"].as_str().unwrap()));
        assert_eq!(app.count(&request.id, &ENDS).await, 1);
        *winners.entry(status).or_insert(0) += 1;
    }
    eprintln!("decision against expiry: {winners:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_writers_at_once_are_all_served() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let mut requests = Vec::new();
    for _ in 0..40 {
        requests.push(agent.open(&proposal()).await);
    }
    let mut work = Vec::new();
    for (index, request) in requests.iter().enumerate() {
        let (agent, reviewer, id) = (agent.clone(), app.reviewer(&request.review_url), request.id.clone());
        work.push(tokio::spawn(async move {
            let decided = if index % 2 == 0 { reviewer.post(&submission("y")).await } else { reviewer.post(&DECLINE).await };
            assert!(decided.taken(), "{decided:?}");
            let outcome = agent.ask("elicit_result", &id).await;
            assert_eq!(outcome.content["decision"], if index % 2 == 0 { "submitted" } else { "declined" });
        }));
    }
    for request in &requests {
        let (opener, poller, id) = (agent.clone(), agent.clone(), request.id.clone());
        work.push(tokio::spawn(async move {
            let opened = opener.open(&proposal()).await;
            assert_eq!(opener.status(&opened.id).await, "pending");
        }));
        work.push(tokio::spawn(async move {
            for _ in 0..5 {
                let answer = poller.ask("elicit_status", &id).await;
                assert_eq!(answer.status, 200);
                assert!(!answer.is_error, "{}", answer.body);
            }
        }));
    }
    let all = async {
        for task in work {
            task.await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(30), all).await.expect("all are served");
}
