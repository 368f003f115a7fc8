//! No token, link, session or value reaches a log, whatever is asked of it. Each scan finds a planted secret first.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};

use countersign::server::auth::Secret;
use countersign::server::telemetry;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tracing_subscriber::layer::SubscriberExt as _;

use super::support::client::{Agent, http, opened};
use super::support::process::{countersign, run, token, url};
use super::support::{TestApp, proposal};

/// What agents and reviewers say here begins with this.
const SAID: &str = "unlogged";

/// A word that is somebody's own, and no part of a page.
fn said(what: &str) -> String {
    format!("{SAID}-{what}-7f3a")
}

/// A whole life of requests, with everything in it that can go wrong, at the server at `url`; the secrets that were in it.
async fn life(url: &str, token: &str, invitation: Option<&str>) -> Vec<String> {
    let agent = Agent::new(http(), url, token);
    let mut secrets = vec![token.to_owned()];
    let session = match invitation {
        Some(link) => {
            secrets.push(link.rsplit('/').next().unwrap().to_owned());
            let answer = posted(&http(), link, "", &[]).await;
            let cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
            secrets.push(cookie.split_once('=').unwrap().1.to_owned());
            cookie
        }
        None => String::new(),
    };
    for (tool, arguments) in requests() {
        for end in ["submit", "decline", "cancel", "inbox"] {
            let request = opened(&agent.call(tool, &arguments).await);
            secrets.push(request.review_url.rsplit('/').next().unwrap().to_owned());
            reviewed(url, &request.review_url, &session).await;
            match end {
                "submit" => _ = posted(&http(), &request.review_url, &submission(tool), &[]).await,
                "decline" => _ = posted(&http(), &request.review_url, "action=cancel", &[]).await,
                "cancel" => _ = agent.ask("elicit_cancel", &request.id).await,
                _ => {
                    let page = format!("{url}/inbox/{}", request.id);
                    sent(http().get(&page).header("cookie", &session)).await;
                    posted(&http(), &page, "action=cancel", &[("cookie", &session)]).await;
                }
            }
            for tool in ["elicit_status", "elicit_result", "elicit_cancel"] {
                agent.ask(tool, &request.id).await;
            }
            agent.wait(&request.id, 1).await;
        }
    }
    agent.call("elicit_history", &json!({ "page": said("page"), "asOf": said("asof") })).await;
    agent.call("elicit_history", &json!({})).await;
    let wrong = Secret::token().expose().to_owned();
    wrongs(url, token, &wrong).await;
    secrets.push(wrong);
    for at in ["/", "/?q=unlogged-search-7f3a", "/inbox/shelves"] {
        sent(http().get(format!("{url}{at}")).header("cookie", &session)).await;
    }
    posted(&http(), &format!("{url}/sign-out"), "", &[("cookie", &session)]).await;
    secrets
}

/// A call of each tool that makes a request, with something of one's own wherever there may be.
fn requests() -> [(&'static str, Value); 3] {
    let mut own = proposal();
    own["message"] = said("message").into();
    own["context"] = json!({ "k": said("context") });
    own["displayTemplate"] = format!("{} {{{{ context.k }}}} {{{{ context.k | date: context.k }}}}", said("template")).into();
    own["labels"] = json!({ "ok": said("ok") });
    own["columns"]["current"]["label"] = said("label").into();
    own["requestedSchema"]["properties"]["a"] = json!({ "type": "string", "title": said("title"), "description": said("description"), "default": said("default"), "pattern": "^unlogged" });
    own["fields"]["a"] = json!({ "sources": { "apollo": said("source") }, "current": said("current") });
    let runaway = "{% for i in (1..1000000000) %}{{ context.k }}{% endfor %}";
    let approval = json!({ "message": said("message"), "context": { "k": said("context") }, "displayTemplate": runaway,
        "requestedSchema": { "type": "object", "properties": { "why": { "type": "string", "minLength": 3 } } } });
    let selection = json!({ "message": said("message"), "options": [{ "id": said("id"), "label": said("label"), "other": said("other") }],
        "rowTemplate": "{{ option.other }}" });
    [("elicit_proposal", own), ("elicit_approval", approval), ("elicit_selection", selection)]
}

fn submission(tool: &str) -> String {
    match tool {
        "elicit_proposal" => format!("action=submit&include=a&p.a={}", said("submitted")),
        "elicit_approval" => format!("action=submit&p.why={}", said("submitted")),
        _ => format!("action=submit&choice={}", said("id")),
    }
}

/// The page, what it asks, and forms that are refused.
async fn reviewed(url: &str, review_url: &str, session: &str) {
    sent(http().get(review_url).header("cookie", session).header("referer", review_url)).await;
    for form in [format!("action=submit&include=a&p.a={}", said("typed")), format!("action={}", said("action")), "p.why=%ff".to_owned()] {
        posted(&http(), review_url, &form, &[("content-type", "text/plain")]).await;
        posted(&http(), review_url, &form.replace("submit", &said("button")), &[]).await;
    }
    let door = review_url.strip_prefix(url).unwrap();
    let draft = json!([[0, { "include": true, "draft": { "Text": said("draft") } }]]);
    for (function, arguments) in [
        ("viewed", json!({ "door": door })),
        ("draft", json!({ "door": door, "rows": draft, "selected": [said("id")] })),
        ("draft", json!({ "door": door, "rows": draft, "selected": null })),
        ("patterns", json!({ "door": door, "texts": [[0, said("pattern")], [9, said("pattern")]] })),
        ("submit", json!({ "door": door, "entries": said("entries") })),
        ("decline", json!({ "door": format!("{door}x") })),
        (&said("function"), json!({ "door": door })),
    ] {
        let post = http().post(format!("{url}/api/{function}")).header("content-type", "application/json");
        sent(post.header("sec-fetch-site", "same-origin").body(arguments.to_string())).await;
    }
    for path in [format!("{door}x"), format!("/{}", said("path")), format!("{door}?q={}", said("query")), "/%ff%00".to_owned()] {
        sent(http().get(format!("{url}{path}"))).await;
    }
}

/// Calls that come to nothing.
async fn wrongs(url: &str, token: &str, wrong: &str) {
    let message = |name: &str, arguments: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":"{}","method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}}}"#, said("rpc"))
    };
    let strange = format!(r#"{{"{0}":"{0}","elicitationId":"{0}","message":["{0}"],"requestedSchema":"{0}"}}"#, said("argument"));
    for (token, body) in [
        (wrong, message("elicit_status", "{}")),
        (token, message("elicit_status", &strange)),
        (token, message("elicit_proposal", &strange)),
        (token, message(&said("tool"), "{}")),
        (token, format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{}"}}"#, said("method"))),
        (token, format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"{}"}}}}"#, said("version"))),
        (token, format!("{{\"{}", said("broken"))),
        (token, said("garbage")),
        (token, format!("[{{\"{}\":1}}]", said("batch"))),
        (token, format!("{}{}", said("long"), " ".repeat(4 << 20))),
    ] {
        let post = http().post(format!("{url}/mcp")).bearer_auth(token).header("accept", "application/json, text/event-stream");
        sent(post.header("content-type", "application/json").header("mcp-session-id", said("session")).body(body)).await;
    }
    sent(http().get(format!("{url}/sign-in/{wrong}"))).await;
    posted(&http(), &format!("{url}/sign-in/{wrong}"), "", &[]).await;
}

async fn posted(http: &Client, at: &str, form: &str, headers: &[(&str, &str)]) -> Response {
    let post = http.post(at).header("sec-fetch-site", "same-origin").body(form.to_owned());
    let typed = headers.iter().any(|(name, _)| *name == "content-type");
    let post = if typed { post } else { post.header("content-type", "application/x-www-form-urlencoded") };
    sent(headers.iter().fold(post, |post, (name, value)| post.header(*name, *value))).await
}

/// Whatever the answer is: it is the log that is looked at.
async fn sent(request: RequestBuilder) -> Response {
    request.send().await.unwrap()
}

/// Those of `secrets` that are in `log`, or something that an agent or a reviewer said.
fn found<'s>(log: &str, secrets: &'s [String]) -> Vec<&'s str> {
    let own = log.contains(SAID).then_some("what somebody said");
    secrets.iter().map(String::as_str).filter(|secret| log.contains(secret)).chain(own).collect()
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Everything that any crate says at `trace` goes by, on this one thread: it holds secrets, and what is logged of it does not.
#[tokio::test]
async fn of_all_that_is_said_at_trace_nothing_secret_is_logged() {
    let (said_at_all, logged) = (Log::default(), Log::default());
    let (everything, ours) = (said_at_all.clone(), logged.clone());
    let subscriber = tracing_subscriber::registry()
        .with(tracing_subscriber::fmt::layer().with_writer(move || everything.clone()))
        .with(telemetry::lines(move || ours.clone()));
    // while there is one alone, tracing asks the thread that comes by a place first whether anybody listens there, and other tests' threads don't
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    let _guard = tracing::subscriber::set_default(subscriber);
    let planted = Secret::token().expose().to_owned();
    tracing::info!(target: "countersign::planted", "{planted}");
    assert_eq!(found(&logged.text(), std::slice::from_ref(&planted)), [planted.as_str()], "what is planted is found");

    let app = TestApp::spawn().await;
    let token = app.agent("ada").await.token().to_owned();
    let invitation = app.running.service.add_reviewer("Ann", false).await.unwrap();
    let secrets = life(&app.running.config.public_url(), &token, Some(&invitation)).await;
    assert!(secrets.len() > 12);
    let below = found(&said_at_all.text(), &secrets);
    println!(
        "{} bytes went by with {} of {} secrets in them, {} bytes were logged",
        said_at_all.text().len(),
        below.len(),
        secrets.len(),
        logged.text().len()
    );
    assert!(below.len() > 1, "what crates say at trace holds secrets: that is why it is not heard");
    assert_eq!(found(&logged.text(), &secrets), Vec::<&str>::new());
}

/// A server process whose standard output and error go to a file.
struct Logged(Child);

impl Logged {
    fn start(database: &Path, log: &Path) -> (Self, String) {
        let errors = OpenOptions::new().append(true).open(log).unwrap();
        let mut command = countersign();
        command.args(["serve", "--listen", "127.0.0.1:0", "--database", &url(database)]);
        command.envs([("RUST_LOG", "trace"), ("COUNTERSIGN_LOG", "trace"), ("RUST_BACKTRACE", "1")]);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        OpenOptions::new().append(true).open(log).unwrap().write_all(line.as_bytes()).unwrap();
        let url = line.trim().strip_prefix("Listening on ").unwrap_or_else(|| panic!("it did not start: {line:?}")).to_owned();
        (Self(child), url)
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_asked_to_trace_logs_no_secret() {
    let directory = tempfile::tempdir().unwrap();
    let (database, log) = (directory.path().join("countersign.db"), directory.path().join("log"));
    let planted = Secret::token().expose().to_owned();
    writeln!(File::create(&log).unwrap(), "{planted}").unwrap();
    let token = token(&database, "ada");
    let (server, url) = Logged::start(&database, &log);
    let added = run(&["reviewer", "add", "Ann", "--database", &super::support::process::url(&database)]);
    let invitation = String::from_utf8(added.stdout).unwrap().trim().to_owned();
    let secrets = life(&url, &token, Some(&invitation)).await;
    drop(server);
    let log = std::fs::read_to_string(&log).unwrap();
    println!("{log}");
    assert!(log.contains("Listening on ") && log.contains("Whoever holds a review link"), "{log}");
    assert_eq!(found(&log, std::slice::from_ref(&planted)), [planted.as_str()], "what is planted is found");
    assert_eq!(found(&log, &secrets), Vec::<&str>::new());
}
