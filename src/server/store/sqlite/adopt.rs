//! Chains the events of a database from before there was a chain.

use sqlx::{Sqlite, SqliteConnection};

use crate::domain::audit::Kind;
use crate::domain::time::Timestamp;
use crate::server::chain::End;
use crate::server::store::StoreError;
use crate::server::store::driver::Db;
use crate::server::store::sql::insert_event;
use crate::server::store::sql::log::RequestRow;

/// How many events are read at a time.
const BATCH: u32 = 500;

/// Number, request, kind, time, actor.
type Unchained = (i64, String, String, i64, String);

/// Chains what migration 5 left in `unchained`, if it just ran, in their order.
pub(super) async fn adopt(db: &mut SqliteConnection) -> Result<(), StoreError> {
    let table = "select exists (select 1 from sqlite_schema where type = 'table' and name = 'unchained')";
    if !sqlx::query_scalar::<Sqlite, bool>(table).fetch_one(&mut *db).await? {
        return Ok(());
    }
    let (mut end, mut after) = (End::default(), 0);
    loop {
        let select = "select id, elicitation_id, kind, at, actor from unchained where id > $1 order by id limit $2";
        let events = sqlx::query_as::<Sqlite, Unchained>(select).bind(after).bind(BATCH).fetch_all(&mut *db).await?;
        let Some((last, ..)) = events.last() else { break };
        after = *last;
        for event in events {
            end = chain(db, end, event).await?;
        }
    }
    sqlx::query("drop table unchained").execute(db).await?;
    Ok(())
}

async fn chain(db: &mut SqliteConnection, end: End, (_, id, kind, at, actor): Unchained) -> Result<End, StoreError> {
    let kind = Kind::from_word(&kind).ok_or_else(|| StoreError::Corrupt { table: "events", column: "kind", id: id.clone() })?;
    let content = match kind {
        Kind::Created | Kind::Submitted => {
            let mut db = Db::Sqlite(db);
            let select = db.query("select *, '' as agent, '' as reviewer from elicitations where id = $1");
            select.bind(&id).fetch_one::<RequestRow>().await?.content(kind)
        }
        _ => None,
    };
    let link = end.next(&id, kind, Timestamp::from_millis(at), &actor, content.as_deref());
    insert_event(&mut Db::Sqlite(db), &link).await?;
    Ok(link.end())
}
