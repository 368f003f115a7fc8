//! Statements on `elicitations`.

use serde_json::Value;
use sqlx::{Sqlite, SqliteConnection, SqliteExecutor};

use super::events::append;
use super::{Head, Key, NewElicitation, Record, StoreError};
use crate::domain::time::Timestamp;
use crate::server::store::row::{HeadRow, RecordRow};

/// The three parameters that every statement by [`Key`] takes: id, agent, digest of the link's secret.
type Params<'k> = (Option<&'k str>, Option<i64>, Option<&'k [u8]>);

fn params(key: &Key) -> Params<'_> {
    match key {
        Key::Owned { id, agent } => (Some(id), Some(*agent), None),
        Key::Id(id) => (Some(id), None, None),
        Key::Link(digest) => (None, None, Some(digest.bytes())),
    }
}

pub(super) async fn head(db: impl SqliteExecutor<'_>, key: &Key) -> Result<Option<Head>, StoreError> {
    let select = sqlx::query_as::<Sqlite, HeadRow>(
        "select id, tool, status, decision, decision_values, expires_at, closed_at from elicitations \
         where (id = $1 and agent_id = coalesce($2, agent_id)) or link_hash = $3",
    );
    let (id, agent, link) = params(key);
    select.bind(id).bind(agent).bind(link).fetch_optional(db).await?.map(Head::try_from).transpose()
}

pub(super) async fn record(db: impl SqliteExecutor<'_>, key: &Key) -> Result<Option<Record>, StoreError> {
    let select = sqlx::query_as::<Sqlite, RecordRow>(
        // the context is for the agent; the page of an approval shows it too
        "select e.id, e.tool, e.status, e.decision, e.decision_values, e.expires_at, e.closed_at, \
                e.request, case e.tool when 'elicit_approval' then e.context end as context, \
                e.banner_html, e.banner_error, e.option_rows, e.decided_by, e.created_at, a.name as agent \
         from elicitations e join agents a on a.id = e.agent_id \
         where (e.id = $1 and e.agent_id = coalesce($2, e.agent_id)) or e.link_hash = $3",
    );
    let (id, agent, link) = params(key);
    select.bind(id).bind(agent).bind(link).fetch_optional(db).await?.map(Record::try_from).transpose()
}

pub(super) async fn context(db: impl SqliteExecutor<'_>, key: &Key) -> Result<Option<Value>, StoreError> {
    let select = sqlx::query_as::<Sqlite, (String, String)>(
        "select id, context from elicitations where (id = $1 and agent_id = coalesce($2, agent_id)) or link_hash = $3",
    );
    let (id, agent, link) = params(key);
    let Some((id, text)) = select.bind(id).bind(agent).bind(link).fetch_optional(db).await? else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|_| StoreError::Corrupt { table: "elicitations", column: "context", id })
}

pub(super) async fn insert(db: &mut SqliteConnection, new: &NewElicitation) -> Result<(), StoreError> {
    let mut request = new.request.clone();
    let context = request.context_mut().take();
    let (html, error) = match &new.banner {
        Some(Ok(html)) => (Some(html), None),
        Some(Err(error)) => (None, Some(error)),
        None => (None, None),
    };
    let insert = sqlx::query(
        "insert into elicitations (id, agent_id, tool, message, request, context, banner_html, banner_error, option_rows, link_hash, \
                                   status, created_at, expires_at) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'pending', $11, $12)",
    );
    insert
        .bind(&new.id)
        .bind(new.agent.id)
        .bind(request.kind().tool())
        .bind(request.message())
        .bind(request.to_json().map_err(unwritable)?)
        .bind(json(&context)?)
        .bind(html)
        .bind(error)
        .bind(new.rows.as_ref().map(json).transpose()?)
        .bind(new.link.bytes())
        .bind(new.created_at.millis())
        .bind(new.expires_at.millis())
        .execute(&mut *db)
        .await?;
    append(db, &new.id, "created", new.created_at, &format!("agent:{}", new.agent.name), None).await
}

pub(super) fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(unwritable)
}

fn unwritable(error: serde_json::Error) -> StoreError {
    StoreError::Driver(sqlx::Error::Encode(error.into()))
}

pub(super) async fn due(db: impl SqliteExecutor<'_>, now: Timestamp, limit: u32) -> Result<Vec<String>, StoreError> {
    let select = sqlx::query_scalar::<Sqlite, String>(
        "select id from elicitations where status = 'pending' and expires_at <= $1 order by expires_at limit $2",
    );
    Ok(select.bind(now.millis()).bind(limit).fetch_all(db).await?)
}

pub(super) async fn closed_before(db: impl SqliteExecutor<'_>, before: Timestamp) -> Result<bool, StoreError> {
    let select = sqlx::query("select 1 from elicitations where closed_at < $1 limit 1");
    Ok(select.bind(before.millis()).fetch_optional(db).await?.is_some())
}

pub(super) async fn remove(db: impl SqliteExecutor<'_>, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
    let delete =
        sqlx::query("delete from elicitations where id in (select id from elicitations where closed_at < $1 order by closed_at limit $2)");
    Ok(delete.bind(before.millis()).bind(limit).execute(db).await?.rows_affected())
}
