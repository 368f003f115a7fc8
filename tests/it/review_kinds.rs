//! The review pages of approvals and selections: as they are drawn, decided by form and by server function, and closed.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::support::client::{self, Agent, Opened, Reviewer};
use super::support::{TestApp, client::opened};

struct Page {
    app: TestApp,
    agent: Agent,
    request: Opened,
}

impl Page {
    async fn of(tool: &str, arguments: &Value) -> Self {
        let app = TestApp::spawn().await;
        let agent = app.agent("ada").await;
        let answer = agent.call(tool, arguments).await;
        assert!(!answer.is_error, "{}", answer.body);
        Self { app, agent, request: opened(&answer) }
    }

    fn reviewer(&self) -> Reviewer {
        self.app.reviewer(&self.request.review_url)
    }

    async fn html(&self) -> String {
        let response = client::http().get(&self.request.review_url).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        response.text().await.unwrap()
    }

    /// The page's own path.
    fn door(&self) -> &str {
        self.request.review_url.strip_prefix(&self.app.running.config.public_url()).unwrap()
    }

    /// Asks a server function, as the island does.
    async fn ask(&self, function: &str, more: &Value) -> (u16, Value) {
        let mut body = json!({ "door": self.door() });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let url = format!("{}/api/{function}", self.app.running.config.public_url());
        let response = client::http().post(url).header("content-type", "application/json").body(body.to_string()).send().await.unwrap();
        let status = response.status().as_u16();
        (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default())
    }

    async fn result(&self) -> Value {
        let answer = self.agent.ask("elicit_result", &self.request.id).await;
        assert!(!answer.is_error, "{}", answer.body);
        answer.content
    }

    /// What a form may not say; none of it decides.
    async fn refuses(&self, forms: &[&[(&str, &str)]]) {
        for form in forms {
            let answer = self.reviewer().post(form).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{form:?}");
        }
        assert_eq!(self.app.history(&self.request.id).await.len(), 1);
    }
}

/// The tag that has `part` in it, whole.
fn tag_with<'a>(html: &'a str, part: &str) -> &'a str {
    let at = html.find(part).unwrap_or_else(|| panic!("no {part} in {html}"));
    let from = html[..at].rfind('<').unwrap();
    &html[from..=at + html[at..].find('>').unwrap()]
}

fn has(html: &str, parts: &[&str]) {
    for part in parts {
        assert!(html.contains(part), "{part}: {html}");
    }
}

fn invoice() -> Value {
    let context: Value =
        serde_json::from_str(r#"{"invoice":{"total":1250.50,"to":"<b>Ann\u202e</b>"},"paid":false,"__proto__":[1e400]}"#).unwrap();
    json!({ "message": "Send it?", "context": context })
}

fn form() -> Value {
    json!({ "message": "Who?", "requestedSchema": { "type": "object", "required": ["approver"], "properties": {
        "approver": { "type": "string", "title": "Approver", "description": "Your name" },
        "code": { "type": "string", "pattern": "^[A-Z]+$", "default": "AB" },
        "amount": { "type": "number", "maximum": 100, "default": 12.5 },
        "level": { "type": "string", "enum": ["low", "high"] },
    }}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payload_is_read_and_approved() {
    let page = Page::of("elicit_approval", &invoice()).await;
    let html = page.html().await;
    has(
        &html,
        &[
            "<details open><summary><span class=\"key\"><bdi>invoice</bdi></span>",
            "1250.50",
            "&lt;b&gt;Ann<span data-hidden-character=\"U+202E\">",
            "<bdi>__proto__</bdi>",
            "1e+400",
            "<b>Decline</b> declines the request · <b>Approve</b> approves",
        ],
    );
    assert!(!html.contains("<table") && !html.contains("role=\"status\""), "{html}");
    let first_button = &html[html.find("<button").unwrap()..];
    assert!(first_button.starts_with("<button disabled hidden>"), "{html}");
    page.refuses(&[
        &[],
        &[("action", "approve")],
        &[("action", "submit"), ("include", "a")],
        &[("action", "submit"), ("p.a", "a")],
        &[("action", "submit"), ("action", "submit")],
    ])
    .await;
    let answer = page.reviewer().post(&[("action", "submit")]).await;
    assert!(answer.taken(), "{}", answer.body);
    has(&page.html().await, &["<h2>Approved</h2>", "by whoever held the review link", "The agent can fetch the approval.", "1250.50"]);
    let late = page.reviewer().decline().await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    has(&late.body, &["This request was already submitted: what you sent was not taken."]);
    let result = page.result().await;
    assert_eq!((&result["decision"], &result["formSubmission"]), (&json!("submitted"), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payload_is_declined() {
    let mut arguments = invoice();
    arguments["labels"] = json!({ "ok": "Send", "cancel": "Hold" });
    let page = Page::of("elicit_approval", &arguments).await;
    has(&page.html().await, &["<b>Hold</b> declines the request · <b>Send</b> approves"]);
    assert!(page.reviewer().decline().await.taken());
    has(&page.html().await, &["<h2>Declined</h2>", "The agent gets no values."]);
    assert_eq!(page.result().await["decision"], "declined");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banner_stands_for_the_payload() {
    let mut arguments = invoice();
    arguments["displayTemplate"] = "Pay {{ context.invoice.total }}".into();
    let html = Page::of("elicit_approval", &arguments).await.html().await;
    assert!(html.contains("Pay 1250.5") && !html.contains("data-context"), "{html}");
    for shows_nothing in ["{% if context.none %}x{% endif %}", "{{ context.paid | append: 1 | slice: 9, 1 }}"] {
        arguments["displayTemplate"] = shows_nothing.into();
        has(&Page::of("elicit_approval", &arguments).await.html().await, &["data-context"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_filled_in_and_comes_back_while_it_does_not_do() {
    let mut arguments = form();
    arguments["context"] = json!({ "po": 7 });
    let page = Page::of("elicit_approval", &arguments).await;
    let html = page.html().await;
    has(&html, &["data-context", "<bdi>Your name</bdi>", "<b>2 of 4</b> filled in", " approves and submits <span>2 of 4</span>"]);
    assert!(!html.contains("Required: enter a value") && !html.contains("aria-invalid=\"true\""), "nobody had a chance yet: {html}");
    assert!(tag_with(&html, "name=\"p.approver\"").contains("aria-label=\"Approver\""), "{html}");
    assert!(!html.contains("type=\"checkbox\"") && !html.contains("data-current"), "{html}");
    page.refuses(&[
        &[("action", "submit"), ("include", "approver")],
        &[("action", "submit"), ("p.nobody", "x")],
        &[("action", "submit"), ("p.code", "A"), ("p.code", "B")],
    ])
    .await;
    let faulty = [("action", "submit"), ("p.approver", ""), ("p.code", "ab \"<"), ("p.amount", "101"), ("p.level", "high")];
    let answer = page.reviewer().post(&faulty).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    has(
        &answer.body,
        &["Nothing was sent: 3 fields need fixing.", "value=\"ab &quot;&lt;\"", "value=\"101\"", "Does not match the pattern"],
    );
    assert!(tag_with(&answer.body, "value=\"high\"").contains("selected"), "{}", answer.body);
    assert_eq!(answer.body.matches("aria-invalid=\"true\"").count(), 3);
    assert_eq!(page.app.history(&page.request.id).await.len(), 2, "made, and kept as a draft");
    let sound = [("action", "submit"), ("p.approver", "Ann"), ("p.code", "AB"), ("p.amount", ""), ("p.level", "high")];
    let answer = page.reviewer().post(&sound).await;
    assert!(answer.taken(), "{}", answer.body);
    has(&page.html().await, &["<h2>Approved</h2>", "<bdi>Ann</bdi>", "left empty", "3 of 4 filled in", "data-context"]);
    let result = page.result().await;
    assert_eq!(result["formSubmission"].to_string(), r#"{"approver":"Ann","code":"AB","level":"high"}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approval_is_decided_by_its_island() {
    let page = Page::of("elicit_approval", &form()).await;
    let entry = |text: Option<&str>| json!({ "include": true, "draft": text.map(|text| json!({ "Text": text })) });
    let entries = |name| json!({ "entries": [entry(Some(name)), entry(None), entry(None), entry(None)] });
    let (status, faults) = page.ask("submit", &entries("")).await;
    assert_eq!((status, faults["Faults"][0]["row"].as_u64()), (422, Some(0)), "{faults}");
    assert_eq!(page.ask("select", &json!({ "selected": ["a"] })).await.0, 400);
    assert_eq!(page.ask("submit", &entries("Ann")).await, (200, json!(page.door())));
    assert_eq!(page.result().await["formSubmission"], json!({ "approver": "Ann", "code": "AB", "amount": 12.5 }));
    let page = Page::of("elicit_approval", &invoice()).await;
    assert_eq!(page.ask("submit", &json!({ "entries": [] })).await, (200, json!(page.door())));
    assert_eq!(page.ask("decline", &json!({})).await.0, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_option_is_chosen_by_radio_button() {
    let options = json!([{ "id": "submit", "label": "Ann\u{202e}", "description": "<b>first</b>" }, { "id": " a&b \r\n" }]);
    let page = Page::of("elicit_selection", &json!({ "message": "Which?", "options": options })).await;
    let html = page.html().await;
    has(
        &html,
        &[
            "<input type=\"radio\" name=\"choice\" value=\"submit\" class=\"pick\">",
            "value=\"%20a%26b%20%0D%0A\"",
            "<bdi>&lt;b&gt;first&lt;/b&gt;</bdi>",
            "0 selected, choose 1",
            "<b>Cancel</b> declines the request · <b>Submit</b> submits <span>0</span>",
        ],
    );
    assert!(!html.contains("class=\"sift\"") && !html.contains("checked"), "{html}");
    page.refuses(&[
        &[("action", "submit"), ("choice", "nobody")],
        &[("action", "submit"), ("choice", "submit"), ("choice", "submit")],
        &[("action", "submit"), ("include", "submit")],
    ])
    .await;
    let answer = page.reviewer().post(&[("action", "submit")]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    has(&answer.body, &["Nothing was sent: Choose an option.", "<p id=\"x0\" class=\"fault\">Choose an option"]);
    assert!(page.reviewer().post(&[("action", "submit"), ("choice", "%20a%26b%20%0D%0A")]).await.taken());
    has(&page.html().await, &["1 of 2 selected", "Not selected: 1", "data-selected"]);
    assert_eq!(page.result().await["selectedIds"], json!([" a&b \r\n"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_does_not_do_comes_back_ticked() {
    let options = json!([{ "id": "a" }, { "id": "b" }, { "id": "c" }, { "id": "d" }]);
    let arguments = json!({ "message": "Which?", "options": options, "minSelections": 2, "maxSelections": 3 });
    let page = Page::of("elicit_selection", &arguments).await;
    has(
        &page.html().await,
        &["<input type=\"checkbox\" name=\"choice\" value=\"a\" class=\"pick\">", "0 selected, choose at least 2 and at most 3"],
    );
    let all = [("action", "submit"), ("choice", "d"), ("choice", "c"), ("choice", "b"), ("choice", "a")];
    for (form, says, ticked) in [(&all[..], "Choose at most 3: 4 are chosen", 4), (&all[..2], "Choose at least 2", 1)] {
        let answer = page.reviewer().post(form).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        has(&answer.body, &[says, &format!("{ticked} selected, ")]);
        assert_eq!(answer.body.matches(" checked").count(), ticked, "{}", answer.body);
    }
    let (status, faults) = page.ask("select", &json!({ "selected": ["a"] })).await;
    assert_eq!((status, &faults["Faults"][0]["message"]), (422, &json!("Choose at least 2")));
    assert_eq!(page.ask("submit", &json!({ "entries": [] })).await.0, 400);
    assert_eq!(page.ask("select", &json!({ "selected": ["c", "a"] })).await, (200, json!(page.door())));
    assert_eq!(page.ask("select", &json!({ "selected": ["c", "a"] })).await.0, 409);
    let late = page.reviewer().post(&all[..3]).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    has(&late.body, &["This request was already submitted", "2 of 4 selected"]);
    assert_eq!(page.result().await["formSubmission"], json!({ "selectedIds": ["a", "c"] }));
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_options_are_drawn_at_once_and_can_be_searched() {
    let options: Vec<Value> = (0..500).map(|i| json!({ "id": format!("o{i}"), "label": format!("Option {i}"), "city": "<Ulm>" })).collect();
    let template = "<b>{{ option.label }}</b> in {{ option.city }}";
    let arguments = json!({ "message": "Which?", "options": options, "rowTemplate": template, "minSelections": 0 });
    let page = Page::of("elicit_selection", &arguments).await;
    let begun = Instant::now();
    let html = page.html().await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    has(&html, &["<b>Option 499</b> in &lt;Ulm&gt;", "<input type=\"search\" form=\"none\"", "0 selected, choose at most 1"]);
    // none may be chosen: a radio button could not be taken back
    assert_eq!(html.matches("<input type=\"checkbox\" name=\"choice\"").count(), 500);
    assert!(page.reviewer().post(&[("action", "submit")]).await.taken());
    has(&page.html().await, &["0 of 500 selected", "Not selected: 500"]);
    assert_eq!(page.result().await["selectedIds"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_decided_is_read_all_the_same() {
    let options = json!([{ "id": "a", "label": "Ann" }]);
    let page = Page::of("elicit_selection", &json!({ "message": "Which?", "options": options })).await;
    page.agent.ask("elicit_cancel", &page.request.id).await;
    has(&page.html().await, &["<h2>Canceled</h2>", "<bdi>Ann</bdi>"]);
    let page = Page::of("elicit_approval", &form()).await;
    page.app.clock.advance(86_400_000);
    let html = page.html().await;
    has(&html, &["<h2>Expired</h2>", "<bdi>AB</bdi>"]);
    assert!(!html.contains("data-current"), "{html}");
}
