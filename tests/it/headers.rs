//! The headers of every answer, listed: whatever the route and however it ends, it stays out of caches, frames, Referers and other windows.
//! (What any page may read, the metadata for OAuth, has tests of its own.)

use std::collections::BTreeSet;

use reqwest::{Method, Response};
use serde_json::json;

use super::support::browser::{Browser, path};
use super::support::client::http;
use super::support::{TestApp, proposal};

/// What is asked: method, path, headers, body; and the status it gets.
type Case = (Method, String, Vec<(&'static str, String)>, String, u16);

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
const JSON: (&str, &str) = ("content-type", "application/json");
const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
/// Routes of files, which may be kept.
const FILES: [&str; 2] = ["/favicon.svg", "/robots.txt"];

fn case(method: Method, path: impl Into<String>, headers: &[(&'static str, &str)], body: impl Into<String>, status: u16) -> Case {
    let headers = headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    (method, path.into(), headers, body.into(), status)
}

/// Pages and their forms.
async fn pages(app: &TestApp) -> Vec<Case> {
    let ada = app.agent("ada").await;
    let (open, done, spare) = (ada.open(&proposal()).await, ada.open(&proposal()).await, ada.open(&proposal()).await);
    let (inboxed, left) = (ada.open(&proposal()).await, ada.open(&proposal()).await);
    assert!(app.reviewer(&done.review_url).decline().await.taken());
    let cookie = Browser::signed_in(app, "Ann").await.cookie.unwrap();
    let (out, invited) =
        (Browser::signed_in(app, "Bob").await.cookie.unwrap(), app.running.service.add_reviewer("Cy", false).await.unwrap());
    let by = |cookie: &str| [("cookie", cookie.to_owned()), ("sec-fetch-site", "same-origin".to_owned())].to_vec();
    let (get, post) = (Method::GET, Method::POST);
    let (at, closed) = (path(&open.review_url).to_owned(), path(&done.review_url).to_owned());
    let mut cases = vec![
        case(get.clone(), "/healthz", &[], "", 200),
        case(get.clone(), "/", &[], "", 200),
        case(get.clone(), "/favicon.svg", &[], "", 200),
        case(get.clone(), "/robots.txt", &[], "", 200),
        case(get.clone(), &at, &[], "", 200),
        case(Method::HEAD, &at, &[], "", 200),
        case(get.clone(), format!("{at}/events"), &[], "", 200),
        case(get.clone(), &closed, &[], "", 200),
        case(get.clone(), path(&invited), &[], "", 200),
        case(get.clone(), "/review/unknown", &[], "", 404),
        case(get.clone(), "/review/unknown/events", &[], "", 404),
        case(get.clone(), "/sign-in/unknown", &[], "", 404),
        case(get.clone(), "/nothing/here", &[], "", 404),
        case(get.clone(), "/inbox/unknown", &[], "", 403),
        case(get.clone(), "/inbox/shelves", &[], "", 403),
        case(Method::PUT, &at, &[], "", 405),
        case(post.clone(), &at, &[FORM], "action=x", 400),
        case(post.clone(), &at, &[("content-type", "text/plain")], "action=submit", 400),
        case(post.clone(), &at, &[FORM], "action=submit&include=a&p.a=far+too+long", 422),
        case(post.clone(), &at, &[FORM, ("sec-fetch-site", "cross-site")], "action=cancel", 403),
        case(post.clone(), &at, &[FORM], "x".repeat((1 << 20) + 1), 413),
        case(post.clone(), &closed, &[FORM], "action=cancel", 409),
        case(post.clone(), path(&spare.review_url), &[FORM], "action=cancel", 303),
        case(post.clone(), path(&invited), &[("sec-fetch-site", "same-origin")], "", 303),
        case(post.clone(), "/sign-in/unknown", &[], "", 404),
        case(post.clone(), "/sign-in", &[FORM], "to=%2F", 404),
        case(post.clone(), "/api/submit", &[JSON], "{", 400),
        case(post.clone(), "/api/decline", &[JSON], json!({ "door": "/review/unknown" }).to_string(), 404),
        case(post.clone(), "/api/decline", &[JSON], json!({ "door": closed }).to_string(), 409),
        case(post.clone(), "/api/viewed", &[JSON], json!({ "door": at }).to_string(), 200),
        case(get.clone(), "/api/viewed", &[], "", 405),
    ];
    let (page, other) = (format!("/inbox/{}", inboxed.id), format!("/inbox/{}", left.id));
    for (method, path, body, status) in [
        (&get, "/".to_owned(), "", 200),
        (&get, "/inbox/shelves".to_owned(), "", 200),
        (&get, "/inbox/events".to_owned(), "", 200),
        (&get, page.clone(), "", 200),
        (&get, format!("{page}/events"), "", 200),
        (&post, page.clone(), "action=submit&include=a&p.a=far+too+long", 422),
        (&post, page.clone(), "action=cancel", 303),
        (&post, page, "action=cancel", 409),
        (&post, other, "action=x", 400),
        (&get, "/inbox/unknown".to_owned(), "", 404),
    ] {
        let mut headers = by(&cookie);
        headers.push((FORM.0, FORM.1.to_owned()));
        cases.push((method.clone(), path, headers, body.to_owned(), status));
    }
    cases.push((post, "/sign-out".to_owned(), by(&out), String::new(), 303));
    cases
}

/// Agents' calls, and whoever has no token.
async fn calls(app: &TestApp) -> Vec<Case> {
    let token = format!("Bearer {}", app.agent("bob").await.token());
    let bearer = ("authorization", token.as_str());
    let accept = ("accept", "application/json, text/event-stream");
    let post = |headers: &[(&'static str, &str)], body: &str, status| case(Method::POST, "/mcp", headers, body, status);
    vec![
        post(&[bearer, accept, JSON], PING, 200),
        post(&[bearer, accept, JSON], r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, 202),
        post(&[bearer, accept, JSON], "{", 400),
        post(&[accept, JSON], PING, 401),
        post(&[("authorization", "Bearer cs_wrong"), accept, JSON], PING, 401),
        post(&[bearer, accept, JSON, ("origin", "https://evil.example")], PING, 403),
        case(Method::GET, "/mcp", &[bearer], "", 405),
        post(&[bearer, ("accept", "text/html"), JSON], PING, 406),
        post(&[bearer, accept, JSON], &" ".repeat((4 << 20) + 1), 413),
        post(&[bearer, accept, ("content-type", "text/plain")], PING, 415),
    ]
}

/// What every answer has.
fn check(case: &str, path: &str, answer: &Response) {
    let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap()).unwrap_or_default();
    for (name, value) in [
        ("referrer-policy", "same-origin"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(header(name), value, "{case}: {name}");
    }
    let cache = if FILES.contains(&path) { "public, max-age=3600" } else { "no-store" };
    assert_eq!(header("cache-control"), cache, "{case}");
    let policy = header("content-security-policy");
    for part in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action '"] {
        assert!(policy.contains(part), "{case}: {policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains(" 'unsafe-eval'") && !policy.contains('*'), "{case}: {policy}");
    // the shelves are a part of a page, for the page that asks for it
    let is_page = header("content-type").starts_with("text/html") && (path != "/inbox/shelves" || answer.status() != 200);
    assert_eq!(policy.contains("script-src 'nonce-"), is_page, "{case}: scripts are for pages: {policy}");
    assert!(header("location").is_empty() || header("location").starts_with('/'), "{case}: {}", header("location"));
    for name in ["access-control-allow-origin", "server", "x-powered-by"] {
        assert_eq!(header(name), "", "{case}: {name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_its_headers() {
    let app = TestApp::spawn().await;
    let (mut cases, calls) = (pages(&app).await, calls(&app).await);
    cases.extend(calls);
    let mut asked = BTreeSet::new();
    for (method, path, headers, body, status) in cases {
        let case = format!("{status} {method} {}", route(&path));
        let answer = send(&app, &method, &path, &headers, body).await;
        assert_eq!(answer.status().as_u16(), status, "{case}");
        println!("{case}");
        check(&case, &path, &answer);
        asked.insert(route(&path));
    }
    let stranger = [("x-forwarded-for", "192.0.2.7".to_owned())];
    for (method, path) in [(Method::GET, "/review/unknown"), (Method::POST, "/mcp")] {
        let headers = [&stranger[..], &[("authorization", "Bearer cs_wrong".to_owned())]].concat();
        let answer = turned_away(&app, &method, path, &headers).await;
        assert!(answer.headers().contains_key("retry-after"), "{path}");
        check(&format!("429 {method} {path}"), path, &answer);
    }
    for route in routes() {
        assert!(asked.contains(&route), "{route} is not among the cases: {asked:?}");
    }
}

/// The answer to one wrong secret too many.
async fn turned_away(app: &TestApp, method: &Method, path: &str, headers: &[(&'static str, String)]) -> Response {
    // one more passes for each second that this takes
    for _ in 0..200 {
        let answer = send(app, method, path, headers, String::new()).await;
        if answer.status() == 429 {
            return answer;
        }
    }
    panic!("{path}: 200 wrong secrets were taken")
}

async fn send(app: &TestApp, method: &Method, path: &str, headers: &[(&'static str, String)], body: String) -> Response {
    let request = http().request(method.clone(), format!("{}{path}", app.running.config.public_url())).body(body);
    headers.iter().fold(request, |request, (name, value)| request.header(*name, value)).send().await.unwrap()
}

/// The route of a path, as the router spells it.
fn route(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    match parts[..] {
        ["", "inbox", "shelves" | "events"] => path.to_owned(),
        ["", "inbox", _] => "/inbox/{id}".to_owned(),
        ["", "inbox", _, "events"] => "/inbox/{id}/events".to_owned(),
        ["", "review", _] => "/review/{link}".to_owned(),
        ["", "review", _, "events"] => "/review/{link}/events".to_owned(),
        ["", "sign-in", _] => "/sign-in/{secret}".to_owned(),
        ["", "api", ..] => "/api/{*function}".to_owned(),
        _ => path.to_owned(),
    }
}

/// Every route that the source makes.
fn routes() -> Vec<String> {
    let source =
        [include_str!("../../src/server/router.rs"), include_str!("../../src/server/pages.rs"), include_str!("../../src/server/mcp.rs")];
    let named = |text: &str| text.split('"').next().unwrap().to_owned();
    let routes: Vec<String> = source
        .iter()
        .flat_map(|source| source.split(".route(\"").skip(1).chain(source.split(".route_service(\"").skip(1)))
        .map(named)
        .collect();
    assert!(routes.len() >= 12, "{routes:?}");
    routes
}
