//! Statements on `elicitations`.

use super::events::{self, append};
use super::row::{HeadRow, RecordRow};
use super::{Db, Head, Key, Named, NewElicitation, Record, StoreError};
use crate::domain::audit::{Asked, Kind};
use crate::domain::inbox;
use crate::domain::time::Timestamp;
use crate::server::auth::salt;
use crate::server::clock::rfc3339;
use serde_json::Value;

/// The three parameters that every statement by [`Key`] takes: id, agent, digest of the link's secret.
type Params<'k> = (Option<&'k str>, Option<i64>, Option<&'k [u8]>);

fn params(key: &Key) -> Params<'_> {
    match key {
        Key::Owned { id, agent } => (Some(id), Some(*agent), None),
        Key::Id(id) => (Some(id), None, None),
        Key::Link(digest) => (None, None, Some(digest.bytes())),
    }
}

pub(super) async fn head(db: &mut Db<'_>, key: &Key) -> Result<Option<Head>, StoreError> {
    let select = db.query(
        "select id, tool, status, decision, decision_values, expires_at, closed_at from elicitations \
         where (id = $1 and agent_id = coalesce($2, agent_id)) or link_hash = $3",
    );
    let (id, agent, link) = params(key);
    select.bind(id).bind(agent).bind(link).fetch_optional::<HeadRow>().await?.map(Head::try_from).transpose()
}

pub(super) async fn record(db: &mut Db<'_>, key: &Key) -> Result<Option<Record>, StoreError> {
    let select = db.query(
        // the context is for the agent; the page of an approval shows it too
        "select e.id, e.tool, e.status, e.decision, e.decision_values, e.expires_at, e.closed_at, \
                e.request, case e.tool when 'elicit_approval' then e.context end as context, \
                e.banner_html, e.banner_error, e.option_rows, e.decided_by, e.created_at, a.name as agent \
         from elicitations e join agents a on a.id = e.agent_id \
         where (e.id = $1 and e.agent_id = coalesce($2, e.agent_id)) or e.link_hash = $3",
    );
    let (id, agent, link) = params(key);
    select.bind(id).bind(agent).bind(link).fetch_optional::<RecordRow>().await?.map(Record::try_from).transpose()
}

pub(super) async fn named(db: &mut Db<'_>, key: &Key) -> Result<Option<Named>, StoreError> {
    let select = db.query(
        "select e.reviewer_id, coalesce(r.name, ''), r.id is null or r.revoked_at is not null \
         from elicitations e left join reviewers r on r.id = e.reviewer_id \
         where e.reviewer_id is not null and ((e.id = $1 and e.agent_id = coalesce($2, e.agent_id)) or e.link_hash = $3)",
    );
    let (id, agent, link) = params(key);
    let found = select.bind(id).bind(agent).bind(link).fetch_optional::<(i64, String, bool)>().await?;
    Ok(found.map(|(id, name, revoked)| Named { id, name, revoked }))
}

pub(super) async fn context(db: &mut Db<'_>, key: &Key) -> Result<Option<Value>, StoreError> {
    let select = db.query("select id, context from elicitations where (id = $1 and agent_id = coalesce($2, agent_id)) or link_hash = $3");
    let (id, agent, link) = params(key);
    let Some((id, text)) = select.bind(id).bind(agent).bind(link).fetch_optional::<(String, String)>().await? else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|_| StoreError::Corrupt { table: "elicitations", column: "context", id })
}

/// How many pending requests an agent has, counted up to `limit`.
pub(super) async fn pending(db: &mut Db<'_>, agent: i64, limit: u32) -> Result<u32, StoreError> {
    let count = "select count(*) from (select 1 from elicitations where agent_id = $1 and status = 'pending' limit $2) as counted";
    Ok(db.query(count).bind(agent).bind(limit).fetch_one().await?)
}

pub(super) async fn insert(db: &mut Db<'_>, new: &NewElicitation) -> Result<(), StoreError> {
    let mut request = new.request.clone();
    let context = json(&request.context_mut().take())?;
    let banner = new.banner.as_ref().map(|banner| banner.as_deref().map_err(String::as_str));
    let (text, rows, salt) = (request.to_json().map_err(unwritable)?, new.rows.as_ref().map(json).transpose()?, salt());
    let insert = db.query(
        "insert into elicitations (id, agent_id, tool, message, request, context, banner_html, banner_error, option_rows, link_hash, salt, \
                                   status, created_at, expires_at, size, searchable, reviewer_id) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'pending', $12, $13, $14, $15, $16)",
    );
    insert
        .bind(&new.id)
        .bind(new.agent.id)
        .bind(request.kind().tool())
        .bind(request.message())
        .bind(&text)
        .bind(&context)
        .bind(banner.and_then(Result::ok))
        .bind(banner.and_then(Result::err))
        .bind(rows.as_deref())
        .bind(new.link.bytes())
        .bind(&salt[..])
        .bind(new.created_at.millis())
        .bind(new.expires_at.millis())
        .bind(u32::try_from(request.size()).unwrap_or(u32::MAX))
        .bind(&inbox::searchable(request.message(), &new.agent.name, &new.id))
        .bind(new.reviewer.as_ref().map(|reviewer| reviewer.id))
        .execute()
        .await?;
    let asked = Asked {
        salt: &salt,
        tool: request.kind().tool(),
        agent: new.agent.id,
        message: request.message(),
        request: &text,
        context: &context,
        banner,
        rows: rows.as_deref(),
        expires_at: &rfc3339(new.expires_at),
        reviewer: new.reviewer.as_ref().map(|reviewer| (reviewer.id, reviewer.name.as_str())),
    };
    append(db, &new.id, Kind::Created, new.created_at, &format!("agent:{}", new.agent.name), Some(&asked.canonical())).await
}

/// What is hashed with the contents of a request's events.
pub(super) async fn salt_of(db: &mut Db<'_>, id: &str) -> Result<Vec<u8>, StoreError> {
    Ok(db.query("select salt from elicitations where id = $1").bind(id).fetch_one().await?)
}

pub(super) fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(unwritable)
}

fn unwritable(error: serde_json::Error) -> StoreError {
    StoreError::Driver(sqlx::Error::Encode(error.into()))
}

pub(super) async fn due(db: &mut Db<'_>, now: Timestamp, limit: u32) -> Result<Vec<String>, StoreError> {
    let select = db.query("select id from elicitations where status = 'pending' and expires_at <= $1 order by expires_at limit $2");
    Ok(select.bind(now.millis()).bind(limit).fetch_all().await?)
}

pub(super) async fn closed_before(db: &mut Db<'_>, before: Timestamp) -> Result<bool, StoreError> {
    let select = db.query("select id from elicitations where closed_at < $1 limit 1");
    Ok(select.bind(before.millis()).fetch_optional::<String>().await?.is_some())
}

/// Removes up to `limit` requests that were closed before `before`, those first that were closed first; the log says so of each.
pub(super) async fn remove(db: &mut Db<'_>, before: Timestamp, limit: u32, now: Timestamp) -> Result<u64, StoreError> {
    let select = db.query("select id from elicitations where closed_at < $1 order by closed_at limit $2");
    let ids: Vec<String> = select.bind(before.millis()).bind(limit).fetch_all().await?;
    let mut end = events::end(db).await?;
    for id in &ids {
        let link = end.next(id, Kind::Purged, now, "server", None);
        events::insert(db, &link).await?;
        end = link.end();
        db.query("delete from elicitations where id = $1").bind(id).execute().await?;
    }
    Ok(ids.len() as u64)
}
