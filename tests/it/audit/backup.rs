//! `countersign backup`: a copy of one moment, whatever goes on meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::super::support::process::{Server, token};
use super::*;

fn backup(database: &Path, file: &Path) -> Output {
    run(&["backup", file.to_str().unwrap(), "--database", &url(database)])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_copy_made_under_load_has_all_that_was_acknowledged() {
    let directory = tempfile::tempdir().unwrap();
    let (database, copy) = (directory.path().join("countersign.db"), directory.path().join("copy.db"));
    let token = token(&database, "ada");
    let server = Server::start(&database);
    let (acknowledged, stop) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
    let writers: Vec<_> = (0..4)
        .map(|_| {
            let (agent, acknowledged, stop) = (server.agent(&token), acknowledged.clone(), stop.clone());
            tokio::spawn(async move {
                while !stop.load(Ordering::SeqCst) {
                    let request = agent.open(&proposal()).await;
                    acknowledged.lock().unwrap().push(request.id);
                }
            })
        })
        .collect();
    let written = |count| {
        let acknowledged = acknowledged.clone();
        async move {
            while acknowledged.lock().unwrap().len() < count {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        }
    };
    written(100).await;
    let before = acknowledged.lock().unwrap().clone();
    let output = tokio::task::spawn_blocking({
        let (database, copy) = (database.clone(), copy.clone());
        move || backup(&database, &copy)
    });
    let output = output.await.unwrap();
    // and they went on
    written(200.max(before.len() + 20)).await;
    stop.store(true, Ordering::SeqCst);
    for writer in writers {
        writer.await.unwrap();
    }
    let said = text(&output.stdout);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    assert!(said.contains("copy.db: intact: "), "{said}");
    let events: usize = said.split_whitespace().nth(2).unwrap().parse().unwrap();
    assert!(events >= before.len(), "{said}");
    intact(&copy, events);

    // restoring is serving it
    let restored = Server::start(&copy);
    let agent = restored.agent(&token);
    for id in &before {
        assert_eq!(agent.status(id).await, "pending", "{id} of {}", before.len());
    }
    agent.open(&proposal()).await;
    intact(&copy, events + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_overwrites_nothing_and_is_its_owners_alone() {
    let kept = kept().await;
    let file = kept.directory.path().join("backup.db");
    assert!(backup(&kept.database, &file).status.success());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let bytes = std::fs::read(&file).unwrap();
    for (from, to, mention) in [
        (&kept.database, &file, "exists already"),
        (&kept.database, &kept.directory.path().join("no/such/place.db"), "give a path in a directory"),
        (&kept.directory.path().join("none.db"), &kept.directory.path().join("b.db"), "there is no such file"),
    ] {
        let output = backup(from, to);
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains(mention), "{error}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    let mut left: Vec<_> = std::fs::read_dir(kept.directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert!(!left.iter().any(|name| name == "b.db" || name == "none.db"), "{left:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_log_is_copied_and_told() {
    use sqlx::Connection as _;
    let kept = kept().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&kept.database);
    let mut db = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("update elicitations set decision_values = '{\"a\":\"z\"}' where decision = 'submitted'").execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    let file = kept.directory.path().join("backup.db");
    let output = backup(&kept.database, &file);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("event 3 (submitted"), "{}", text(&output.stderr));
    assert_eq!(broken(&file), broken(&kept.database));
}
