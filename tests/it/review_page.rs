//! The review page over HTTP, as it is drawn: statuses, headers, markup; and what no GET may do.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::support::client::Opened;
use super::support::{TestApp, proposal};

struct Page {
    app: TestApp,
    request: Opened,
    http: reqwest::Client,
}

impl Page {
    async fn of(arguments: &Value) -> Self {
        let app = TestApp::spawn().await;
        let request = app.agent("ada").await.open(arguments).await;
        Self { app, request, http: super::support::client::http() }
    }

    async fn get(&self) -> (StatusCode, String) {
        let response = self.http.get(&self.request.review_url).send().await.unwrap();
        (response.status(), response.text().await.unwrap())
    }

    async fn html(&self) -> String {
        let (status, html) = self.get().await;
        assert_eq!(status, StatusCode::OK);
        html
    }
}

/// The first tag of `html` that starts with `start`, whole.
fn tag<'a>(html: &'a str, start: &str) -> &'a str {
    let from = html.find(start).unwrap_or_else(|| panic!("no {start} in {html}"));
    &html[from..=from + html[from..].find('>').unwrap()]
}

/// The tag that has `part` in it, whole.
fn tag_with<'a>(html: &'a str, part: &str) -> &'a str {
    let at = html.find(part).unwrap_or_else(|| panic!("no {part} in {html}"));
    tag(&html[html[..at].rfind('<').unwrap()..], "<")
}

/// The row of property `name`, as it is written in an attribute.
fn row<'a>(html: &'a str, name: &str) -> &'a str {
    let from = html.find(&format!("<tr data-field=\"{name}\"")).unwrap_or_else(|| panic!("no row {name}"));
    &html[from..from + html[from..].find("</tr>").unwrap()]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_keeps_the_link_to_itself() {
    let page = Page::of(&proposal()).await;
    let origin = page.app.running.config.public_url();
    let cases = [
        (Method::GET, page.request.review_url.clone(), 200),
        (Method::HEAD, page.request.review_url.clone(), 200),
        (Method::GET, format!("{origin}/review/unknown"), 404),
        (Method::GET, format!("{origin}/nothing/here"), 404),
        (Method::GET, origin.clone(), 200),
        (Method::POST, format!("{origin}/review/unknown"), 404),
        (Method::POST, format!("{origin}/api/submit"), 400),
        (Method::GET, format!("{origin}/api/submit"), 405),
        (Method::PUT, page.request.review_url.clone(), 405),
    ];
    for (method, url, status) in cases {
        let response = page.http.request(method.clone(), &url).send().await.unwrap();
        assert_eq!(response.status(), status, "{method} {url}");
        let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
        assert_eq!(header("referrer-policy"), "same-origin", "{url}");
        assert_eq!(header("cache-control"), "no-store", "{url}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{url}");
        let policy = header("content-security-policy");
        for part in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{url}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline") && !policy.contains('*'), "{policy}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_has_a_nonce_of_its_own_and_no_inline_style() {
    let page = Page::of(&proposal()).await;
    let mut nonces = Vec::new();
    for _ in 0..2 {
        let response = page.http.get(&page.request.review_url).send().await.unwrap();
        let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("form-action 'self'"), "{policy}");
        let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap().to_owned();
        assert!(nonce.len() >= 22, "{nonce}");
        let html = response.text().await.unwrap();
        assert!(!html.contains(" style=") && !html.contains("<style"), "{html}");
        for script in html.split("<script").skip(1).map(|rest| rest.split('>').next().unwrap()) {
            assert!(script.contains("application/json") || script.contains(&format!("nonce=\"{nonce}\"")), "{script}");
        }
        nonces.push(nonce);
    }
    assert_ne!(nonces[0], nonces[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_at_a_page_writes_nothing() {
    let page = Page::of(&proposal()).await;
    let before = page.app.history(&page.request.id).await;
    for method in [Method::GET, Method::HEAD] {
        for suffix in ["", "?action=submit&include=a", "?action=cancel"] {
            let url = format!("{}{suffix}", page.request.review_url);
            assert_eq!(page.http.request(method.clone(), url).send().await.unwrap().status(), StatusCode::OK);
        }
    }
    assert_eq!(page.app.history(&page.request.id).await, before);
    assert_eq!(before.len(), 1, "{before:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_unknown_link_gets_the_same_page() {
    let page = Page::of(&proposal()).await;
    let link = &page.request.review_url;
    let mut pages = Vec::new();
    for url in [
        format!("{}x", link),
        link[..link.len() - 1].to_owned(),
        link.replace("/review/", "/review/%00"),
        link.replace("/review/", "/review/%FF"),
        format!("{link}/more"),
    ] {
        let response = page.http.get(&url).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{url}");
        pages.push(response.text().await.unwrap());
    }
    assert!(pages[0].contains("This link isn't known here"), "{}", pages[0]);
    assert!(pages.iter().all(|other| *other == pages[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_markup_is_the_contracts() {
    let mut arguments = proposal();
    arguments["message"] = "Review <one> record".into();
    arguments["displayTemplate"] = "<b>{{ context.recordId }}</b>".into();
    arguments["labels"] = json!({ "ok": "<i>Go</i>", "cancel": "No" });
    arguments["requestedSchema"] = json!({ "type": "object", "required": ["name"], "properties": {
        "name": { "type": "string", "title": "Full name", "description": "As registered", "default": "Ann" },
        "a.b \"c\"/é": { "type": "string", "format": "email", "default": "not an address" },
        "seats": { "type": "integer", "default": 230 },
        "ok": { "type": "boolean", "default": true },
        "maybe": { "type": "boolean" },
        "tier": { "type": "string", "enum": ["g", "s"], "enumNames": ["Gold", "Silver"] },
        "set": { "type": "array", "items": { "type": "string", "enum": ["x", "y"] }, "default": ["y"] },
        "text": { "type": "string", "default": "\n first\r\nline" },
        "when": { "type": "string", "format": "date-time", "default": "2024-03-10T15:30:45.250+05:30" },
    }});
    arguments["fields"] = json!({
        "name": { "sources": { "apollo": "Ann\u{202e}" } },
        "seats": { "sources": { "apollo": 230 }, "current": 198 },
        "text": { "current": "https://example.com/x" },
    });
    let html = Page::of(&arguments).await.html().await;

    assert!(html.starts_with("<!DOCTYPE html><html lang=\"en\">"));
    assert!(html.contains("<title>Review · Review &lt;one&gt; record</title>"), "{html}");
    assert!(html.contains("<h1><bdi>Review &lt;one&gt; record</bdi></h1>"));
    assert!(html.contains("data-banner") && html.contains("<b>7</b>"));
    let form = &html[html.find("<form").unwrap()..];
    assert!(tag(form, "<button").contains(" disabled") && tag(form, "<button").contains(" hidden"));
    assert!(html.contains("&lt;i&gt;Go&lt;/i&gt;</button>") && html.contains(">No</button>"));
    let counter = &html[html.find("role=\"status\"").unwrap()..];
    assert!(counter[counter.find('>').unwrap()..].starts_with("><b>7 of 9</b> included</p>"), "{}", &counter[..80]);

    let name = row(&html, "name");
    assert!(tag(name, "<tr").contains("data-locked") && tag(name, "<tr").contains("data-included"));
    assert!(tag_with(name, "aria-label=\"Include Full name\"").contains(" disabled"));
    assert!(name.contains("<input type=\"hidden\" name=\"include\" value=\"name\">"), "{name}");
    assert!(name.contains("Required: <bdi>CRM</bdi> has no value yet") && name.contains("As registered"));
    assert!(tag(name, "<td data-source=\"apollo\"").contains("data-differs"));
    assert!(tag(name, "<td data-source=\"apollo\"").contains("title=\"Double-click to use as proposed value.\""));
    assert!(name.contains("<span data-hidden-character=\"U+202E\">\u{202e}</span>"));

    let odd = row(&html, "a.b &quot;c&quot;/é");
    assert!(tag(odd, "<tr").contains("data-fault"), "{odd}");
    let editor = tag(odd, "<input type=\"text\"");
    for part in ["name=\"p.a.b%20%22c%22%2F%C3%A9\"", "inputmode=\"email\"", "aria-invalid=\"true\"", "aria-errormessage=\"x1\""] {
        assert!(editor.contains(part), "{part}: {editor}");
    }
    assert!(odd.contains("id=\"x1\"") && odd.contains("Enter a full e-mail address"), "{odd}");

    let seats = row(&html, "seats");
    assert!(tag(seats, "<td data-current").contains("title=\"Double-click to restore the current value.\""));
    assert!(
        tag(seats, "<input type=\"text\"").contains("inputmode=\"numeric\"")
            && tag(seats, "<input type=\"text\"").contains("value=\"230\"")
    );
    assert!(tag_with(row(&html, "ok"), "aria-label=\"Proposed ok\"").contains(" checked"));
    for unchosen in ["maybe", "tier"] {
        let row = row(&html, unchosen);
        assert!(!tag(row, "<tr").contains("data-included"));
        assert!(row.contains("disabled hidden selected>choose…</option>"), "{row}");
    }
    assert!(row(&html, "tier").contains("<option value=\"g\">Gold</option>"));
    let set = row(&html, "set");
    assert!(tag(set, "<fieldset").contains("aria-label=\"Proposed set\""));
    for (value, ticked) in [("x", false), ("y", true)] {
        let option = tag_with(set, &format!("value=\"{value}\""));
        assert!(option.contains("name=\"p.set\"") && option.contains(" checked") == ticked, "{option}");
    }
    let text = row(&html, "text");
    assert!(text.contains(">\n\n first&#13;\nline</textarea>"), "{text}");
    assert!(text.contains("rel=\"noopener noreferrer nofollow\" href=\"https://example.com/x\">open</a>"), "{text}");
    assert!(row(&html, "when").contains("Time zone: UTC+05:30"));
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_words_end_no_element() {
    let evil = "</script><script>window.__x=1</script><img src=x onerror=\"window.__x=1\">";
    let mut arguments = proposal();
    arguments["message"] = evil.into();
    arguments["columns"] = json!({ "sources": [{ "key": evil, "label": evil }], "current": { "label": evil } });
    arguments["requestedSchema"] = json!({ "type": "object", "required": ["b"], "properties": {
        "a": { "type": "string", "title": evil, "description": evil, "enum": [evil, "ok"], "default": evil },
        "b": { "type": "string", "default": evil },
    }});
    arguments["fields"] = json!({ "a": { "sources": { evil: evil }, "current": evil }, "b": { "sources": { evil: evil } } });
    arguments["labels"] = json!({ "ok": "<script>", "cancel": "</script>" });
    let page = Page::of(&arguments).await;
    let open = page.html().await;
    assert_eq!(page.app.reviewer(&page.request.review_url).decline().await.status, StatusCode::SEE_OTHER);
    for html in [open, page.html().await] {
        assert!(!html.contains("<img"), "{html}");
        // the page's own scripts: the packed sheet, and what wakes the islands where the site is built
        let scripts: Vec<&str> = html.split("<script").skip(1).collect();
        assert!(scripts.iter().all(|script| script.starts_with(" type=\"")), "{html}");
        assert_eq!(html.matches("</script>").count(), scripts.len(), "{html}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_page_says_what_happened() {
    let mut arguments = proposal();
    arguments["requestedSchema"]["properties"]["b"] = json!({ "type": "string", "default": "other" });
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let http = super::support::client::http();
    let page = async |url: &str| http.get(url).send().await.unwrap().text().await.unwrap();

    let submitted = agent.open(&arguments).await;
    let form = [("action", "submit"), ("include", "a"), ("p.a", "mine"), ("p.b", "other")];
    assert!(app.reviewer(&submitted.review_url).post(&form).await.taken());
    let html = page(&submitted.review_url).await;
    for part in [
        "<title>Submitted · ",
        "data-status=\"submitted\"",
        "by whoever held the review link",
        "31 January 2026, 09:30 UTC",
        "1 of 2 included",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(tag(row(&html, "a"), "<tr").contains("data-included") && row(&html, "a").contains("<bdi>mine</bdi>"));
    assert!(!tag(row(&html, "b"), "<tr").contains("data-included") && row(&html, "b").contains("left out"));
    assert!(!html.contains("<form") && !html.contains("<button"), "{html}");
    agent.ask("elicit_result", &submitted.id).await;
    assert!(page(&submitted.review_url).await.contains("The agent has fetched what was submitted"));

    let declined = agent.open(&arguments).await;
    app.reviewer(&declined.review_url).decline().await;
    let canceled = agent.open(&arguments).await;
    agent.ask("elicit_cancel", &canceled.id).await;
    let expired = agent.open(&arguments).await;
    app.clock.advance(61_000);
    for (request, word, title) in [(declined, "declined", "Declined"), (canceled, "canceled", "Canceled"), (expired, "expired", "Expired")]
    {
        let response = http.get(&request.review_url).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let html = response.text().await.unwrap();
        assert!(html.contains(&format!("data-status=\"{word}\"")) && html.contains(&format!("<title>{title} · ")), "{html}");
        assert!(row(&html, "b").contains("<bdi>other</bdi>") && !html.contains("<form"));
    }
}
