//! The stream of news for an open page (contract § 10).

use std::sync::Arc;
use std::time::{Duration, Instant};

use countersign::domain::grid::{Draft, Entry};
use countersign::server::clock::Clock as _;
use countersign::server::service::Service;
use countersign::server::store::Store;
use reqwest::{Response, StatusCode};

use super::support::browser::{Browser, path};
use super::support::client::{self, Agent, Opened};
use super::support::{TestApp, by, proposal};

/// Long enough that a test which needs it has failed.
const LONG: Duration = Duration::from_secs(20);

/// An open page, as its browser hears of things.
pub struct Stream {
    response: Response,
    /// What came and was not yet read.
    text: String,
}

impl Stream {
    pub async fn open(review_url: &str) -> Self {
        Self::of(client::http().get(format!("{review_url}/events")).send().await.unwrap())
    }

    fn of(response: Response) -> Self {
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(
            (&response.headers()["cache-control"], &response.headers()["x-accel-buffering"]),
            (&"no-store".parse().unwrap(), &"no".parse().unwrap())
        );
        Self { response, text: String::new() }
    }

    /// The next event and its data; `None` when the stream has ended.
    pub async fn next(&mut self) -> Option<(String, String)> {
        loop {
            while let Some((block, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
                let event = field("event: ").map(|event| (event, field("data: ").unwrap()));
                self.text = rest.to_owned();
                if event.is_some() {
                    return event;
                }
            }
            let chunk = tokio::time::timeout(LONG, self.response.chunk()).await.expect("nothing came").ok().flatten()?;
            self.text += std::str::from_utf8(&chunk).unwrap();
        }
    }
}

pub fn news(event: &str, data: &str) -> Option<(String, String)> {
    Some((event.to_owned(), data.to_owned()))
}

fn link(request: &Opened) -> &str {
    request.review_url.rsplit('/').next().unwrap()
}

async fn made() -> (TestApp, Agent, Opened) {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    (app, agent, request)
}

fn typed(text: &str) -> [(usize, Entry); 1] {
    [(0, Entry { include: true, draft: Some(Draft::Text(text.to_owned())) })]
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_page_hears_of_drafts_and_of_the_end() {
    let (app, agent, request) = made().await;
    let service = &app.running.service;
    let mut pages = [Stream::open(&request.review_url).await, Stream::open(&request.review_url).await];
    for page in &mut pages {
        assert_eq!(page.next().await, news("draft", "0"));
    }
    for revision in 1..3 {
        service.keep_draft(&by(link(&request)), &typed("x"), None).await.unwrap();
        for page in &mut pages {
            assert_eq!(page.next().await, news("draft", &revision.to_string()));
        }
    }
    assert_eq!(app.count(&request.id, &["drafted"]).await, 1, "once a reviewer");
    assert_eq!(app.history(&request.id).await.len(), 2, "listening writes nothing");
    let decided = Instant::now();
    assert!(app.reviewer(&request.review_url).decline().await.taken());
    for page in &mut pages {
        assert_eq!(page.next().await, news("closed", "This request was already declined"));
        assert_eq!(page.next().await, None, "there is no more to hear");
    }
    assert!(decided.elapsed() < Duration::from_secs(2), "{:?}", decided.elapsed());
    // one that comes too late hears it at once; that the outcome was fetched changes nothing
    agent.ask("elicit_result", &request.id).await;
    let mut late = Stream::open(&request.review_url).await;
    assert_eq!(late.next().await, news("closed", "This request was already declined"));
    assert_eq!(late.next().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancel_and_an_expiry_are_heard_too() {
    let (app, agent, request) = made().await;
    let expiring = agent.open(&proposal()).await;
    let (mut canceled, mut expired) = (Stream::open(&request.review_url).await, Stream::open(&expiring.review_url).await);
    agent.ask("elicit_cancel", &request.id).await;
    assert_eq!(canceled.next().await, news("draft", "0"));
    assert_eq!(canceled.next().await, news("closed", "This request was already canceled"));
    app.clock.advance(60_000);
    assert_eq!(expired.next().await, news("draft", "0"));
    assert_eq!(expired.next().await, news("closed", "This request has already expired"));
    assert_eq!(app.count(&expiring.id, &["expired"]).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_decides_is_heard_within_two_seconds() {
    let (app, _, request) = made().await;
    let mut page = Stream::open(&request.review_url).await;
    assert_eq!(page.next().await, news("draft", "0"));
    // as another process is: on the same database, with waiters of its own
    let beside: Arc<dyn Store> = Arc::new(app.running.config.database.open().await.unwrap());
    let service = Service::new(beside.clone(), app.clock.clone(), "http://127.0.0.1:1");
    tokio::time::sleep(Duration::from_millis(400)).await;
    let decided = Instant::now();
    service.submit(&by(link(&request)), &typed("y").map(|(_, entry)| entry)).await.unwrap();
    assert_eq!(page.next().await, news("closed", "This request was already submitted"));
    assert!(decided.elapsed() < Duration::from_secs(2), "{:?}", decided.elapsed());
    beside.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_link_has_no_stream_and_looks_like_any_other() {
    let (app, _, request) = made().await;
    let origin = app.running.config.public_url();
    let fetch = async |path: String| {
        let response = client::http().get(format!("{origin}{path}")).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    let none = fetch("/review/nope".to_owned()).await;
    assert_eq!(none.0, 404);
    for wrong in [request.id.as_str(), &link(&request)[1..], "nope", "%00", "%FF"] {
        assert_eq!(fetch(format!("/review/{wrong}/events")).await, none, "{wrong}");
    }
    assert_eq!(fetch(format!("/review/{}/events/more", link(&request))).await, none);
    let head = client::http().head(format!("{}/events", request.review_url)).send().await.unwrap();
    assert_eq!((head.status(), head.text().await.unwrap().as_str()), (StatusCode::OK, ""));
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_session_ended_hears_nothing_more() {
    let (app, agent, request) = made().await;
    let (ann, bob) = (Browser::signed_in(&app, "ann").await, Browser::signed_in(&app, "bob").await);
    let at = [path(&request.review_url).to_owned(), format!("/inbox/{}", request.id)];
    let mut pages = Vec::new();
    for browser in [&ann, &bob] {
        for at in &at {
            let mut page = Stream::of(browser.stream(&format!("{at}/events")).await);
            assert_eq!(page.next().await, news("draft", "0"));
            pages.push(page);
        }
    }
    assert_eq!(ann.post("/sign-out", &[]).await.status, 303);
    assert!(app.running.store.revoke_reviewer("bob", app.clock.now()).await.unwrap());
    app.running.service.keep_draft(&by(link(&request)), &typed("x"), None).await.unwrap();
    agent.ask("elicit_cancel", &request.id).await;
    for page in &mut pages {
        assert_eq!(page.next().await, None);
    }
    assert_eq!(Stream::open(&request.review_url).await.next().await, news("closed", "This request was already canceled"));
}

#[tokio::test(flavor = "multi_thread")]
async fn draining_ends_the_streams() {
    let (app, _, request) = made().await;
    let mut page = Stream::open(&request.review_url).await;
    assert_eq!(page.next().await, news("draft", "0"));
    let ended = tokio::time::timeout(LONG, app.running.shut_down()).await;
    assert!(ended.is_ok(), "the server did not stop");
    assert_eq!(page.next().await, None);
}
