//! What is SQLite's own: its file, what older releases left in one, and whose turn it is to write.

use std::path::Path;

use serde_json::Value;

use super::*;
use crate::domain::inbox::Find;
use crate::domain::request::Request;
use crate::server::auth::{Digest, Reviewer};
use crate::server::store::sql::tests::{Fixture, at, id, proposal, submit};
use crate::server::store::{Database, Inbox as _, Key, Log, Store as _, Verdict};

fn path(fixture: &Fixture) -> &Path {
    let Database::Sqlite(path) = &fixture.database else { panic!("no file") };
    path
}

/// The file, for what no use case does to it.
async fn raw(fixture: &Fixture) -> SqlitePool {
    SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(path(fixture))).await.unwrap()
}

#[tokio::test]
async fn the_file_is_synced_shared_and_opened_again() {
    let fixture = Fixture::on(None).await;
    let file = SqliteFile::open(path(&fixture)).await.unwrap();
    let pragma = |statement: &'static str| sqlx::query_scalar::<_, String>(statement).fetch_one(&file.writer);
    assert_eq!(pragma("select journal_mode from pragma_journal_mode").await.unwrap(), "wal");
    assert_eq!(pragma("select cast(synchronous as text) from pragma_synchronous").await.unwrap(), "2");
    assert_eq!(pragma("select cast(foreign_keys as text) from pragma_foreign_keys").await.unwrap(), "1");
    assert!(fixture.store.agent_with_token(&Digest::of("token")).await.unwrap().is_some());
    sqlx::query("insert into _sqlx_migrations values (9999, 'later', '', true, x'', 0)").execute(&file.writer).await.unwrap();
    assert!(matches!(SqliteFile::open(path(&fixture)).await, Err(OpenError::Newer)));
}

#[tokio::test]
async fn a_database_of_the_first_release_is_brought_up_to_date() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.db");
    let old = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let old = SqlitePool::connect_with(old).await.unwrap();
    open::migrate(&old, 1).await.unwrap();
    let request = serde_json::to_string(&proposal(Value::Null)).unwrap();
    for statement in [
        "insert into agents (name, admin, created_at) values ('ada', false, 0)",
        "insert into elicitations (id, agent_id, tool, message, request, context, link_hash, status, created_at, expires_at) \
         values ('r', 1, 'elicit_proposal', 'Review', $1, 'null', x'00', 'pending', 1000, 2000)",
    ] {
        sqlx::query(statement).bind(&request).execute(&old).await.unwrap();
    }
    old.close().await;
    let store = Database::Sqlite(path).open().await.unwrap();
    let record = store.record(&id("r")).await.unwrap().unwrap();
    assert_eq!((record.request, record.rows), (Request::Proposal(proposal(Value::Null)), None));
}

#[tokio::test]
async fn what_an_older_release_kept_is_found_too() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let older = sqlx::SqlitePool::connect_with(options).await.unwrap();
    open::migrate(&older, 2).await.unwrap();
    sqlx::raw_sql(
        r#"insert into agents (id, name, admin, created_at) values (1, 'CRM', false, 0);
           insert into elicitations (id, agent_id, tool, message, request, context, link_hash, status, created_at, expires_at) values
             ('p', 1, 'elicit_proposal', 'Sync A', '{"grid":{"rows":[1,2,3]}}', 'null', 'p', 'pending', 0, 9),
             ('f', 1, 'elicit_approval', 'Sync B', '{"form":{"rows":[1e400,2]}}', 'null', 'f', 'pending', 0, 9),
             ('j', 1, 'elicit_approval', 'Sync C', '{"form":null}', 'null', 'j', 'pending', 0, 9),
             ('s', 1, 'elicit_selection', 'Sync D', '{"options":{"items":[1]}}', 'null', 's', 'pending', 0, 9)"#,
    )
    .execute(&older)
    .await
    .unwrap();
    older.close().await;
    let store = Database::Sqlite(path).open().await.unwrap();
    let (pending, _) =
        store.inbox(&Reviewer { id: 1, name: "ann".into(), admin: false }, &Find::new("sync crm", None, None)).await.unwrap();
    let sizes: Vec<_> = pending.lines.iter().map(|line| (line.id.as_str(), line.size)).collect();
    assert_eq!(sizes, [("p", 3), ("f", 2), ("j", 0), ("s", 1)]);
}

#[tokio::test]
async fn who_came_before_names_had_an_issuer_stays_who_they_are_and_stays_revoked() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let older = SqlitePool::connect_with(options).await.unwrap();
    open::migrate(&older, 8).await.unwrap();
    let insert = "insert into agents (name, token_hash, admin, created_at, revoked_at) values \
                  ('oauth:desk:jo', null, false, 1, null), ('oauth:desk:eve', null, false, 2, 3), ('desk', x'00', false, 4, null)";
    sqlx::query(insert).execute(&older).await.unwrap();
    older.close().await;

    let store = Database::Sqlite(path).open().await.unwrap();
    let names = async || store.agents().await.unwrap().into_iter().map(|agent| agent.agent.name).collect::<Vec<_>>();
    assert_eq!(names().await, ["oauth::desk:jo", "oauth::desk:eve", "desk"]);
    assert_eq!(store.identity("oauth:a.example:desk:jo", at(5)).await.unwrap().unwrap().id, 1);
    assert_eq!(store.identity("oauth:a.example:desk:eve", at(5)).await.unwrap(), None);
    assert_eq!(store.identity("oauth:b.example:desk:jo", at(6)).await.unwrap().unwrap().id, 4, "the first has it");
    assert_eq!(names().await, ["oauth:a.example:desk:jo", "oauth:a.example:desk:eve", "desk", "oauth:b.example:desk:jo"]);
}

#[tokio::test]
async fn a_decision_waits_for_a_few_of_5000_removals_at_most() {
    const BATCH: u32 = 20;
    const OLD: i64 = 5000;
    let fixture = Fixture::on(None).await;
    let store = &fixture.store;
    for number in 0..20 {
        fixture.create(&number.to_string(), Value::Null).await;
    }
    // closed long ago, with more to say than a page of the file holds
    let old = "with recursive old (n) as (select 1 union all select n + 1 from old where n < $1) \
               insert into elicitations (id, agent_id, tool, message, request, context, link_hash, status, created_at, expires_at, closed_at) \
               select 'old' || n, $2, 'elicit_proposal', 'Review', '{}', printf('\"%.6000c\"', 'x'), randomblob(32), 'canceled', 1, 1, 1 from old";
    sqlx::query(old).bind(OLD).bind(fixture.agent.id).execute(&raw(&fixture).await).await.unwrap();

    let purge = async {
        let mut batches = 0;
        while store.purge(at(900), BATCH, at(1500)).await.unwrap() == u64::from(BATCH) {
            batches += 1;
            tokio::task::yield_now().await;
        }
        batches
    };
    let decide = async {
        let mut passed = Vec::new();
        for number in 0..20 {
            let before = store.last_event().await.unwrap();
            let id = number.to_string();
            assert!(store.head(&Key::Id(id.clone())).await.unwrap().is_some());
            assert!(fixture.advance(&id, submit(), 1500).await.closed);
            passed.push(store.events(&id).await.unwrap().last().unwrap().number - before - 1);
        }
        (passed, store.last_event().await.unwrap())
    };
    let (batches, (passed, last)) = tokio::join!(purge, decide);
    assert_eq!(batches, OLD / i64::from(BATCH));
    assert!(passed.iter().all(|events| *events <= 4 * i64::from(BATCH)), "removals before each decision: {passed:?}");
    assert!(last < OLD, "the purge had ended before the decisions");
    assert!(matches!(Log::open(&fixture.database).await.unwrap().verify().await.unwrap(), Verdict::Intact(end) if end.number == 40 + OLD));
}
