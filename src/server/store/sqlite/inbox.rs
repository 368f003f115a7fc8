//! The inbox: lists of requests as a reviewer may see them.

use async_trait::async_trait;
use serde_json::json;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row as _, Sqlite, SqliteConnection};

use super::SqliteStore;
use crate::domain::elicitation::Status;
use crate::domain::inbox::Find;
use crate::domain::request::Kind;
use crate::domain::time::Timestamp;
use crate::server::auth::Reviewer;
use crate::server::store::{Inbox, Line, Place, Shelf, StoreError};

/// A statement on the requests `$which` that a reviewer may see (today: every request) and that have all the words of the JSON array $1.
macro_rules! select {
    ($columns:literal, $which:literal, $rest:literal) => {
        concat!(
            "select ",
            $columns,
            " from elicitations e where ",
            $which,
            " and ($1 = '[]' or not exists (select 1 from json_each($1) as word where instr(e.searchable, word.value) = 0)) ",
            $rest
        )
    };
}

macro_rules! shelf {
    ($which:literal, $order:literal) => {
        (
            select!("count(*)", $which, ""),
            select!(
                "e.id, e.tool, e.size, substr(e.message, 1, 400) as message, (select name from agents where id = e.agent_id) as agent, \
                 coalesce(e.decision, e.status) as status, e.created_at, e.expires_at, e.closed_at, e.decided_by",
                $which,
                $order
            ),
        )
    };
}

/// How many there are, and the first $2 of them.
type Statements = (&'static str, &'static str);

const PENDING: Statements = shelf!("e.status = 'pending'", "order by e.expires_at, e.rowid limit $2");
const CLOSED: Statements = shelf!("e.closed_at is not null", "order by e.closed_at desc, e.rowid desc limit $2");

/// How many are pending, and how many of them come up to the place ($2, $3).
const STANDING: &str = select!("count(*), coalesce(sum((e.expires_at, e.rowid) <= ($2, $3)), 0)", "e.status = 'pending'", "");

/// The first after the place ($2, $3) and, after the last, from the start again.
const NEXT: &str = select!(
    "e.id",
    "e.status = 'pending' and (e.expires_at, e.rowid) <> ($2, $3)",
    "order by (e.expires_at, e.rowid) < ($2, $3), e.expires_at, e.rowid limit 1"
);

const EVERYTHING: &str = "[]";

#[async_trait]
impl Inbox for SqliteStore {
    async fn inbox(&self, _: &Reviewer, find: &Find) -> Result<(Shelf, Shelf), StoreError> {
        let words = json!(find.words()).to_string();
        // one look: a request that is decided meanwhile is on one shelf, not on both
        let mut tx = self.readers.begin().await?;
        let pending = shelf(&mut tx, PENDING, &words, find.pending).await?;
        let closed = shelf(&mut tx, CLOSED, &words, find.closed).await?;
        Ok((pending, closed))
    }

    async fn place(&self, _: &Reviewer, id: &str) -> Result<Option<Place>, StoreError> {
        let mut tx = self.readers.begin().await?;
        let select = "select expires_at, rowid, status = 'pending' from elicitations where id = $1";
        let found = sqlx::query_as::<Sqlite, (i64, i64, bool)>(select).bind(id).fetch_optional(&mut *tx).await?;
        let Some((expires_at, row, pending)) = found else { return Ok(None) };
        let standing = sqlx::query_as::<Sqlite, (i64, i64)>(STANDING).bind(EVERYTHING).bind(expires_at).bind(row);
        let (of, number) = standing.fetch_one(&mut *tx).await?;
        let next = sqlx::query_scalar::<Sqlite, String>(NEXT).bind(EVERYTHING).bind(expires_at).bind(row);
        let next = next.fetch_optional(&mut *tx).await?;
        Ok(Some(Place { number: pending.then_some(number.unsigned_abs()), of: of.unsigned_abs(), next }))
    }
}

async fn shelf(db: &mut SqliteConnection, (count, select): Statements, words: &str, most: u32) -> Result<Shelf, StoreError> {
    let total = sqlx::query_scalar::<Sqlite, i64>(count).bind(words).fetch_one(&mut *db).await?;
    let lines = sqlx::query_as::<Sqlite, Line>(select).bind(words).bind(most).fetch_all(&mut *db).await?;
    Ok(Shelf { total: total.unsigned_abs(), lines })
}

impl FromRow<'_, SqliteRow> for Line {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let word = |column: &str| row.try_get::<String, _>(column);
        let unknown = |word: String| sqlx::Error::Decode(format!("{word:?} is none of ours").into());
        let time = |column| Ok::<_, sqlx::Error>(Timestamp::from_millis(row.try_get(column)?));
        let (tool, status) = (word("tool")?, word("status")?);
        Ok(Self {
            id: row.try_get("id")?,
            kind: Kind::of(&tool).ok_or_else(|| unknown(tool))?,
            size: row.try_get("size")?,
            message: row.try_get("message")?,
            agent: row.try_get("agent")?,
            status: Status::from_word(&status).ok_or_else(|| unknown(status))?,
            created_at: time("created_at")?,
            expires_at: time("expires_at")?,
            closed_at: row.try_get::<Option<i64>, _>("closed_at")?.map(Timestamp::from_millis),
            decided_by: row.try_get("decided_by")?,
        })
    }
}
