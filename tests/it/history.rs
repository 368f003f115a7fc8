//! `elicit_history`: every request exactly once, whatever arrives meanwhile, and to nobody else (contract § 2).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::support::client::Agent;
use super::support::{TestApp, by, proposal};

async fn page(agent: &Agent, arguments: Value) -> Value {
    let answer = agent.call("elicit_history", &arguments).await;
    assert!(!answer.is_error && answer.status == 200, "{}", answer.body);
    answer.content
}

fn ids(page: &Value) -> Vec<String> {
    page["items"].as_array().unwrap().iter().map(|item| item["elicitationId"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_stay_as_they_were_while_requests_arrive() {
    let app = TestApp::spawn().await;
    let (ada, bob) = (app.agent("ada").await, app.agent("bob").await);
    // the clock stands still: all of them share their millisecond
    let mut made = Vec::new();
    for i in 0..200 {
        made.push(ada.open(&proposal()).await.id);
        if i % 10 == 0 {
            bob.open(&proposal()).await;
        }
    }
    let arriving = tokio::spawn({
        let ada = ada.clone();
        async move {
            for _ in 0..50 {
                ada.open(&proposal()).await;
            }
        }
    });
    let first = page(&ada, json!({ "pageSize": 7 })).await;
    let (total, as_of) = (first["total"].as_u64().unwrap(), first["asOf"].clone());
    let mut seen = ids(&first);
    let last = total.div_ceil(7);
    for number in 2..=last {
        let next = page(&ada, json!({ "page": number, "pageSize": 7, "asOf": as_of })).await;
        assert_eq!((&next["total"], &next["asOf"], &next["page"], &next["pageSize"]), (&json!(total), &as_of, &json!(number), &json!(7)));
        seen.extend(ids(&next));
    }
    arriving.await.unwrap();
    let beyond = page(&ada, json!({ "page": last + 1, "pageSize": 7, "asOf": as_of })).await;
    assert_eq!((ids(&beyond).len(), &beyond["total"]), (0, &json!(total)));

    assert_eq!(seen.len() as u64, total);
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len() as u64, total, "each once");
    // what was there when the first page was asked for, newest first; of what arrived, at most what was there by then
    let newer = seen.len() - made.len();
    assert!(newer <= 50);
    made.reverse();
    assert_eq!(seen[newer..], made);
    assert_eq!(page(&ada, json!({})).await["total"], 250);
    assert_eq!(page(&bob, json!({})).await["total"], 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_tells_what_became_of_a_request() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let mut made = Vec::new();
    for (tool, arguments) in [
        ("elicit_proposal", proposal()),
        ("elicit_approval", json!({ "message": "Go?", "context": 1, "timeoutSeconds": 60 })),
        ("elicit_selection", json!({ "message": "Which?", "options": [{ "id": "a" }], "timeoutSeconds": 60 })),
        ("elicit_proposal", proposal()),
        ("elicit_approval", json!({ "message": "Later?", "context": 1, "timeoutSeconds": 86400 })),
    ] {
        let answer = ada.call(tool, &arguments).await;
        made.push((answer.content["elicitationId"].as_str().unwrap().to_owned(), answer.content["reviewUrl"].as_str().unwrap().to_owned()));
        app.clock.advance(1000);
    }
    let secret = |i: usize| made[i].1.rsplit('/').next().unwrap();
    let service = &app.running.service;
    assert!(app.reviewer(&made[0].1).submit("y").await.taken());
    app.clock.advance(1000);
    service.decline(&by(secret(1))).await.unwrap();
    ada.ask("elicit_result", &made[1].0).await;
    ada.ask("elicit_cancel", &made[3].0).await;
    // the third one's time is over, and nobody has looked yet
    app.clock.advance(60_000);

    let told = page(&ada, json!({ "pageSize": 100 })).await;
    let items: Vec<_> = told["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            let text = |key: &str| item[key].as_str().map(str::to_owned);
            (text("tool").unwrap(), text("message").unwrap(), text("status").unwrap(), text("createdAt").unwrap(), text("decidedAt"))
        })
        .collect();
    let time = |seconds: u32| format!("2026-01-31T09:30:{seconds:02}.000Z");
    let expected = [
        ("elicit_approval", "Later?", "pending", time(4), None),
        ("elicit_proposal", "Review one record", "canceled", time(3), None),
        ("elicit_selection", "Which?", "expired", time(2), None),
        ("elicit_approval", "Go?", "consumed", time(1), Some(time(6))),
        ("elicit_proposal", "Review one record", "submitted", time(0), Some(time(5))),
    ];
    assert_eq!(items, expected.map(|(tool, message, status, at, decided)| (tool.into(), message.into(), status.into(), at, decided)));
    assert_eq!(told["items"][2]["expiresAt"], "2026-01-31T09:31:02.000Z");
    assert_eq!((&told["page"], &told["pageSize"], &told["total"], &told["scope"]), (&json!(1), &json!(100), &json!(5), &json!("me")));
    assert_eq!(app.count(&made[2].0, &["expired"]).await, 1, "what was found is written");
    assert!(!told.to_string().contains(secret(4)), "links are told once");
}

#[tokio::test(flavor = "multi_thread")]
async fn any_time_bounds_a_history() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let empty = page(&ada, json!({})).await;
    assert_eq!((ids(&empty).len(), &empty["total"]), (0, &json!(0)));
    for _ in 0..3 {
        ada.open(&proposal()).await;
        app.clock.advance(1000);
    }
    assert_eq!(page(&ada, json!({ "asOf": empty["asOf"] })).await["total"], 0, "there was nothing, and so it stays");
    for (as_of, total) in [
        ("2026-01-31T09:29:59.999Z", 0),
        ("2026-01-31T09:30:00Z", 1),
        ("2026-01-31T10:30:01.9995+01:00", 2),
        ("2026-01-31t09:30:02z", 3),
        ("9999-12-31T23:59:59Z", 3),
    ] {
        let told = page(&ada, json!({ "asOf": as_of })).await;
        assert_eq!((&told["total"], &told["asOf"]), (&json!(total), &json!(as_of)), "{as_of}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybodys_history_is_for_admins() {
    let app = TestApp::spawn().await;
    let (ada, bob, root) = (app.agent("ada").await, app.agent("bob").await, app.admin("root").await);
    let (first, second) = (ada.open(&proposal()).await.id, bob.open(&proposal()).await.id);
    let refused = ada.call("elicit_history", &json!({ "scope": "org" })).await;
    assert!(refused.is_error && refused.text.starts_with("scope: org is for admins' tokens"), "{}", refused.body);
    assert_eq!(ids(&page(&ada, json!({ "scope": "me" })).await), [first.as_str()]);
    assert_eq!(ids(&page(&bob, json!({ "scope": null })).await), [second.as_str()]);

    let all = page(&root, json!({ "scope": "org", "pageSize": 1 })).await;
    assert_eq!((ids(&all), &all["total"], &all["scope"]), (vec![second], &json!(2), &json!("org")));
    ada.open(&proposal()).await;
    let rest = page(&root, json!({ "scope": "org", "pageSize": 1, "page": 2, "asOf": all["asOf"] })).await;
    assert_eq!((ids(&rest), &rest["total"]), (vec![first], &json!(2)));
    assert_eq!(page(&root, json!({})).await["total"], 0, "its own");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_is_told() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let answer =
        ada.call("elicit_history", &json!({ "page": 0, "pageSize": 101, "asOf": "then", "scope": "all", "elicitationId": "x" })).await;
    let paths: Vec<_> = answer.text.lines().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!((answer.is_error, paths), (true, vec!["elicitationId", "page", "pageSize", "asOf", "scope"]), "{}", answer.text);
}
