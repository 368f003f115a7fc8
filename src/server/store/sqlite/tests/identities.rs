//! Agents that come with access tokens, by their issuer.

use sqlx::sqlite::SqliteConnectOptions;

use super::*;

#[tokio::test]
async fn another_issuers_subject_is_somebody_else() {
    let Fixture { store, .. } = &fixture().await;
    let one = store.identity("oauth:a.example:desk:jo", at(0)).await.unwrap().unwrap();
    let other = store.identity("oauth:b.example:desk:jo", at(0)).await.unwrap().unwrap();
    assert_ne!(one.id, other.id);
    assert!(store.revoke_agent("oauth:a.example:desk:jo", at(1)).await.unwrap());
    assert_eq!(store.identity("oauth:a.example:desk:jo", at(2)).await.unwrap(), None);
    assert_eq!(store.identity("oauth:b.example:desk:jo", at(2)).await.unwrap(), Some(other));
}

#[tokio::test]
async fn who_came_before_names_had_an_issuer_stays_who_they_are_and_stays_revoked() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let older = SqlitePool::connect_with(options).await.unwrap();
    open::migrate(&older, 8).await.unwrap();
    let insert = "insert into agents (name, token_hash, admin, created_at, revoked_at) values \
                  ('oauth:desk:jo', null, false, 1, null), ('oauth:desk:eve', null, false, 2, 3), ('desk', x'00', false, 4, null)";
    sqlx::query(insert).execute(&older).await.unwrap();
    older.close().await;

    let store = SqliteStore::open(&path).await.unwrap();
    let names = async || store.agents().await.unwrap().into_iter().map(|agent| agent.agent.name).collect::<Vec<_>>();
    assert_eq!(names().await, ["oauth::desk:jo", "oauth::desk:eve", "desk"]);
    assert_eq!(store.identity("oauth:a.example:desk:jo", at(5)).await.unwrap().unwrap().id, 1);
    assert_eq!(store.identity("oauth:a.example:desk:eve", at(5)).await.unwrap(), None);
    assert_eq!(store.identity("oauth:b.example:desk:jo", at(6)).await.unwrap().unwrap().id, 4, "the first has it");
    assert_eq!(names().await, ["oauth:a.example:desk:jo", "oauth:a.example:desk:eve", "desk", "oauth:b.example:desk:jo"]);
}
