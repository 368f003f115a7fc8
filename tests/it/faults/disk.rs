//! A disk that is full, or can't be written to for another reason, and then can again: nothing is acknowledged that is not kept, reading goes
//! on, and no restart is needed.

use std::path::{Path, PathBuf};
use std::process::Command;

use reqwest::StatusCode;

use super::super::support::client::{Opened, Reviewer, http, opened};
use super::super::support::process::countersign;
use super::super::support::proposal;
use super::{Served, assert_intact, failed};

/// What `fill` does to the disk is undone by `free`.
async fn a_full_disk_loses_nothing(served: Served, fill: impl Fn(&Served), free: impl Fn(&Served)) {
    let agent = served.agent.clone();
    let reviewer = |request: &Opened| Reviewer::new(http(), &request.review_url);
    let (before, open) = (agent.open(&proposal()).await, agent.open(&proposal()).await);
    assert!(reviewer(&before).submit("before").await.taken());

    fill(&served);
    let mut found_place = Vec::new();
    loop {
        let answer = agent.call("elicit_proposal", &proposal()).await;
        if failed(&answer) {
            break;
        }
        found_place.push(opened(&answer));
        assert!(found_place.len() < 500, "the disk is not full");
    }
    for (tool, request) in [("elicit_cancel", &open), ("elicit_result", &before)] {
        assert!(failed(&agent.ask(tool, &request.id).await), "{tool}");
    }
    let decided = reviewer(&open).submit("full").await;
    assert_eq!(decided.status, StatusCode::SERVICE_UNAVAILABLE, "{}", decided.body);
    assert!(decided.body.contains("Nothing was decided"), "{}", decided.body);
    assert_eq!(agent.status(&open.id).await, "pending", "reading goes on");
    assert_eq!(http().get(&open.review_url).send().await.unwrap().status(), StatusCode::OK);
    served.comes_to_health(503).await;
    assert!(served.said().contains("the database failed"), "{}", served.said());

    free(&served);
    served.comes_to_health(200).await;
    assert!(reviewer(&open).submit("after").await.taken());
    let after = agent.open(&proposal()).await;
    assert!(reviewer(&after).decline().await.taken());
    for (request, text) in [(&before, "before"), (&open, "after")] {
        assert_eq!(agent.ask("elicit_result", &request.id).await.content["values"]["a"], text);
    }
    for request in &found_place {
        assert_eq!(agent.status(&request.id).await, "pending");
    }
    served.said();
    let (database, mut server) = (served.database, served.server);
    let code = tokio::task::spawn_blocking(move || server.terminate()).await.unwrap();
    assert_eq!(code, Some(0));
    assert_intact(&database);
}

/// The program, which is told of a file that may not grow by an error, not by a signal.
fn without_signal() -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_countersign")]);
    command
}

/// Lets no file of the server grow beyond `bytes`.
fn limit(served: &Served, bytes: &str) {
    let (pid, size) = (format!("--pid={}", served.server.id()), format!("--fsize={bytes}:"));
    assert!(Command::new("prlimit").args([pid, size]).status().unwrap().success());
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn files_that_may_not_grow() {
    let size = |served: &Served| std::fs::metadata(served.database.with_extension("db-wal")).unwrap().len().to_string();
    a_full_disk_loses_nothing(
        Served::start(without_signal(), None),
        |served| limit(served, &size(served)),
        |served| limit(served, "unlimited"),
    )
    .await;
}

/// A small disk of our own, until it is dropped.
struct Disk(PathBuf);

impl Disk {
    /// `None` where we may not have one.
    fn mount(at: &Path) -> Option<Self> {
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(at).output();
        mounted.is_ok_and(|output| output.status.success()).then(|| Self(at.to_owned()))
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }

    /// Writes until nothing more goes in.
    fn fill(&self) {
        let mut filler = std::fs::File::create(self.filler()).unwrap();
        for bytes in [4096, 1] {
            while std::io::Write::write_all(&mut filler, &vec![1; bytes]).is_ok() {}
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_of_two_megabytes() {
    let directory = tempfile::tempdir().unwrap();
    let Some(disk) = Disk::mount(directory.path()) else {
        eprintln!("not run: only root may mount a small disk; `files_that_may_not_grow` is much the same");
        return;
    };
    let served = Served::start(countersign(), Some(directory.path()));
    a_full_disk_loses_nothing(served, |_| disk.fill(), |_| std::fs::remove_file(disk.filler()).unwrap()).await;
}
