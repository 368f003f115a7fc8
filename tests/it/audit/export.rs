//! The log as JSON Lines, and what of it is left after a removal.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use countersign::server::auth::Reviewer;
use countersign::server::service::Door;
use serde_json::{Value, json};

use super::super::support::process::countersign;
use super::*;

fn exported(database: &(impl Addressed + ?Sized), since: &[&str]) -> String {
    let database = url(database);
    let output = run(&[&["audit", "export", "--database", &database], since].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn lines(export: &str) -> Vec<Value> {
    export.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What the script of the manual says of an export: on standard output when it is intact, else on standard error.
fn script(export: &str) -> Result<String, String> {
    let manual = include_str!("../../../docs/audit.md");
    let (_, script) = manual.split_once("```python\n").unwrap();
    let (script, _) = script.split_once("```").unwrap();
    let mut python = Command::new("python3");
    python.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut python = python.spawn().expect("python3 runs: the manual's script is tried with it");
    // it may end before it has read all
    let _ = python.stdin.take().unwrap().write_all(export.as_bytes());
    let output = python.wait_with_output().unwrap();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_says_everything_and_can_be_verified_elsewhere() {
    let kept = kept().await;
    let last = intact(&kept.database, KINDS.len());
    let export = exported(&kept.database, &[]);
    let events = lines(&export);
    assert_eq!(events.iter().map(|event| event["kind"].as_str().unwrap()).collect::<Vec<_>>(), KINDS);
    assert_eq!(events[10]["hash"], last.as_str());
    let (asked, submitted) = (&events[0], &events[2]);
    assert_eq!(
        (&asked["number"], &asked["at"], &asked["actor"], &asked["elicitationId"]),
        (&json!(1), &json!("2026-01-31T09:30:00.000Z"), &json!("agent:ada"), &json!(kept.submitted))
    );
    assert_eq!((&asked["content"]["context"], &asked["content"]["banner"]), (&json!({ "recordId": 7 }), &Value::Null));
    assert_eq!(submitted["content"]["values"], json!({ "a": "y" }));
    assert_eq!(submitted["content"]["included"], json!(["a"]));

    assert_eq!(script(&export), Ok(format!("intact: 11 {last}\n")));
    for (from, to, said) in [
        (r#""values":{"a":"y"}"#, r#""values":{"a":"z"}"#, "event 3 (submitted"),
        (r#""actor":"link""#, r#""actor":"lint""#, "event 2 (viewed"),
        (r#""kind":"declined""#, r#""kind":"canceled""#, "event 6 (canceled"),
    ] {
        let found = script(&export.replacen(from, to, 1));
        assert!(matches!(&found, Err(error) if error.contains(said)), "{from}: {found:?}");
    }
    let mut fewer: Vec<&str> = export.lines().collect();
    fewer.remove(4);
    let found = script(&(fewer.join("\n") + "\n"));
    assert!(matches!(&found, Err(error) if error.contains("does not follow event 4")), "{found:?}");
    assert_eq!(script(""), Ok(format!("intact: 0 {}\n", "0".repeat(64))));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_may_begin_later() {
    let kept = kept().await;
    let whole = exported(&kept.database, &[]);
    for (since, first) in [
        ("1", 0),
        ("4", 3),
        ("12", 11),
        ("2026-01-31", 0),
        ("2026-01-31T09:31:00Z", 9),
        ("2026-01-31T09:31:00.001Z", 11),
        ("2027-01-01", 11),
    ] {
        let later = exported(&kept.database, &["--since", since]);
        assert_eq!(later, whole.lines().skip(first).map(|line| format!("{line}\n")).collect::<String>(), "{since}");
        assert!(script(&later).is_ok(), "{since}");
    }
    let refused = run(&["audit", "export", "--since", "soon", "--database", &url(&kept.database)]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--since soon: give"));
}

#[tokio::test]
async fn who_reads_only_the_beginning_meets_no_panic() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let mut arguments = proposal();
    arguments["context"] = json!("x".repeat(60_000));
    for _ in 0..10 {
        agent.open(&arguments).await;
    }
    let mut command = countersign();
    command.args(["audit", "export", "--database", &url(&app.running.config.database)]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with(r#"{"number":1,"#));
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_purge_takes_the_values_and_leaves_the_chain() {
    const WORD: &str = "Quoxilbert";
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let mut arguments = proposal();
    arguments["message"] = json!(format!("Review {WORD}"));
    let old = agent.open(&arguments).await;
    assert!(app.reviewer(&old.review_url).submit(WORD).await.taken());
    for _ in 0..2 {
        agent.ask("elicit_result", &old.id).await;
    }
    app.clock.advance(90 * 86_400_000 + 1);
    let young = agent.open(&proposal()).await;
    app.running.service.sweep(90).await;
    assert_eq!(agent.status(&old.id).await, "not found");

    // while the server runs
    let database = app.running.config.database.clone();
    intact(&database, 6);
    let export = exported(&database, &[]);
    let events = lines(&export);
    let kinds: Vec<&str> = events.iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["created", "submitted", "consumed", "consumed", "created", "purged"]);
    assert_eq!((&events[1]["content"], &events[1]["contentHash"].is_string()), (&Value::Null, &true));
    assert_eq!((&events[5]["elicitationId"], &events[5]["actor"]), (&json!(old.id), &json!("server")));
    assert!(script(&export).is_ok());
    let grace = Reviewer { id: 1, name: "grace".into(), admin: true };
    let stays = app.running.service.story(&grace, &old.id).await.unwrap();
    assert_eq!(stays.iter().map(|event| event.kind.word()).collect::<Vec<_>>(), ["created", "submitted", "consumed", "purged"]);
    assert_eq!(stays[2].times, 2);
    let service = &app.running.service;
    let page = async |admin| service.review(&Door::inbox(&young.id, Some(Reviewer { admin, ..grace.clone() }))).await.unwrap().story;
    assert_eq!(page(true).await.iter().map(|event| event.kind.word()).collect::<Vec<_>>(), ["created"]);
    assert_eq!(page(false).await, []);
    assert!(service.story(&Reviewer { admin: false, ..grace.clone() }, &old.id).await.is_err());
    assert!(service.story(&grace, "none").await.is_err());
    assert_eq!(agent.status(&young.id).await, "pending");

    // and not a byte of it is left, in whatever corner of the file (PostgreSQL's are its own affair)
    app.running.shut_down().await;
    let Database::Sqlite(file) = &database else { return };
    let bytes = std::fs::read(file).unwrap();
    assert!(!bytes.windows(WORD.len()).any(|window| window == WORD.as_bytes()), "{WORD} is still in the file");
    assert!(bytes.windows(old.id.len()).any(|window| window == old.id.as_bytes()));
}
