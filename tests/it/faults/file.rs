//! A database file that is locked, may not be written, or is damaged: at the start, and under a running server.

use std::fs::{File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde_json::json;
use sqlx::Connection as _;
use tempfile::TempDir;

use super::super::cli::refused;
use super::super::support::client::{Reviewer, http};
use super::super::support::process::{Server, countersign, run, token, url};
use super::super::support::proposal;
use super::{Served, failed};

/// A closed database of many pages.
async fn kept() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("kept.db");
    let token = token(&database, "ada");
    let mut server = Server::start(&database);
    let agent = server.agent(&token);
    let mut arguments = proposal();
    arguments["context"] = json!("x".repeat(3000));
    for _ in 0..40 {
        agent.open(&arguments).await;
    }
    assert_eq!(server.terminate(), Some(0));
    assert!(std::fs::metadata(&database).unwrap().len() > 100_000);
    (directory, database)
}

/// Writes nonsense over `bytes` bytes.
fn spoil(file: &Path, from: u64, bytes: usize) {
    let mut file = OpenOptions::new().write(true).open(file).unwrap();
    file.seek(SeekFrom::Start(from)).unwrap();
    file.write_all(&vec![0x5a; bytes]).unwrap();
}

fn serve(database: &Path) -> std::process::Output {
    run(&["serve", "--listen", "127.0.0.1:0", "--database", &url(database)])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_file_is_refused_untouched() {
    let (directory, database) = kept().await;
    let whole = std::fs::read(&database).unwrap();
    let middle = whole.len() as u64 / 2 / 4096 * 4096;
    let damaged = directory.path().join("damaged.db");
    let spoilt = |from, bytes| {
        std::fs::write(&damaged, &whole).unwrap();
        spoil(&damaged, from, bytes);
    };
    spoilt(0, 100);
    refused(&serve(&damaged), &["damaged.db", "something else"]);
    for (from, bytes) in [(100, 3000), (middle, 4096), (4096, whole.len() - 4096)] {
        spoilt(from, bytes);
        let before = std::fs::read(&damaged).unwrap();
        refused(&serve(&damaged), &["damaged.db", "it is damaged; restore it from a backup"]);
        assert!(std::fs::read(&damaged).unwrap() == before, "it was written to");
    }
    std::fs::write(&damaged, &whole[..whole.len() / 2]).unwrap();
    refused(&serve(&damaged), &["damaged.db", "it is damaged"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_file_is_refused() {
    let (_directory, database) = kept().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&database);
    let mut other = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("begin immediate").execute(&mut other).await.unwrap();
    refused(&serve(&database), &["kept.db", "another program keeps it locked"]);
    sqlx::query("rollback").execute(&mut other).await.unwrap();
    drop(Server::start(&database));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_may_not_be_written_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    /// Root may write whatever the permissions say, so it becomes somebody else first.
    const NOBODY: u32 = 65_534;
    let (directory, database) = kept().await;
    let allow = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    let mut command = countersign();
    if OpenOptions::new().write(true).open("/proc/sys/kernel/hostname").is_ok() {
        command.uid(NOBODY).gid(NOBODY);
    }
    allow(&database, 0o444);
    allow(directory.path(), 0o555);
    let served = command.args(["serve", "--listen", "127.0.0.1:0", "--database", &url(&database)]).output();
    allow(directory.path(), 0o755);
    match served {
        Ok(output) => refused(&output, &["kept.db", "it can't be written to"]),
        Err(error) => eprintln!("not run: nobody can't start the program: {error}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_damaged_while_it_is_served_is_told() {
    let served = Served::start(countersign(), None);
    let (agent, request) = (&served.agent, served.agent.open(&proposal()).await);
    let reviewer = Reviewer::new(http(), &request.review_url);
    for file in [served.database.clone(), served.database.with_extension("db-wal")] {
        let bytes = File::open(&file).unwrap().metadata().unwrap().len();
        // the write-ahead log's own header stays: it is read at a start alone
        spoil(&file, 32, usize::try_from(bytes).unwrap() - 32);
    }
    // who has read a page may still know it
    let mut told = 0;
    for _ in 0..20 {
        told += usize::from(failed(&agent.call("elicit_proposal", &proposal()).await));
        told += usize::from(failed(&agent.ask("elicit_status", &request.id).await));
        let decided = reviewer.submit("x").await;
        assert!(decided.status == 503 || decided.status == 409 || decided.taken(), "{}: {}", decided.status, decided.body);
    }
    assert!(told > 0, "nobody was told");
    served.comes_to_health(503).await;
    assert!(served.said().contains("the database failed"), "{}", served.said());
}
