//! The server functions of the review page, as its island asks them.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::support::client::{self, Opened};
use super::support::{TestApp, proposal};

struct Island {
    app: TestApp,
    request: Opened,
}

impl Island {
    async fn of(arguments: &Value) -> Self {
        let app = TestApp::spawn().await;
        let request = app.agent("ada").await.open(arguments).await;
        Self { app, request }
    }

    /// The page's own path.
    fn door(&self) -> &str {
        self.request.review_url.strip_prefix(&self.app.running.config.public_url()).unwrap()
    }

    async fn ask(&self, function: &str, body: &str) -> (u16, Value) {
        let url = format!("{}/api/{function}", self.app.running.config.public_url());
        let response = client::http().post(url).header("content-type", "application/json").body(body.to_owned()).send().await.unwrap();
        let status = response.status().as_u16();
        (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default())
    }

    async fn submit(&self, entries: &Value) -> (u16, Value) {
        self.ask("submit", &json!({ "door": self.door(), "entries": entries }).to_string()).await
    }
}

fn text(include: bool, text: &str) -> Value {
    json!({ "include": include, "draft": { "Text": text } })
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_text_and_empty_set_arrive_as_they_are() {
    let mut arguments = proposal();
    arguments["requestedSchema"] = json!({ "type": "object", "properties": {
        "tags": { "type": "array", "items": { "type": "string", "enum": ["a", "b"] }, "default": ["a"] },
        "nick": { "type": "string", "default": "n" },
    }});
    arguments["fields"] = json!({});
    let island = Island::of(&arguments).await;
    let entries = json!([{ "include": true, "draft": { "Set": [] } }, text(true, "")]);
    assert_eq!(island.submit(&entries).await, (200, json!(island.door())));
    let history = island.app.history(&island.request.id).await;
    assert_eq!(history.last().unwrap().0, "submitted");
    assert_eq!(island.submit(&entries).await, (409, json!({ "Closed": "This request was already submitted" })));
    let decline = json!({ "door": island.door() }).to_string();
    assert_eq!(island.ask("decline", &decline).await.0, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_name_their_rows() {
    let mut arguments = proposal();
    arguments["requestedSchema"] = json!({ "type": "object", "properties": {
        "seats": { "type": "integer", "default": 5 },
        "code": { "type": "string", "pattern": "^[A-Z]+$", "default": "AB" },
    }});
    arguments["fields"] = json!({});
    let island = Island::of(&arguments).await;
    let (status, answer) = island.submit(&json!([text(true, "x"), text(true, "abc")])).await;
    assert_eq!(status, 422);
    let rows: Vec<_> = answer["Faults"].as_array().unwrap().iter().map(|fault| fault["row"].clone()).collect();
    assert_eq!(rows, [0, 1], "{answer}");
    let asked = json!({ "door": island.door(), "texts": [[1, "abc"], [1, "ABC"]] }).to_string();
    let (status, answer) = island.ask("patterns", &asked).await;
    assert_eq!((status, answer.as_array().unwrap().len()), (200, 1), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_is_told_by_post() {
    let island = Island::of(&proposal()).await;
    for _ in 0..2 {
        assert_eq!(island.ask("viewed", &json!({ "door": island.door() }).to_string()).await.0, 200);
    }
    assert_eq!(island.app.count(&island.request.id, &["viewed"]).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_call_is_refused() {
    let island = Island::of(&proposal()).await;
    let door = island.door();
    let deep = format!("{{\"door\":\"{door}\",\"entries\":{}}}", "[".repeat(5000));
    let cases = [
        ("submit", String::new(), 400),
        ("submit", "{".to_owned(), 400),
        ("submit", "[]".to_owned(), 400),
        ("submit", deep, 400),
        ("submit", json!({ "door": door }).to_string(), 400),
        ("submit", json!({ "door": door, "entries": [] }).to_string(), 400),
        ("submit", json!({ "door": door, "entries": [{ "include": "yes", "draft": null }] }).to_string(), 400),
        ("submit", json!({ "door": "/review/unknown", "entries": [] }).to_string(), 404),
        ("decline", json!({ "door": "/review/unknown" }).to_string(), 404),
        ("viewed", json!({ "door": "/review/unknown" }).to_string(), 404),
        ("patterns", json!({ "door": door, "texts": [[7, "x"]] }).to_string(), 400),
        ("patterns", json!({ "door": "/review/unknown", "texts": [] }).to_string(), 404),
        ("nothing", "{}".to_owned(), 404),
        ("submit", " ".repeat((1 << 20) + 1), 413),
    ];
    for (function, body, status) in cases {
        let (got, answer) = island.ask(function, &body).await;
        assert_eq!(got, status, "{function} {} {answer}", &body[..body.len().min(80)]);
        assert_ne!(answer, json!("Unavailable"), "it would be no better later");
    }
    assert_eq!(island.app.history(&island.request.id).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_gets_no_redirect_to_its_referer() {
    let island = Island::of(&proposal()).await;
    let url = format!("{}/api/decline", island.app.running.config.public_url());
    let post = client::http().post(url).header("accept", "text/html").header("referer", "https://evil.example/");
    let response = post.header("content-type", "application/json").body("{}").send().await.unwrap();
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    assert!(response.headers().get("location").is_none());
}
