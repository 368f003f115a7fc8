//! The inbox: for whoever is signed in, in order, live, and closed to everybody else (contract § 8).

use std::time::Duration;

use countersign::server::config::Config;
use countersign::server::service::Service;
use reqwest::{Response, StatusCode};
use serde_json::json;

use super::support::browser::{Browser, Page, path};
use super::support::client::{Agent, DECLINE, Opened, http, submission};
use super::support::{TestApp, by, proposal};

/// A proposal with this message that can be decided for so many seconds.
async fn ask(agent: &Agent, message: &str, seconds: u32) -> Opened {
    let mut arguments = proposal();
    arguments["message"] = json!(message);
    arguments["timeoutSeconds"] = json!(seconds);
    agent.open(&arguments).await
}

/// The page of a request in the inbox.
fn page_of(request: &Opened) -> String {
    format!("/inbox/{}", request.id)
}

/// The texts that stand in this order in a page.
fn in_order(page: &Page, texts: &[&str]) {
    let mut rest = page.body.as_str();
    for text in texts {
        rest = rest.split_once(text).unwrap_or_else(|| panic!("no {text} where it should be in {}", page.body)).1;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_learns_anything() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let request = ask(&ada, "Sync one", 600).await;
    let stranger = Browser::new(&app);
    let home = stranger.get("/").await;
    assert_eq!(home.status, 200);
    assert!(home.body.contains("countersign reviewer add NAME") && !home.body.contains("Sync") && !home.body.contains("ada"));

    let unknown = stranger.get("/inbox/unknown").await;
    assert_eq!(unknown.status, 403);
    let mut impostor = stranger.clone();
    impostor.cookie = Some(format!("countersign_session={}", path(&request.review_url).trim_start_matches("/review/")));
    for browser in [&stranger, &impostor] {
        for at in [&page_of(&request), "/inbox/shelves", "/inbox/events"] {
            let answer = browser.get(at).await;
            assert_eq!(answer.status, 403, "{at}");
            assert_eq!(nonceless(&answer.body), nonceless(&unknown.body), "{at}");
        }
        assert_eq!(browser.post(&page_of(&request), &DECLINE).await.status, 403);
        for function in ["decline", "viewed"] {
            assert_eq!(browser.ask(function, &json!({ "door": page_of(&request) })).await.body, "\"SignIn\"");
        }
    }
    let by_token = http().get(format!("{}{}", app.running.config.public_url(), page_of(&request))).bearer_auth(ada.token());
    assert_eq!(by_token.send().await.unwrap().status(), 403);
    assert_eq!(app.history(&request.id).await.len(), 1);
}

/// A page without what differs from answer to answer.
fn nonceless(body: &str) -> String {
    body.split(' ').filter(|word| !word.starts_with("nonce=")).collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_listed_in_order_and_found_by_their_words() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let ann = Browser::signed_in(&app, "Ann").await;
    in_order(&ann.get("/").await, &["Signed in as", "Ann", "<b>0</b> to decide", "All done"]);
    let later = ask(&ada, "Sync <later>", 900).await;
    let soon = ask(&ada, "Sync soon", 300).await;
    let gone = ask(&ada, "Merge", 60).await;
    let declined = ask(&ada, "Sync declined", 600).await;
    assert_eq!(ann.post(path(&declined.review_url), &DECLINE).await.status, 303);
    app.clock.advance(60_000);

    let page = ann.get("/").await;
    in_order(
        &page,
        &[
            "<title>(2) Inbox",
            "<b>2</b> to decide",
            &page_of(&soon),
            "Sync soon",
            "Proposal · 1 field",
            "ada",
            "1 minute ago",
            "Closes in 4 min",
            &page_of(&later),
            "Sync &lt;later&gt;",
            "<b>2</b> closed",
        ],
    );
    in_order(&page, &["closed", &page_of(&declined), "Declined", "by <bdi>Ann</bdi>"]);
    in_order(&page, &["closed", &page_of(&gone), "Expired"]);

    for (query, pending, closed) in [("SYNC", 2, 1), ("sync+soon", 1, 0), ("merge", 0, 1), (&gone.id, 0, 1), ("ada", 2, 2), ("%25", 0, 0)] {
        let found = ann.get(&format!("/?q={query}")).await;
        in_order(&found, &[&format!("<b>{pending}</b> to decide"), &format!("<b>{closed}</b> closed")]);
    }
    in_order(&ann.get("/?q=%22%3E%3Cb%3E&pending=x&other=1").await, &["value=\"&quot;&gt;&lt;b&gt;\"", "has all of these words"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_are_listed_part_by_part() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    for _ in 0..105 {
        ask(&ada, "Sync", 600).await;
    }
    let ann = Browser::signed_in(&app, "Ann").await;
    let lines = |page: &Page| page.body.matches("<li>").count();
    let first = ann.get("/?q=sync").await;
    assert_eq!(lines(&first), 100);
    in_order(&first, &["<b>105</b> to decide", "href=\"/?q=sync&amp;pending=200&amp;closed=30\"", "Show more (100 of 105)"]);
    let all = ann.get("/?q=sync&pending=200&closed=30").await;
    assert_eq!(lines(&all), 105);
    assert!(!all.body.contains("Show more"));
}

#[tokio::test(flavor = "multi_thread")]
async fn deciding_leads_to_the_next_one_until_all_is_done() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let ann = Browser::signed_in(&app, "Ann").await;
    let (first, second, third) = (ask(&ada, "One", 300).await, ask(&ada, "Two", 600).await, ask(&ada, "Three", 900).await);
    let page = ann.get(&page_of(&second)).await;
    in_order(&page, &["href=\"/\"", "2 of 3", &page_of(&third), "Two"]);
    let refused = ann.post(&page_of(&second), &submission("far too long a text")).await;
    assert_eq!(refused.status, 422);
    in_order(&refused, &["2 of 3", "far too long a text"]);

    let next = |page: &Page| (page.status, page.location.clone().unwrap_or_default());
    assert_eq!(next(&ann.post(&page_of(&second), &submission("y")).await), (StatusCode::SEE_OTHER, page_of(&third)));
    let again = ann.post(&page_of(&second), &DECLINE).await;
    assert_eq!(again.status, 409);
    in_order(&again, &["href=\"/\"", &page_of(&third), "already submitted"]);
    // the island is told the same way
    let by_island = ann.ask("decline", &json!({ "door": page_of(&third) })).await;
    assert_eq!((by_island.status.as_u16(), by_island.body), (200, json!(page_of(&first)).to_string()));
    assert_eq!(next(&ann.post(&page_of(&first), &DECLINE).await), (StatusCode::SEE_OTHER, "/".to_owned()));
    in_order(&ann.get("/").await, &["All done"]);
    for request in [&first, &second, &third] {
        assert_eq!(app.history(&request.id).await.last().unwrap().1, "reviewer:Ann");
    }
    assert_eq!(ada.status(&second.id).await, "submitted");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_acts_for_our_own_pages_alone() {
    let app = TestApp::spawn().await;
    let request = ask(&app.agent("ada").await, "One", 300).await;
    let ann = Browser::signed_in(&app, "Ann").await;
    let ours = app.running.config.public_url();
    let foreign: [&[(&str, &str)]; 7] = [
        &[],
        &[("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")],
        &[("sec-fetch-site", "same-site"), ("origin", &ours)],
        &[("sec-fetch-site", "none")],
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
        &[("referer", &ours)],
    ];
    for from in foreign {
        let browser = ann.from(from);
        assert_eq!(browser.post(&page_of(&request), &DECLINE).await.status, 403, "{from:?}");
        for function in ["decline", "viewed"] {
            assert_eq!(browser.ask(function, &json!({ "door": page_of(&request) })).await.status, 403, "{function} {from:?}");
        }
    }
    assert_eq!(app.history(&request.id).await.len(), 1);
    assert_eq!(ann.from(&[("origin", &ours)]).post(&page_of(&request), &DECLINE).await.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_not_found_whatever_it_was() {
    let app = TestApp::spawn().await;
    let request = ask(&app.agent("ada").await, "One", 300).await;
    let ann = Browser::signed_in(&app, "Ann").await;
    assert_eq!(ann.post(&page_of(&request), &DECLINE).await.status, 303);
    app.clock.advance(91 * 24 * 60 * 60 * 1000);
    app.running.service.sweep(90).await;
    let ann = Browser::signed_in(&app, "Anna").await;
    let unknown = ann.get("/inbox/unknown").await;
    assert_eq!(unknown.status, 404);
    for at in [page_of(&request), path(&request.review_url).to_owned(), "/review/unknown".to_owned()] {
        let purged = ann.get(&at).await;
        assert_eq!((purged.status, nonceless(&purged.body)), (unknown.status, nonceless(&unknown.body)), "{at}");
        assert_eq!(ann.post(&at, &DECLINE).await.status, 404, "{at}");
    }
}

/// Waits for a piece of news; `false` when the stream ends.
pub async fn told(stream: &mut Response) -> bool {
    let mut text = String::new();
    while !text.contains("data: changed") {
        let chunk = tokio::time::timeout(Duration::from_secs(20), stream.chunk()).await.expect("nothing is told");
        let Ok(Some(chunk)) = chunk else { return false };
        text += std::str::from_utf8(&chunk).unwrap();
    }
    true
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_inbox_is_told_what_changes() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let ann = Browser::signed_in(&app, "Ann").await;
    let mut stream = ann.stream("/inbox/events").await;
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    assert_eq!(stream.headers()["cache-control"], "no-store");
    assert!(told(&mut stream).await, "at once: what was drawn may be old");
    let request = ask(&ada, "One", 60).await;
    assert!(told(&mut stream).await, "made");
    ask(&ada, "Two", 60).await;
    assert!(told(&mut stream).await, "made");
    // as another process on the same database would decide
    let other = Service::new(app.running.store.clone(), app.clock.clone(), "http://other.example");
    other.decline(&by(path(&request.review_url).trim_start_matches("/review/"))).await.unwrap();
    assert!(told(&mut stream).await, "decided elsewhere");
    app.clock.advance(60_000);
    assert!(told(&mut stream).await, "expired");

    app.running.store.revoke_reviewer("Ann", ada_now(&app)).await.unwrap();
    ask(&ada, "Three", 60).await;
    assert!(!told(&mut stream).await, "not to whoever is not signed in any more");
}

fn ada_now(app: &TestApp) -> countersign::domain::time::Timestamp {
    countersign::server::clock::Clock::now(&*app.clock)
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_are_bounded_and_end_with_the_server() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (Browser::signed_in(&app, "Ann").await, Browser::signed_in(&app, "Bob").await);
    let mut streams = Vec::new();
    for _ in 0..12 {
        streams.push(ann.stream("/inbox/events").await);
    }
    assert_eq!(ann.get("/inbox/events").await.status, 429);
    streams.push(bob.stream("/inbox/events").await);
    assert!(streams.iter().all(|stream| stream.status() == 200));
    let mut last = streams.pop().unwrap();
    assert!(told(&mut last).await);
    let down = tokio::spawn(app.running.shut_down());
    assert!(!told(&mut last).await);
    drop(streams);
    tokio::time::timeout(Duration::from_secs(20), down).await.expect("it drains").unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_sign_in_is_required_a_link_alone_does_nothing() {
    let app = TestApp::spawn_with(|config| Config { require_sign_in: true, ..config }).await;
    let ada = app.agent("ada").await;
    let request = ask(&ada, "One", 300).await;
    let (door, stranger) = (path(&request.review_url), Browser::new(&app));
    let unknown = stranger.get("/review/unknown").await;
    let shut = stranger.get(door).await;
    assert_eq!((shut.status.as_u16(), nonceless(&shut.body)), (403, nonceless(&unknown.body)));
    assert!(shut.body.contains("countersign reviewer link NAME") && !shut.body.contains("One"), "{}", shut.body);
    for browser in [&stranger, &stranger.from(&[])] {
        for pairs in [&submission("y")[..], &DECLINE] {
            assert_eq!(browser.post(door, pairs).await.status, 403);
        }
        for (function, more) in [
            ("viewed", json!({})),
            ("decline", json!({})),
            ("submit", json!({ "entries": [] })),
            ("select", json!({ "selected": [] })),
            ("patterns", json!({ "texts": [] })),
        ] {
            let mut arguments = json!({ "door": door });
            arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let answer = browser.ask(function, &arguments).await;
            assert_eq!((answer.status.as_u16(), answer.body.as_str()), (403, "\"SignIn\""), "{function}");
        }
    }
    assert_eq!(app.history(&request.id).await.len(), 1);
    let ann = Browser::signed_in(&app, "Ann").await;
    assert_eq!(ann.from(&[]).post(door, &DECLINE).await.status, 403, "by a link's secret, but never by cookie");
    assert_eq!(ann.get(door).await.status, 200);
    assert_eq!(ann.post(door, &submission("y")).await.status, 303);
    assert_eq!(app.history(&request.id).await.last().unwrap(), &("submitted".to_owned(), "reviewer:Ann".to_owned()));
}
