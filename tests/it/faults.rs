//! What goes wrong around the server: the disk, the file, the clock, the clients. Each ends in a clear message, and without loss.

mod clients;
mod clock;
mod disk;
mod end;
mod file;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

use super::support::client::{Agent, Answer, http};
use super::support::process::{Addressed, Server, run, token, url};

/// A server process, its database, and what it says.
struct Served {
    server: Server,
    agent: Agent,
    database: PathBuf,
    log: PathBuf,
    _directory: TempDir,
}

impl Served {
    /// A server on a database in `below`, started by `command`.
    fn start(command: Command, below: Option<&Path>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let database = below.unwrap_or(directory.path()).join("countersign.db");
        let token = token(&database, "ada");
        let log = directory.path().join("log");
        let server = Server::launch(command, &database, File::create(&log).unwrap().into());
        Self { agent: server.agent(&token), server, database, log, _directory: directory }
    }

    /// The status of `/healthz`.
    async fn health(&self) -> u16 {
        http().get(format!("{}/healthz", self.server.url)).send().await.unwrap().status().as_u16()
    }

    /// Until `/healthz` answers `status`.
    async fn comes_to_health(&self, status: u16) {
        for _ in 0..200 {
            if self.health().await == status {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("/healthz does not come to {status}");
    }

    /// What the server said, in which no panic is.
    fn said(&self) -> String {
        let said = std::fs::read_to_string(&self.log).unwrap();
        assert!(!said.contains("panicked"), "{said}");
        said
    }
}

/// Whether the call failed on the server's side; it is no success then, and says what to do.
fn failed(answer: &Answer) -> bool {
    let is_internal = answer.body.contains("\"code\":-32603");
    assert!(is_internal || (answer.status == 200 && !answer.content.is_null()), "{}", answer.body);
    if is_internal {
        assert!(answer.body.contains("its log says why; try again later"), "{}", answer.body);
        assert!(answer.content.is_null(), "{}", answer.body);
    }
    is_internal
}

/// The audit log of a database is intact.
fn assert_intact(database: &(impl Addressed + ?Sized)) {
    let verified = run(&["audit", "verify", "--database", &url(database)]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}
