//! Statements on `events`: the chain of everything that happened, in order.

use super::row::{EventRow, hash};
use super::{Db, Event, StoreError};
use crate::domain::audit::Kind;
use crate::domain::time::Timestamp;
use crate::server::chain::{End, Link};

/// Appends an event, with the content that is hashed in it, if there is any. Inside a write transaction, as whoever else appends waits then.
pub(super) async fn append(
    db: &mut Db<'_>,
    id: &str,
    kind: Kind,
    at: Timestamp,
    actor: &str,
    content: Option<&str>,
) -> Result<(), StoreError> {
    let link = end(db).await?.next(id, kind, at, actor, content);
    insert(db, &link).await
}

/// Where the chain ends.
pub(super) async fn end(db: &mut Db<'_>) -> Result<End, StoreError> {
    let select = db.query("select id, hash from events order by id desc limit 1");
    let Some((number, bytes)) = select.fetch_optional::<(i64, Vec<u8>)>().await? else { return Ok(End::default()) };
    Ok(End { number, hash: hash("hash", &bytes)? })
}

/// Keeps an event that [`End::next`] made of the chain's end.
pub(in crate::server::store) async fn insert(db: &mut Db<'_>, link: &Link) -> Result<(), StoreError> {
    let insert = db.query(
        "insert into events (id, elicitation_id, kind, at, actor, content_hash, previous_hash, hash) values ($1, $2, $3, $4, $5, $6, $7, $8)",
    );
    insert
        .bind(link.number)
        .bind(&link.elicitation_id)
        .bind(&link.kind)
        .bind(link.at.millis())
        .bind(&link.actor)
        .bind(link.content_hash.as_ref().map(|hash| &hash.0[..]))
        .bind(&link.previous_hash.0[..])
        .bind(&link.hash.0[..])
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn viewed(db: &mut Db<'_>, id: &str, actor: &str) -> Result<bool, StoreError> {
    let select = db.query("select id from events where elicitation_id = $1 and kind = 'viewed' and actor = $2 limit 1");
    Ok(select.bind(id).bind(actor).fetch_optional::<i64>().await?.is_some())
}

/// Whether it was noted of `actor` that they kept a draft.
pub(super) async fn drafted(db: &mut Db<'_>, id: &str, actor: &str) -> Result<bool, StoreError> {
    let select = db.query("select id from events where elicitation_id = $1 and kind = 'drafted' and actor = $2 limit 1");
    Ok(select.bind(id).bind(actor).fetch_optional::<i64>().await?.is_some())
}

pub(super) async fn of(db: &mut Db<'_>, id: &str) -> Result<Vec<Event>, StoreError> {
    let select = db.query(
        "select e.id, e.elicitation_id, e.kind, e.at, e.actor, r.tool, case e.kind when 'submitted' then r.decision_values end as decision_values \
         from events e left join elicitations r on r.id = e.elicitation_id where e.elicitation_id = $1 order by e.id",
    );
    select.bind(id).fetch_all::<EventRow>().await?.into_iter().map(Event::try_from).collect()
}

pub(super) async fn last(db: &mut Db<'_>) -> Result<i64, StoreError> {
    Ok(db.query("select coalesce(max(id), 0) from events").fetch_one().await?)
}

/// The events later than `event` that made or closed a request.
pub(super) async fn changes(db: &mut Db<'_>, event: i64, limit: u32) -> Result<Vec<(i64, String)>, StoreError> {
    let select = db.query(
        "select id, elicitation_id from events \
         where id > $1 and kind in ('created', 'submitted', 'declined', 'canceled', 'expired') order by id limit $2",
    );
    Ok(select.bind(event).bind(limit).fetch_all().await?)
}
