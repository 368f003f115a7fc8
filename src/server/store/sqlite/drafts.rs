//! Statements on `drafts`.

use sqlx::{Sqlite, SqliteConnection, SqliteExecutor};

use super::StoreError;
use super::elicitations::json;
use crate::domain::time::Timestamp;
use crate::domain::unsent::{self, Change, Unsent};
use crate::server::store::{KeptDraft, TooMuch};

pub(super) async fn of(db: impl SqliteExecutor<'_>, id: &str) -> Result<Option<KeptDraft>, StoreError> {
    let select = sqlx::query_as::<Sqlite, (String, u32, i64)>("select unsent, revision, kept_at from drafts where elicitation_id = $1");
    let Some((unsent, revision, at)) = select.bind(id).fetch_optional(db).await? else { return Ok(None) };
    let unsent = serde_json::from_str(&unsent);
    let unsent = unsent.map_err(|_| StoreError::Corrupt { table: "drafts", column: "unsent", id: id.to_owned() })?;
    Ok(Some(KeptDraft { unsent, revision, at: Timestamp::from_millis(at) }))
}

/// How often the draft of a request was kept; 0 when there is none.
pub(super) async fn revision(db: impl SqliteExecutor<'_>, id: &str) -> Result<u32, StoreError> {
    let select = sqlx::query_scalar("select revision from drafts where elicitation_id = $1");
    Ok(select.bind(id).fetch_optional(db).await?.unwrap_or(0))
}

/// Changes the draft of a pending request, held by the write lock; its new revision.
pub(super) async fn change(
    db: &mut SqliteConnection,
    id: &str,
    change: &Change,
    now: Timestamp,
) -> Result<Result<u32, TooMuch>, StoreError> {
    let before = of(&mut *db, id).await?;
    let revision = before.as_ref().map_or(0, |kept| kept.revision).saturating_add(1);
    let unsent = json(&before.map_or_else(Unsent::default, |kept| kept.unsent).with(change))?;
    if unsent.len() > unsent::MAX_BYTES {
        return Ok(Err(TooMuch(unsent.len())));
    }
    let write = sqlx::query(
        "insert into drafts (elicitation_id, unsent, revision, kept_at) values ($1, $2, $3, $4) \
         on conflict (elicitation_id) do update set unsent = $2, revision = $3, kept_at = $4",
    );
    write.bind(id).bind(unsent).bind(revision).bind(now.millis()).execute(db).await?;
    Ok(Ok(revision))
}

pub(super) async fn remove(db: impl SqliteExecutor<'_>, id: &str) -> Result<(), StoreError> {
    sqlx::query("delete from drafts where elicitation_id = $1").bind(id).execute(db).await?;
    Ok(())
}
