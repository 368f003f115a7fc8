//! What was entered and not sent is kept while the request is pending, and by nothing else than that (contract § 10).

use std::time::Duration;

use serde_json::{Value, json};

use super::support::client::{self, Opened};
use super::support::process::{Server, token};
use super::support::{TestApp, proposal};

/// A row with a default, one without, and a set.
fn three_rows() -> Value {
    let mut arguments = proposal();
    arguments["requestedSchema"] = json!({ "type": "object", "properties": {
        "name": { "type": "string", "default": "Ann" },
        "note": { "type": "string" },
        "tags": { "type": "array", "items": { "type": "string", "enum": ["p", "q"] }, "default": ["q", "p"] },
    }});
    arguments["fields"] = json!({});
    arguments
}

fn text(include: bool, text: &str) -> Value {
    json!({ "include": include, "draft": { "Text": text } })
}

fn link(url: &str) -> &str {
    url.rsplit('/').next().unwrap()
}

/// Says what changed, as the page does; the status and the answer.
async fn keep(review_url: &str, more: &Value) -> (u16, Value) {
    let (origin, link) = review_url.split_once("/review/").unwrap();
    let mut body = json!({ "door": format!("/review/{link}"), "rows": [] });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let post = client::http().post(format!("{origin}/api/draft")).header("content-type", "application/json");
    let response = post.body(body.to_string()).send().await.unwrap();
    let status = response.status().as_u16();
    (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default())
}

async fn page(review_url: &str) -> String {
    client::http().get(review_url).send().await.unwrap().text().await.unwrap()
}

/// The entries that a page opens with, as its browser's half gets them.
fn entries(page: &str) -> Value {
    let sheet = page.split_once("id=\"sheet\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str::<Value>(sheet).unwrap()["entries"].take()
}

async fn made(arguments: &Value) -> (TestApp, client::Agent, Opened) {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(arguments).await;
    (app, agent, request)
}

async fn is_kept(app: &TestApp, request: &Opened) -> bool {
    app.running.store.draft(&request.id).await.unwrap().is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_opens_with_what_was_kept_and_the_rest_is_untouched() {
    let (app, agent, request) = made(&three_rows()).await;
    let url = &request.review_url;
    assert!(!page(url).await.contains("Draft kept"));
    assert_eq!(keep(url, &json!({ "rows": [[1, text(true, "typed <b>")]] })).await, (200, json!(1)));
    // another device, which knows nothing of the first
    assert_eq!(keep(url, &json!({ "rows": [[0, text(false, "")]] })).await, (200, json!(2)));
    let drawn = page(url).await;
    assert_eq!(entries(&drawn), json!([text(false, ""), text(true, "typed <b>"), { "include": true, "draft": null }]));
    assert!(drawn.contains("value=\"typed &lt;b&gt;\"") && drawn.contains("Draft kept just now"), "{drawn}");
    app.clock.advance(50_000);
    // all back to what was proposed
    let untouched = json!({ "rows": [[0, { "include": true, "draft": null }], [1, { "include": false, "draft": null }]] });
    assert_eq!(keep(url, &untouched).await, (200, json!(3)));
    let drawn = page(url).await;
    assert!(!drawn.contains("Draft kept") && !drawn.contains("typed"), "{drawn}");
    // none of it decided anything, or reached the agent
    assert_eq!(agent.ask("elicit_result", &request.id).await.text, "not decided (status=pending)");
    assert!(
        app.reviewer(url)
            .post(&[("action", "submit"), ("include", "tags"), ("p.name", "Ann"), ("p.tags", "p"), ("p.tags", "q")])
            .await
            .taken()
    );
    assert_eq!(agent.ask("elicit_result", &request.id).await.content["values"], json!({ "tags": ["q", "p"] }));
}

#[tokio::test(flavor = "multi_thread")]
async fn chosen_options_and_forms_are_kept_too() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let options = json!({ "message": "Which?", "options": [{ "id": "a" }, { "id": "b" }, { "id": "c" }], "maxSelections": 2 });
    let selection = client::opened(&agent.call("elicit_selection", &options).await);
    assert_eq!(keep(&selection.review_url, &json!({ "selected": ["c", "a"] })).await, (200, json!(1)));
    let drawn = page(&selection.review_url).await;
    let ticked = |id: &str| drawn.split(&format!("data-option=\"{id}\"")).nth(1).unwrap().split('>').nth(1).unwrap().contains("checked");
    assert_eq!(["a", "b", "c"].map(ticked), [true, false, true]);
    assert_eq!(keep(&selection.review_url, &json!({ "selected": [] })).await.0, 200);
    assert!(!page(&selection.review_url).await.contains("Draft kept"));

    let form = json!({ "message": "Fill in", "requestedSchema": { "type": "object", "properties": {
        "name": { "type": "string" }, "ok": { "type": "boolean", "default": true },
    } } });
    let approval = client::opened(&agent.call("elicit_approval", &form).await);
    let (untouched, filled) = (json!({ "include": true, "draft": null }), json!({ "include": false, "draft": { "Text": "Bo" } }));
    assert_eq!(keep(&approval.review_url, &json!({ "rows": [[0, filled], [1, untouched]] })).await.0, 200);
    // whether a field is part of a form follows from what is in it
    assert_eq!(entries(&page(&approval.review_url).await), json!([text(true, "Bo"), untouched]));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_kept_of_what_is_closed() {
    for how in ["submitted", "declined", "canceled", "expired"] {
        let (app, agent, request) = made(&proposal()).await;
        let change = json!({ "rows": [[0, text(true, "unsent")]] });
        assert_eq!(keep(&request.review_url, &change).await.0, 200);
        assert!(is_kept(&app, &request).await);
        let reviewer = app.reviewer(&request.review_url);
        match how {
            "submitted" => assert!(reviewer.submit("sent").await.taken()),
            "declined" => assert!(reviewer.decline().await.taken()),
            "canceled" => assert!(!agent.ask("elicit_cancel", &request.id).await.is_error),
            _ => app.clock.advance(60_000),
        }
        let word = if how == "expired" { "This request has already expired".to_owned() } else { format!("This request was already {how}") };
        assert_eq!(keep(&request.review_url, &change).await, (409, json!({ "Closed": word })));
        assert!(!is_kept(&app, &request).await, "{how}: what nobody approved is gone");
        assert!(!page(&request.review_url).await.contains("unsent"), "{how}");
        assert_eq!(app.count(&request.id, &["submitted", "declined", "canceled", "expired"]).await, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_draft_of_the_request_is_refused() {
    let (app, _, request) = made(&three_rows()).await;
    let url = &request.review_url;
    assert_eq!(keep(url, &json!({ "rows": [[1, text(true, "kept")]] })).await.0, 200);
    let origin = app.running.config.public_url();
    let unknown = format!("{origin}/review/{}", "x".repeat(43));
    for (url, change, status) in [
        (url, json!({ "rows": [[3, text(true, "x")]] }), 400),
        (url, json!({ "rows": [[-1, text(true, "x")]] }), 400),
        (url, json!({ "rows": [[0, { "include": "yes", "draft": null }]] }), 400),
        (url, json!({ "rows": [[0, { "include": true, "draft": { "Number": 1 } }]] }), 400),
        (url, json!({ "rows": [0] }), 400),
        (url, json!({ "selected": ["a"] }), 400),
        (url, json!({ "rows": [[1, text(true, &"x".repeat(1 << 20))]] }), 413),
        (&unknown, json!({ "rows": [[1, text(true, "x")]] }), 404),
    ] {
        let (got, answer) = keep(url, &change).await;
        assert_eq!(got, status, "{answer}");
    }
    let foreign = client::http()
        .post(format!("{origin}/api/draft"))
        .header("sec-fetch-site", "cross-site")
        .header("content-type", "application/json");
    let body = json!({ "door": format!("/review/{}", link(url)), "rows": [[1, text(true, "foreign")]] }).to_string();
    assert_eq!(foreign.body(body).send().await.unwrap().status(), 403);
    assert_eq!(entries(&page(url).await)[1], text(true, "kept"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_has_its_limit_and_keeps_what_it_had() {
    let (_app, _, request) = made(&three_rows()).await;
    let large = "x".repeat(700_000);
    assert_eq!(keep(&request.review_url, &json!({ "rows": [[0, text(true, &large)]] })).await.0, 200);
    let (status, answer) = keep(&request.review_url, &json!({ "rows": [[1, text(true, &large)]] })).await;
    assert_eq!(status, 400);
    assert!(answer["Malformed"].as_str().unwrap().starts_with("a draft may have 1048576 bytes, this one has 14"), "{answer}");
    assert_eq!(entries(&page(&request.review_url).await)[0], text(true, &large));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_draft_and_a_decision_do_not_both_stay() {
    let (mut kept, mut late) = (0, 0);
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    for round in 0..30 {
        let request = agent.open(&proposal()).await;
        let drafts: Vec<_> = (0..8)
            .map(|at| {
                let url = request.review_url.clone();
                tokio::spawn(async move { keep(&url, &json!({ "rows": [[0, text(true, &format!("d{at}"))]] })).await })
            })
            .collect();
        let decided = async {
            tokio::time::sleep(Duration::from_millis(round % 5 * 2)).await;
            app.reviewer(&request.review_url).submit("sent").await
        };
        assert!(decided.await.taken());
        for draft in drafts {
            match draft.await.unwrap() {
                (200, _) => kept += 1,
                (409, answer) => {
                    assert_eq!(answer, json!({ "Closed": "This request was already submitted" }));
                    late += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(!is_kept(&app, &request).await, "round {round}");
        assert_eq!(agent.ask("elicit_result", &request.id).await.content["values"], json!({ "a": "sent" }));
    }
    eprintln!("drafts against a decision: {kept} before it, {late} after");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_was_not_taken_is_kept_as_a_draft() {
    let (app, agent, request) = made(&proposal()).await;
    let reviewer = app.reviewer(&request.review_url);
    assert_eq!(reviewer.submit("far too long a text").await.status, 422);
    let drawn = page(&request.review_url).await;
    assert_eq!(entries(&drawn), json!([text(true, "far too long a text")]));
    assert_eq!(agent.status(&request.id).await, "pending");
    assert!(reviewer.submit("short").await.taken());
    assert!(!is_kept(&app, &request).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_draft_survives_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let token = token(&database, "ada");
    let mut server = Server::start(&database);
    let request = server.agent(&token).open(&proposal()).await;
    assert_eq!(keep(&request.review_url, &json!({ "rows": [[0, text(true, "typed")]] })).await, (200, json!(1)));
    server.kill();
    let restarted = Server::start(&database);
    let url = format!("{}/review/{}", restarted.url, link(&request.review_url));
    assert_eq!(entries(&page(&url).await), json!([text(true, "typed")]));
}
