//! Statements on `agents`.

use super::{AgentRecord, Db, StoreError};
use crate::domain::access::{PREFIX, issuerless};
use crate::domain::time::Timestamp;
use crate::server::auth::{Agent, Digest};

pub(super) async fn add(db: &mut Db<'_>, name: &str, token: Option<&Digest>, admin: bool, now: Timestamp) -> Result<Agent, StoreError> {
    let statement = "insert into agents (name, token_hash, admin, created_at) values ($1, $2, $3, $4) returning id, name, admin";
    let insert = db.query(statement).bind(name).bind(token.map(Digest::bytes)).bind(admin).bind(now.millis());
    Ok(insert.fetch_one().await?)
}

/// Gives a token to an agent that has none; `None` when it has one, or is given none.
pub(super) async fn equip(db: &mut Db<'_>, agent: i64, token: Option<&Digest>, admin: bool) -> Result<Option<Agent>, StoreError> {
    let update = db.query(
        "update agents set token_hash = $2, admin = $3 where id = $1 and token_hash is null and $2 is not null returning id, name, admin",
    );
    Ok(update.bind(agent).bind(token.map(Digest::bytes)).bind(admin).fetch_optional().await?)
}

pub(super) async fn named(db: &mut Db<'_>, name: &str) -> Result<Option<Agent>, StoreError> {
    let select = db.query("select id, name, admin from agents where name = $1 and revoked_at is null");
    Ok(select.bind(name).fetch_optional().await?)
}

/// An OAuth identity that came before.
pub(super) struct Identity {
    /// Unless it was revoked, or its name is that of a token.
    pub(super) live: Option<Agent>,
}

pub(super) async fn identity(db: &mut Db<'_>, name: &str) -> Result<Option<Identity>, StoreError> {
    let select = db.query("select id, name, revoked_at is null and token_hash is null from agents where name = $1 order by 3 limit 1");
    let found = select.bind(name).fetch_optional::<(i64, String, bool)>().await?;
    Ok(found.map(|(id, name, live)| Identity { live: live.then_some(Agent { id, name, admin: false }) }))
}

/// Gives its whole name to an identity that came before names had an issuer in them, revoked or not.
pub(super) async fn adopt(db: &mut Db<'_>, name: &str) -> Result<(), StoreError> {
    let update = db.query("update agents set name = $1 where name = $2 and token_hash is null");
    update.bind(name).bind(issuerless(name).as_deref()).execute().await?;
    Ok(())
}

pub(super) async fn with_token(db: &mut Db<'_>, token: &Digest) -> Result<Option<Agent>, StoreError> {
    let select = db.query("select id, name, admin from agents where token_hash = $1 and revoked_at is null");
    Ok(select.bind(token.bytes()).fetch_optional().await?)
}

pub(super) async fn all(db: &mut Db<'_>) -> Result<Vec<AgentRecord>, StoreError> {
    let select = db
        .query("select id, name, admin, token_hash is not null as has_token, created_at, last_used_at, revoked_at from agents order by id");
    Ok(select.fetch_all().await?)
}

pub(super) async fn revoke(db: &mut Db<'_>, name: &str, now: Timestamp) -> Result<bool, StoreError> {
    // whoever else has no token is this server's own, and can't be called as
    let statement = "update agents set revoked_at = $2
        where name = $1 and revoked_at is null and (token_hash is not null or substr(name, 1, length($3)) = $3)";
    let revoked = db.query(statement).bind(name).bind(now.millis()).bind(PREFIX).execute().await?;
    Ok(revoked > 0)
}

pub(super) async fn note_use(db: &mut Db<'_>, agent: i64, now: Timestamp) -> Result<(), StoreError> {
    db.query("update agents set last_used_at = $2 where id = $1").bind(agent).bind(now.millis()).execute().await?;
    Ok(())
}
