//! Statements on `events`.

use sqlx::{Sqlite, SqliteExecutor};

use super::{Event, StoreError};
use crate::domain::time::Timestamp;

pub(super) async fn append(
    db: impl SqliteExecutor<'_>,
    id: &str,
    kind: &str,
    at: Timestamp,
    actor: &str,
    detail: Option<String>,
) -> Result<(), StoreError> {
    let insert = sqlx::query("insert into events (elicitation_id, kind, at, actor, detail) values ($1, $2, $3, $4, $5)");
    insert.bind(id).bind(kind).bind(at.millis()).bind(actor).bind(detail).execute(db).await?;
    Ok(())
}

pub(super) async fn viewed(db: impl SqliteExecutor<'_>, id: &str) -> Result<bool, StoreError> {
    let select = sqlx::query("select 1 from events where elicitation_id = $1 and kind = 'viewed' limit 1");
    Ok(select.bind(id).fetch_optional(db).await?.is_some())
}

pub(super) async fn of(db: impl SqliteExecutor<'_>, id: &str) -> Result<Vec<Event>, StoreError> {
    let select = sqlx::query_as::<Sqlite, Event>("select kind, at, actor, detail from events where elicitation_id = $1 order by id");
    Ok(select.bind(id).fetch_all(db).await?)
}

pub(super) async fn last(db: impl SqliteExecutor<'_>) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("select coalesce(max(id), 0) from events").fetch_one(db).await?)
}

/// The events later than `event` that closed a request.
pub(super) async fn closings(db: impl SqliteExecutor<'_>, event: i64, limit: u32) -> Result<Vec<(i64, String)>, StoreError> {
    let select = sqlx::query_as::<Sqlite, (i64, String)>(
        "select id, elicitation_id from events \
         where id > $1 and kind in ('submitted', 'declined', 'canceled', 'expired') order by id limit $2",
    );
    Ok(select.bind(event).bind(limit).fetch_all(db).await?)
}
