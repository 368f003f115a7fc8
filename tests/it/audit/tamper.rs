//! Whatever is changed behind the log's back is named, at the first event that it breaks.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, Row as _, SqliteConnection};

use super::*;

/// A database opened by somebody who means no good.
async fn raw(database: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(database).foreign_keys(false).pragma("ignore_check_constraints", "on");
    let mut db = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("drop trigger events_are_final; drop trigger events_stay; drop trigger events_follow").execute(&mut db).await.unwrap();
    db
}

/// Runs `statements` on a copy of the database; what `audit verify` says of it then.
async fn after(kept: &Kept, statements: &str) -> String {
    let database = copy(kept);
    let mut db = raw(&database).await;
    sqlx::query(AssertSqlSafe(statements.replace("SUBMITTED", &kept.submitted))).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    broken(&database)
}

fn copy(kept: &Kept) -> PathBuf {
    let database = kept.directory.path().join("copy.db");
    std::fs::copy(&kept.database, &database).unwrap();
    database
}

/// Changes one byte, or one unit of a number, of a value; makes one where there is none.
async fn nudge(db: &mut SqliteConnection, table: &str, column: &str, key: &str) {
    let select = format!("select typeof({column}), cast({column} as blob) from {table} where id = {key}");
    let row = sqlx::query(AssertSqlSafe(select)).fetch_one(&mut *db).await.unwrap();
    let (kind, mut bytes): (String, Vec<u8>) = (row.get(0), row.try_get(1).unwrap_or_default());
    if let Some(last) = bytes.last_mut() {
        *last ^= 1;
    }
    let value = match kind.as_str() {
        "integer" => format!("{column} + 1"),
        "blob" => "$1".to_owned(),
        "text" => "cast($1 as text)".to_owned(),
        _ => "'{}'".to_owned(),
    };
    let update = format!("update {table} set {column} = {value} where id = {key}");
    assert_eq!(sqlx::query(AssertSqlSafe(update)).bind(bytes).execute(db).await.unwrap().rows_affected(), 1);
}

async fn nudged(kept: &Kept, table: &str, column: &str, key: &str) -> String {
    let database = copy(kept);
    let mut db = raw(&database).await;
    nudge(&mut db, table, column, key).await;
    db.close().await.unwrap();
    broken(&database)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_byte_of_an_old_event_is_enough() {
    let kept = kept().await;
    intact(&kept.database, KINDS.len());
    for column in ["elicitation_id", "kind", "at", "actor", "content_hash", "previous_hash", "hash"] {
        let said = nudged(&kept, "events", column, "3").await;
        assert!(said.contains("the audit log is broken: event 3 (") && said.contains("it was changed"), "{column}: {said}");
        assert!(column == "elicitation_id" || said.contains(&kept.submitted), "{column}: {said}");
    }
    let said = after(&kept, "update events set id = 99 where id = 3").await;
    assert!(said.contains("event 3: it is missing"), "{said}");
    let said = after(&kept, "update events set hash = x'00' where id = 3").await;
    assert!(said.contains("event 3: it can't be read"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_request_says_is_held_against_its_events() {
    let kept = kept().await;
    let key = format!("'{}'", kept.submitted);
    for (event, columns) in [
        (1, &["tool", "agent_id", "message", "request", "context", "banner_html", "banner_error", "option_rows", "salt"][..]),
        (1, &["created_at", "expires_at", "id"]),
        (3, &["decision_values", "decision", "decided_by", "closed_at", "status"]),
        (4, &["consumed_at"]),
    ] {
        for column in columns {
            let said = nudged(&kept, "elicitations", column, &key).await;
            let name = format!("event {event} ({}, 2026-01-31T09:30:00.000Z, request {})", KINDS[event - 1], kept.submitted);
            assert!(said.contains(&name), "{column}: {said}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_cannot_leave_come_or_change_places() {
    let kept = kept().await;
    for (statements, said) in [
        ("delete from events where id = 3", "event 3: it is missing"),
        ("delete from events where id = 3; update events set id = id - 1 where id > 3", "event 3 (consumed"),
        (
            "delete from events where elicitation_id = 'SUBMITTED'; delete from elicitations where id = 'SUBMITTED'",
            "event 1: it is missing",
        ),
        (
            "update events set id = -1 where id = 3; update events set id = 3 where id = 4; update events set id = 4 where id = -1",
            "event 3 (",
        ),
        (
            "insert into events select 12, elicitation_id, 'viewed', at, actor, null, hash, hash from events where id = 11",
            "event 12 (viewed",
        ),
        ("delete from elicitations where id = 'SUBMITTED'", "event 1 (created"),
        ("delete from events where id = 11", "no event says that it was made"),
        (
            "insert into elicitations (id, agent_id, tool, message, request, context, link_hash, status, created_at, expires_at) \
             select 'x', agent_id, tool, message, request, context, x'00', status, created_at, expires_at from elicitations \
             where status = 'pending'",
            "request x: no event says that it was made",
        ),
        (
            "update elicitations set status = 'declined', decision = 'declined', decided_by = 'link', closed_at = 5 where status = 'pending'",
            "event 11 (created",
        ),
        (
            "update elicitations set status = 'submitted', decision = 'submitted', decision_values = '{}' where status = 'declined'",
            "event 6 (declined",
        ),
        ("update elicitations set reviewer_id = 1 where id = 'SUBMITTED'", "event 1 (created"),
        ("update agents set name = 'payroll' where name = 'ada'", "event 1 (created"),
        ("update elicitations set status = 'expired' where status = 'canceled'", "event 8 (canceled"),
    ] {
        let found = after(&kept, statements).await;
        assert!(found.contains(said), "{statements}: {found}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_off_end_shows_in_the_count_and_the_hash() {
    let kept = kept().await;
    let noted = intact(&kept.database, KINDS.len());
    let database = copy(&kept);
    let mut db = raw(&database).await;
    // the request of the last event goes with it, so that nothing is left to tell
    let cut = "delete from elicitations where status = 'pending'; delete from events where id = 11";
    sqlx::query(cut).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
    assert_ne!(intact(&database, KINDS.len() - 1), noted);
}

#[tokio::test]
async fn the_tables_refuse_to_forget() {
    let kept = kept().await;
    let mut db = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&kept.database)).await.unwrap();
    for statement in [
        "update events set actor = 'me'",
        "delete from events",
        "insert into events select id + 2, elicitation_id, 'viewed', at, actor, null, hash, hash from events where id = 11",
        "insert into events select id + 1, 'x', 'viewed', at, actor, null, hash, hash from events where id = 11",
        "insert into events select id + 1, elicitation_id, 'viewed', at, actor, null, hash, x'00' from events where id = 11",
    ] {
        assert!(sqlx::query(statement).execute(&mut db).await.is_err(), "{statement}");
    }
}
