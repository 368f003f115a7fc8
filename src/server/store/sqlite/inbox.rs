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

/// A statement on the requests `$which` that the reviewer $2 may see (null: an admin, who may see every request) and that have all the words of
/// the JSON array $1.
macro_rules! select {
    ($columns:literal, $which:literal, $rest:literal) => {
        concat!(
            "select ",
            $columns,
            " from elicitations e where ",
            $which,
            " and ($2 is null or e.reviewer_id is null or e.reviewer_id = $2)",
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
                 coalesce(e.decision, e.status) as status, e.created_at, e.expires_at, e.closed_at, e.decided_by, \
                 (select name from reviewers where id = e.reviewer_id) as reviewer",
                $which,
                $order
            ),
        )
    };
}

/// How many there are, and the first $3 of them.
type Statements = (&'static str, &'static str);

const PENDING: Statements = shelf!("e.status = 'pending'", "order by e.expires_at, e.rowid limit $3");
const CLOSED: Statements = shelf!("e.closed_at is not null", "order by e.closed_at desc, e.rowid desc limit $3");

/// A statement on the pending requests that the reviewer $2 may decide; of an admin, $2 is null and $5 who they are.
macro_rules! decidable {
    ($columns:literal, $rest:literal) => {
        select!(
            $columns,
            "e.status = 'pending' and ($2 is not null or e.reviewer_id is null or e.reviewer_id = $5 \
               or exists (select 1 from reviewers r where r.id = e.reviewer_id and r.revoked_at is not null))",
            $rest
        )
    };
}

/// How many of them there are, how many come up to the place ($3, $4), and whether the request there is one of them.
const STANDING: &str = decidable!(
    "count(*), coalesce(sum((e.expires_at, e.rowid) <= ($3, $4)), 0), coalesce(max((e.expires_at, e.rowid) = ($3, $4)), false)",
    ""
);

/// The first after the place ($3, $4) and, after the last, from the start again.
const NEXT: &str = decidable!(
    "e.id",
    "and (e.expires_at, e.rowid) <> ($3, $4) order by (e.expires_at, e.rowid) < ($3, $4), e.expires_at, e.rowid limit 1"
);

/// Where the request of the id $1 stands, if the reviewer $2 may see it.
const PLACE: &str = "select expires_at, rowid from elicitations where id = $1 and ($2 is null or reviewer_id is null or reviewer_id = $2)";

const EVERYTHING: &str = "[]";

/// Whose requests alone `reviewer` sees beside those that are for nobody by name; `None`: everybody's.
fn alone(reviewer: &Reviewer) -> Option<i64> {
    (!reviewer.admin).then_some(reviewer.id)
}

#[async_trait]
impl Inbox for SqliteStore {
    async fn inbox(&self, reviewer: &Reviewer, find: &Find) -> Result<(Shelf, Shelf), StoreError> {
        let (words, whose) = (json!(find.words()).to_string(), alone(reviewer));
        // one look: a request that is decided meanwhile is on one shelf, not on both
        let mut tx = self.readers.begin().await?;
        let pending = shelf(&mut tx, PENDING, &words, whose, find.pending).await?;
        let closed = shelf(&mut tx, CLOSED, &words, whose, find.closed).await?;
        Ok((pending, closed))
    }

    async fn place(&self, reviewer: &Reviewer, id: &str) -> Result<Option<Place>, StoreError> {
        let (whose, who) = (alone(reviewer), reviewer.id);
        let mut tx = self.readers.begin().await?;
        let found = sqlx::query_as::<Sqlite, (i64, i64)>(PLACE).bind(id).bind(whose).fetch_optional(&mut *tx).await?;
        let Some((expires_at, row)) = found else { return Ok(None) };
        let standing = sqlx::query_as::<Sqlite, (i64, i64, bool)>(STANDING).bind(EVERYTHING).bind(whose).bind(expires_at).bind(row);
        let (of, number, listed) = standing.bind(who).fetch_one(&mut *tx).await?;
        let next = sqlx::query_scalar::<Sqlite, String>(NEXT).bind(EVERYTHING).bind(whose).bind(expires_at).bind(row);
        let next = next.bind(who).fetch_optional(&mut *tx).await?;
        Ok(Some(Place { number: listed.then_some(number.unsigned_abs()), of: of.unsigned_abs(), next }))
    }
}

async fn shelf(
    db: &mut SqliteConnection,
    (count, select): Statements,
    words: &str,
    whose: Option<i64>,
    most: u32,
) -> Result<Shelf, StoreError> {
    let total = sqlx::query_scalar::<Sqlite, i64>(count).bind(words).bind(whose).fetch_one(&mut *db).await?;
    let lines = sqlx::query_as::<Sqlite, Line>(select).bind(words).bind(whose).bind(most).fetch_all(&mut *db).await?;
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
            reviewer: row.try_get("reviewer")?,
        })
    }
}
