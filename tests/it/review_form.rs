//! The ordinary form POST of the review page: what it decides, what it keeps, what it refuses.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::support::client::{self, Opened, submission};
use super::support::{TestApp, proposal};

fn three_rows() -> Value {
    let mut arguments = proposal();
    arguments["requestedSchema"] = json!({ "type": "object", "properties": {
        "seats": { "type": "integer", "default": 5 },
        "note": { "type": "string", "default": "line\r\nend" },
        "code": { "type": "string", "pattern": "^[A-Z]+$", "default": "AB" },
    }});
    arguments["fields"] = json!({ "note": { "include": false } });
    arguments
}

async fn open(arguments: &Value) -> (TestApp, Opened) {
    let app = TestApp::spawn().await;
    let request = app.agent("ada").await.open(arguments).await;
    (app, request)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submission_leads_back_to_the_page() {
    let (app, request) = open(&three_rows()).await;
    let form = "action=submit&include=seats&include=note&p.seats=+007+&p.note=line%0D%0Aend&p.code=AB";
    let post = client::http().post(&request.review_url).header("content-type", "application/x-www-form-urlencoded; charset=UTF-8");
    let response = post.body(form).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    let path = request.review_url.strip_prefix(&app.running.config.public_url()).unwrap();
    assert_eq!(response.headers()["location"], path);
    let answer = app.agent("bob").await.ask("elicit_result", &request.id).await;
    assert!(answer.is_error, "another agent's");
    assert_eq!(app.history(&request.id).await.len(), 2);
    let html = client::http().get(&request.review_url).send().await.unwrap().text().await.unwrap();
    assert!(html.contains("<bdi>7</bdi>") && html.contains("2 of 3 included"), "{html}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_form_comes_back_with_all_that_was_typed() {
    let (app, request) = open(&three_rows()).await;
    let reviewer = app.reviewer(&request.review_url);
    let form = [
        ("action", "submit"),
        ("include", "seats"),
        ("include", "code"),
        ("p.seats", "1,000 \"<b>"),
        ("p.note", "line\r\nend"),
        ("p.code", "abc"),
    ];
    let answer = reviewer.post(&form).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let html = &answer.body;
    for part in [
        "value=\"1,000 &quot;&lt;b&gt;\"",
        "value=\"abc\"",
        "Nothing was sent: 2 rows need fixing.",
        "Enter a whole number",
        "2 rows need fixing: <a href=\"#e0\">",
        "autofocus",
        ">\nline&#13;\nend</textarea>",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert_eq!(html.matches("data-fault").count(), 2, "{html}");
    assert_eq!(html.matches("aria-invalid=\"true\"").count(), 2);
    assert!(html.contains("<b>2 of 3</b> included"), "{html}");
    assert_eq!(app.history(&request.id).await.len(), 2, "made, and kept as a draft");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_is_left_out_is_asked_about_once() {
    let (app, request) = open(&three_rows()).await;
    let reviewer = app.reviewer(&request.review_url);
    let mut form = vec![("action", "submit"), ("include", "seats"), ("p.seats", "5"), ("p.note", "changed"), ("p.code", "AB")];
    let answer = reviewer.post(&form).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("you changed note, but left it out"), "{}", answer.body);
    assert!(answer.body.contains("<input type=\"hidden\" name=\"confirmed\" value=\"note\">"), "{}", answer.body);
    assert!(answer.body.contains(">\nchanged</textarea>"), "{}", answer.body);
    form.push(("confirmed", "note"));
    assert!(reviewer.post(&form).await.taken());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_form_is_told_what_was_decided() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    let reviewer = app.reviewer(&request.review_url);
    assert!(reviewer.submit("first").await.taken());
    for answer in [reviewer.submit("second").await, reviewer.decline().await] {
        assert_eq!(answer.status, StatusCode::CONFLICT);
        assert!(answer.body.contains("This request was already submitted: what you sent was not taken."), "{}", answer.body);
        assert!(answer.body.contains("<bdi>first</bdi>"), "{}", answer.body);
    }
    let canceled = agent.open(&proposal()).await;
    agent.ask("elicit_cancel", &canceled.id).await;
    let expired = agent.open(&proposal()).await;
    app.clock.advance(61_000);
    for (request, says) in [(canceled, "This request was already canceled"), (expired, "This request has already expired")] {
        let answer = app.reviewer(&request.review_url).submit("late").await;
        assert_eq!(answer.status, StatusCode::CONFLICT);
        assert!(answer.body.contains(says), "{}", answer.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_review_is_refused_and_decides_nothing() {
    let (app, request) = open(&proposal()).await;
    let url = &request.review_url;
    let form = "application/x-www-form-urlencoded";
    let long = format!("action=submit&p.a={}", "x".repeat(1 << 20));
    let cases: [(&str, &str, u16); 12] = [
        (form, "", 400),
        (form, "action=", 400),
        (form, "action=submit&action=submit", 400),
        (form, "action=submit&include=b", 400),
        (form, "action=submit&include=a&include=a", 400),
        (form, "action=submit&p.a=1&p.a=2", 400),
        (form, "action=submit&show=on", 400),
        (form, "%00=x&\u{fffd}", 400),
        (form, "action=submit&include=a&p.a=%FF", 400),
        ("application/json", "{\"action\":\"submit\"}", 400),
        ("", "action=submit", 400),
        (form, &long, 413),
    ];
    for (kind, body, status) in cases {
        let response = client::http().post(url).header("content-type", kind).body(body.to_owned()).send().await.unwrap();
        assert_eq!(response.status(), status, "{kind} {}", &body[..body.len().min(60)]);
        let html = response.text().await.unwrap();
        assert!(html.contains("<h1>"), "{html}");
    }
    assert_eq!(app.history(&request.id).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_can_post_nothing() {
    let (app, request) = open(&proposal()).await;
    let ours = app.running.config.public_url();
    let door = request.review_url.strip_prefix(&ours);
    let by_form = (request.review_url.clone(), "application/x-www-form-urlencoded", "action=cancel".to_owned());
    let by_function = (format!("{ours}/api/decline"), "application/json", json!({ "door": door }).to_string());
    let headers: [&[(&str, &str)]; 6] = [
        &[("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")],
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site"), ("origin", &ours)],
        &[("sec-fetch-site", "none")],
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
    ];
    for (url, kind, body) in [&by_form, &by_function] {
        for headers in headers {
            let post = client::http().post(url).header("content-type", *kind).body(body.clone());
            let post = headers.iter().fold(post, |post, (name, value)| post.header(*name, *value));
            assert_eq!(post.send().await.unwrap().status(), StatusCode::FORBIDDEN, "{url} {headers:?}");
        }
    }
    assert_eq!(app.history(&request.id).await.len(), 1);
    let (url, kind, body) = by_function;
    let post = client::http().post(url).header("content-type", kind).header("origin", &ours).body(body);
    assert_eq!(post.send().await.unwrap().status(), StatusCode::OK);
    assert_eq!(app.reviewer(&request.review_url).post(&submission("x")).await.status, StatusCode::CONFLICT);
}
