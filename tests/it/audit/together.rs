//! Many who write at once, and databases from before the chain.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqlSafeStr as _, SqliteConnection};

use super::super::support::client::{Reviewer, http};
use super::super::support::process::{Server, token};
use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_servers_write_one_chain() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let token = token(&database, "ada");
    let servers = [Server::start(&database), Server::start(&database)];
    let lanes: Vec<_> = (0..6)
        .map(|lane| {
            let agent = servers[lane % 2].agent(&token);
            tokio::spawn(async move {
                for turn in 0..10 {
                    let request = agent.open(&proposal()).await;
                    if turn % 2 == 0 {
                        assert!(Reviewer::new(http(), &request.review_url).submit("y").await.taken());
                        assert!(!agent.ask("elicit_result", &request.id).await.is_error);
                    } else {
                        agent.ask("elicit_cancel", &request.id).await;
                    }
                }
            })
        })
        .collect();
    for lane in lanes {
        lane.await.unwrap();
    }
    // five times three events and five times two, in each of six lanes
    intact(&database, 6 * 25);
}

/// A database as the release before the chain left it, with a request of each end.
async fn old(database: &Path) {
    let options = SqliteConnectOptions::new().filename(database).create_if_missing(true);
    let mut db = SqliteConnection::connect_with(&options).await.unwrap();
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let migrations = vec![
        migration(1, "initial", include_str!("../../../migrations/0001_initial.sql")),
        migration(2, "kinds", include_str!("../../../migrations/0002_kinds.sql")),
    ];
    Migrator::with_migrations(migrations).run(&mut db).await.unwrap();
    sqlx::query(include_str!("old.sql")).execute(&mut db).await.unwrap();
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_database_keeps_everything_and_is_chained() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("old.db");
    old(&database).await;
    let refused = verify(&database);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("older Countersign"), "{}", text(&refused.stderr));

    let server = Server::start(&database);
    intact(&database, 9);
    let mut db = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&database).read_only(true)).await.unwrap();
    let events: Vec<(i64, String, String, i64, String)> =
        sqlx::query_as("select id, elicitation_id, kind, at, actor from events order by id").fetch_all(&mut db).await.unwrap();
    let expected = [
        (1, "s", "created", 1000, "agent:ada"),
        (2, "s", "viewed", 1100, "link"),
        (3, "s", "submitted", 1200, "link"),
        (4, "d", "created", 1300, "agent:ada"),
        (5, "s", "consumed", 1400, "agent:ada"),
        (6, "d", "declined", 1500, "link"),
        (7, "c", "created", 1600, "agent:ada"),
        (8, "c", "canceled", 1700, "agent:ada"),
        (9, "s", "consumed", 1800, "agent:ada"),
    ];
    assert_eq!(
        events,
        expected.map(|(number, id, kind, at, actor)| (number, id.into(), kind.into(), 4_102_444_800_000 + at, actor.into()))
    );
    let tables: Vec<String> = sqlx::query_scalar("select name from sqlite_schema where type = 'table'").fetch_all(&mut db).await.unwrap();
    assert!(!tables.contains(&"unchained".to_owned()), "{tables:?}");

    let agent = server.agent(&token(&database, "bob"));
    agent.open(&proposal()).await;
    intact(&database, 10);
}
