//! Statements on `drafts`.

use super::elicitations::json;
use super::{Db, StoreError};
use crate::domain::time::Timestamp;
use crate::domain::unsent::{self, Change, Unsent};
use crate::server::store::{KeptDraft, TooMuch};

pub(super) async fn of(db: &mut Db<'_>, id: &str) -> Result<Option<KeptDraft>, StoreError> {
    let select = db.query("select unsent, revision, kept_at from drafts where elicitation_id = $1");
    let Some((unsent, revision, at)) = select.bind(id).fetch_optional::<(String, u32, i64)>().await? else { return Ok(None) };
    let unsent = serde_json::from_str(&unsent);
    let unsent = unsent.map_err(|_| StoreError::Corrupt { table: "drafts", column: "unsent", id: id.to_owned() })?;
    Ok(Some(KeptDraft { unsent, revision, at: Timestamp::from_millis(at) }))
}

/// How often the draft of a request was kept; 0 when there is none.
pub(super) async fn revision(db: &mut Db<'_>, id: &str) -> Result<u32, StoreError> {
    let select = db.query("select revision from drafts where elicitation_id = $1");
    Ok(select.bind(id).fetch_optional().await?.unwrap_or(0))
}

/// Changes the draft of a pending request, held by the write lock; its new revision.
pub(super) async fn change(db: &mut Db<'_>, id: &str, change: &Change, now: Timestamp) -> Result<Result<u32, TooMuch>, StoreError> {
    let before = of(db, id).await?;
    let revision = before.as_ref().map_or(0, |kept| kept.revision).saturating_add(1);
    let unsent = json(&before.map_or_else(Unsent::default, |kept| kept.unsent).with(change))?;
    if unsent.len() > unsent::MAX_BYTES {
        return Ok(Err(TooMuch(unsent.len())));
    }
    let write = db.query(
        "insert into drafts (elicitation_id, unsent, revision, kept_at) values ($1, $2, $3, $4) \
         on conflict (elicitation_id) do update set unsent = $2, revision = $3, kept_at = $4",
    );
    write.bind(id).bind(&unsent).bind(revision).bind(now.millis()).execute().await?;
    Ok(Ok(revision))
}

pub(super) async fn remove(db: &mut Db<'_>, id: &str) -> Result<(), StoreError> {
    db.query("delete from drafts where elicitation_id = $1").bind(id).execute().await?;
    Ok(())
}
