//! Two servers on one database behave as one (contract § 9): whatever is done at one of them holds, and is heard of, at the other.

use std::time::{Duration, Instant};

use countersign::server::store::{Log, Verdict};
use serde_json::json;

use super::inbox::told;
use super::live::{Stream, news};
use super::support::browser::{Browser, path};
use super::support::client::{Agent, submission};
use super::support::{TestApp, proposal};

/// The kinds of event that end a request.
const ENDS: [&str; 4] = ["submitted", "declined", "canceled", "expired"];

/// How soon one hears of what is done at the other.
const SOON: Duration = Duration::from_secs(1);

/// The first owns the database, and has to go last.
async fn pair() -> (TestApp, TestApp) {
    let first = TestApp::spawn().await;
    let second = first.beside().await;
    (first, second)
}

/// The same agent, at another server.
fn at(app: &TestApp, agent: &Agent) -> Agent {
    Agent::new(app.http().clone(), &app.running.config.public_url(), agent.token())
}

/// The log has `events` events, each as it was written.
async fn assert_chained(app: &TestApp, events: Option<i64>) {
    let verdict = Log::open(&app.running.config.database).await.unwrap().verify().await.unwrap();
    let Verdict::Intact(end) = verdict else { panic!("{verdict:?}") };
    assert!(events.is_none_or(|events| end.number == events), "{end:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_decision_at_one_reaches_waiter_page_and_inbox_at_the_other() {
    let (first, second) = pair().await;
    let ada = first.agent("ada").await;
    let ann = Browser::signed_in(&first, "Ann").await;
    let there = ann.at(&second);
    let request = ada.open(&proposal()).await;

    let mut page = Stream::open(&second.here(&request.review_url)).await;
    assert_eq!(page.next().await, news("draft", "0"));
    let mut inbox = there.stream("/inbox/events").await;
    assert!(told(&mut inbox).await, "at once: what was drawn may be old");
    let waiter = tokio::spawn({
        let (ada, id) = (at(&second, &ada), request.id.clone());
        async move { ada.wait(&id, 60).await }
    });
    tokio::time::sleep(Duration::from_millis(500)).await;

    let decided = Instant::now();
    assert!(first.reviewer(&request.review_url).submit("y").await.taken());
    assert_eq!(page.next().await, news("closed", "This request was already submitted"));
    assert_eq!(waiter.await.unwrap(), "submitted");
    assert!(told(&mut inbox).await);
    assert!(decided.elapsed() < SOON, "{:?}", decided.elapsed());
    assert_eq!(at(&second, &ada).ask("elicit_result", &request.id).await.content["values"], json!({ "a": "y" }));
    second.running.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_let_in_at_one_is_let_in_at_the_other() {
    let (first, second) = pair().await;
    let ada = first.agent("ada").await;
    let request = ada.open(&proposal()).await;
    assert_eq!(at(&second, &ada).status(&request.id).await, "pending");

    // the link is from one, its button is pressed at the other, and once is enough
    let link = first.running.service.add_reviewer("Ann", false).await.unwrap();
    let mut ann = Browser::new(&second);
    assert_eq!(ann.get(path(&link)).await.status, 200);
    assert_eq!(ann.sign_in(&link).await.status, 303);
    assert_eq!(Browser::new(&first).sign_in(&link).await.status, 404);
    let here = ann.at(&first);
    let page = format!("/inbox/{}", request.id);
    assert_eq!((ann.get(&page).await.status, here.get(&page).await.status), (200.try_into().unwrap(), 200.try_into().unwrap()));
    assert_eq!(here.post(&page, &submission("y")).await.status, 303);
    assert_eq!(second.history(&request.id).await.pop().unwrap(), ("submitted".to_owned(), "reviewer:Ann".to_owned()));

    second.running.store.revoke_reviewer("Ann", second.clock_now()).await.unwrap();
    assert_eq!(here.get(&page).await.location.as_deref(), Browser::new(&first).get(&page).await.location.as_deref());
    second.running.store.revoke_agent("ada", second.clock_now()).await.unwrap();
    assert_eq!(ada.ask("elicit_status", &request.id).await.status, 401);
    second.running.shut_down().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_50_decisions_at_both_one_is_taken() {
    let (first, second) = pair().await;
    let ada = first.agent("ada").await;
    for round in 0..6 {
        let request = ada.open(&proposal()).await;
        let racers: Vec<_> = (0..50_usize)
            .map(|racer| {
                let app = if racer % 2 == 0 { &first } else { &second };
                let reviewer = app.reviewer(&app.here(&request.review_url));
                tokio::spawn(async move { if racer % 3 == 0 { reviewer.decline().await } else { reviewer.submit("y").await } })
            })
            .collect();
        let cancel = tokio::spawn({
            let (ada, id) = (at(&second, &ada), request.id.clone());
            async move { ada.ask("elicit_cancel", &id).await }
        });
        if round % 2 == 1 {
            first.clock.advance(60_000);
        }
        let mut taken = 0;
        for racer in racers {
            let answer = racer.await.unwrap();
            assert!(answer.taken() || answer.status == 409, "{answer:?}");
            taken += usize::from(answer.taken());
        }
        cancel.await.unwrap();
        assert_eq!(first.count(&request.id, &ENDS).await, 1, "round {round}");
        let decided = first.count(&request.id, &["submitted", "declined"]).await;
        assert_eq!(taken, decided, "round {round}");
        assert_eq!(first.history(&request.id).await, second.history(&request.id).await);
    }
    assert_chained(&first, Some(12)).await;
    second.running.shut_down().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_comes_due_is_done_once_by_whoever_is_first() {
    const REQUESTS: usize = 60;
    let (first, second) = pair().await;
    let ada = first.agent("ada").await;
    let mut ids = Vec::new();
    for _ in 0..REQUESTS {
        ids.push(ada.open(&proposal()).await.id);
    }
    for (days, kind) in [(0, "expired"), (90, "purged")] {
        first.clock.advance(60_000 + days * 86_400_000);
        let sweep = |app: &TestApp| {
            let service = app.running.service.clone();
            tokio::spawn(async move { service.sweep(90).await })
        };
        for sweeping in [sweep(&first), sweep(&second), sweep(&first), sweep(&second)] {
            sweeping.await.unwrap();
        }
        for id in &ids {
            assert_eq!(second.count(id, &[kind]).await, 1, "{kind}");
        }
    }
    assert_eq!(ada.status(&ids[0]).await, "not found");
    assert_chained(&first, Some(3 * i64::try_from(REQUESTS).unwrap())).await;
    second.running.shut_down().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_entered_at_one_is_there_at_the_other_and_no_write_is_lost() {
    let (first, second) = pair().await;
    let ada = first.agent("ada").await;
    let request = ada.open(&proposal()).await;
    let keepers: Vec<_> = (0..20)
        .map(|turn| {
            let app = if turn % 2 == 0 { &first } else { &second };
            let url = app.here(&request.review_url);
            let (origin, door) = (app.running.config.public_url(), path(&url).to_owned());
            let body = json!({ "door": door, "rows": [[0, { "include": true, "draft": { "Text": format!("typed {turn}") } }]] });
            let post = app.http().post(format!("{origin}/api/draft")).header("content-type", "application/json").body(body.to_string());
            tokio::spawn(async move { post.send().await.unwrap().status().as_u16() })
        })
        .collect();
    for keeper in keepers {
        assert_eq!(keeper.await.unwrap(), 200);
    }
    assert_eq!(first.running.store.draft_revision(&request.id).await.unwrap(), 20);
    for app in [&first, &second] {
        let page = app.http().get(app.here(&request.review_url)).send().await.unwrap().text().await.unwrap();
        assert!(page.contains("Draft kept") && page.contains("typed "), "{page}");
    }
    // one `drafted` for whoever holds the link, though two servers asked at once whether there is one
    assert_eq!(second.count(&request.id, &["drafted"]).await, 1);
    assert_chained(&first, None).await;
    second.running.shut_down().await;
}
