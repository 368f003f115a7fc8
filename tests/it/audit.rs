//! The audit log as the operator meets it: verified, exported, kept through removals, copied (contract § 9).

mod backup;
mod export;
mod story;
mod tamper;
mod together;

use std::path::{Path, PathBuf};
use std::process::Output;

use countersign::server::store::Database;
use tempfile::TempDir;

use super::support::process::{Addressed, run, url};
use super::support::{TestApp, by, proposal};

/// A closed database with eleven events of five requests, and its events' numbers in the order of `KINDS`.
struct Kept {
    directory: TempDir,
    database: PathBuf,
    /// The request of the first four events.
    submitted: String,
}

/// What happens in it, in order. The last event closes nothing.
const KINDS: [&str; 11] =
    ["created", "viewed", "submitted", "consumed", "created", "declined", "created", "canceled", "created", "expired", "created"];

async fn kept() -> Kept {
    let app = TestApp::on_a_file().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    app.running.service.viewed(&by(secret(&request.review_url))).await.unwrap();
    assert!(app.reviewer(&request.review_url).submit("y").await.taken());
    assert!(!agent.ask("elicit_result", &request.id).await.is_error);
    let declined = agent.open(&proposal()).await;
    assert!(app.reviewer(&declined.review_url).decline().await.taken());
    let canceled = agent.open(&proposal()).await;
    agent.ask("elicit_cancel", &canceled.id).await;
    let expired = agent.open(&proposal()).await;
    app.clock.advance(60_000);
    assert_eq!(agent.status(&expired.id).await, "expired");
    agent.open(&proposal()).await;

    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("kept.db");
    let Database::Sqlite(original) = app.running.config.database.clone() else { panic!("a file was asked for") };
    app.running.shut_down().await;
    std::fs::copy(original, &database).unwrap();
    Kept { directory, database, submitted: request.id }
}

fn secret(review_url: &str) -> &str {
    review_url.rsplit('/').next().unwrap()
}

fn verify(database: &(impl Addressed + ?Sized)) -> Output {
    run(&["audit", "verify", "--database", &url(database)])
}

/// The last hash of an intact log of `events` events.
fn intact(database: &(impl Addressed + ?Sized), events: usize) -> String {
    let output = verify(database);
    let (said, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), error.as_str()), (Some(0), ""));
    let hash = said.trim().strip_prefix(&format!("intact: {events} events, last ")).unwrap_or_else(|| panic!("{said}"));
    assert_eq!(hash.len(), 64, "{said}");
    hash.to_owned()
}

/// The one line that says what is broken.
fn broken(database: &(impl Addressed + ?Sized)) -> String {
    let output = verify(database);
    let (said, error) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), said.as_str()), (Some(1), ""), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
