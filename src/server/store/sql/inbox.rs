//! The inbox: lists of requests as a reviewer may see them.

use super::row::{time, word};
use super::{Db, FromRow, Row, SqlStore};
use crate::domain::elicitation::Status;
use crate::domain::inbox::Find;
use crate::domain::request::Kind;
use crate::domain::time::Timestamp;
use crate::server::auth::Reviewer;
use crate::server::store::{Inbox, Line, Place, Shelf, StoreError};
use async_trait::async_trait;
use serde_json::json;

/// A statement on the requests `$which` that the reviewer $2 may see (null: an admin, who may see every request) and that have all the words of
/// the list $1, which `$words` says in a database's own terms.
macro_rules! select {
    ($words:literal, $columns:literal, $which:literal, $rest:literal) => {
        concat!(
            "select ",
            $columns,
            " from elicitations e where ",
            $which,
            " and ($2 is null or e.reviewer_id is null or e.reviewer_id = $2) and ",
            $words,
            $rest
        )
    };
}

macro_rules! shelf {
    ($words:literal, $which:literal, $order:literal) => {
        (
            select!($words, "count(*)", $which, ""),
            select!(
                $words,
                "e.id, e.tool, e.size, substr(e.message, 1, 400) as message, (select name from agents where id = e.agent_id) as agent, \
                 coalesce(e.decision, e.status) as status, e.created_at, e.expires_at, e.closed_at, e.decided_by, \
                 (select name from reviewers where id = e.reviewer_id) as reviewer",
                $which,
                $order
            ),
        )
    };
}

/// A statement on the pending requests that the reviewer $2 may decide; of an admin, $2 is null and $5 who they are.
macro_rules! decidable {
    ($words:literal, $columns:literal, $rest:literal) => {
        select!(
            $words,
            $columns,
            "e.status = 'pending' and ($2 is not null or e.reviewer_id is null or e.reviewer_id = $5 \
               or exists (select 1 from reviewers r where r.id = e.reviewer_id and r.revoked_at is not null))",
            $rest
        )
    };
}

macro_rules! statements {
    ($words:literal) => {
        Statements {
            pending: shelf!($words, "e.status = 'pending'", " order by e.expires_at, e.rowid limit $3"),
            closed: shelf!($words, "e.closed_at is not null", " order by e.closed_at desc, e.rowid desc limit $3"),
            standing: decidable!(
                $words,
                "count(*), count(*) filter (where (e.expires_at, e.rowid) <= ($3, $4)), \
                 count(*) filter (where (e.expires_at, e.rowid) = ($3, $4)) > 0",
                ""
            ),
            next: decidable!(
                $words,
                "e.id",
                " and (e.expires_at, e.rowid) <> ($3, $4) order by (e.expires_at, e.rowid) < ($3, $4), e.expires_at, e.rowid limit 1"
            ),
        }
    };
}

struct Statements {
    /// How many there are, and the first $3 of them.
    pending: Shelved,
    closed: Shelved,
    /// How many there are to decide, how many come up to the place ($3, $4), and whether the request there is one of them.
    standing: &'static str,
    /// The first after the place ($3, $4) and, after the last, from the start again.
    next: &'static str,
}

type Shelved = (&'static str, &'static str);

const SQLITE: Statements =
    statements!("($1 = '[]' or not exists (select 1 from json_each($1) as word where instr(e.searchable, word.value) = 0))");

const POSTGRES: Statements = statements!(
    "($1 = '' or not exists (select 1 from unnest(string_to_array($1, chr(10))) as word where strpos(e.searchable, word) = 0))"
);

/// The statements for `db`, and `words` as the list that they take.
fn statements(db: &Db<'_>, words: &[String]) -> (&'static Statements, String) {
    match db {
        Db::Sqlite(_) => (&SQLITE, json!(words).to_string()),
        // a word has no white space in it, and what JSON can say PostgreSQL's can't always
        Db::Postgres(_) => (&POSTGRES, words.join("\n")),
    }
}

/// Where the request of the id $1 stands, if the reviewer $2 may see it.
const PLACE: &str = "select expires_at, rowid from elicitations where id = $1 and ($2 is null or reviewer_id is null or reviewer_id = $2)";

/// Whose requests alone `reviewer` sees beside those that are for nobody by name; `None`: everybody's.
fn alone(reviewer: &Reviewer) -> Option<i64> {
    (!reviewer.admin).then_some(reviewer.id)
}

#[async_trait]
impl Inbox for SqlStore {
    async fn inbox(&self, reviewer: &Reviewer, find: &Find) -> Result<(Shelf, Shelf), StoreError> {
        let whose = alone(reviewer);
        // one look: a request that is decided meanwhile is on one shelf, not on both
        let mut tx = self.engine.look().await?;
        let db = &mut tx.db();
        let (statements, words) = statements(db, &find.words());
        let pending = shelf(db, statements.pending, &words, whose, find.pending).await?;
        let closed = shelf(db, statements.closed, &words, whose, find.closed).await?;
        Ok((pending, closed))
    }

    async fn place(&self, reviewer: &Reviewer, id: &str) -> Result<Option<Place>, StoreError> {
        let (whose, who) = (alone(reviewer), reviewer.id);
        let mut tx = self.engine.look().await?;
        let db = &mut tx.db();
        let (statements, all) = statements(db, &[]);
        let found = db.query(PLACE).bind(id).bind(whose).fetch_optional::<(i64, i64)>().await?;
        let Some((expires_at, row)) = found else { return Ok(None) };
        let standing = db.query(statements.standing).bind(&all).bind(whose).bind(expires_at).bind(row).bind(who);
        let (of, number, listed) = standing.fetch_one::<(i64, i64, bool)>().await?;
        let next = db.query(statements.next).bind(&all).bind(whose).bind(expires_at).bind(row).bind(who).fetch_optional().await?;
        Ok(Some(Place { number: listed.then_some(number.unsigned_abs()), of: of.unsigned_abs(), next }))
    }
}

async fn shelf(db: &mut Db<'_>, (count, select): Shelved, words: &str, whose: Option<i64>, most: u32) -> Result<Shelf, StoreError> {
    let total: i64 = db.query(count).bind(words).bind(whose).fetch_one().await?;
    let lines: Vec<Line> = db.query(select).bind(words).bind(whose).bind(most).fetch_all().await?;
    Ok(Shelf { total: total.unsigned_abs(), lines })
}

impl FromRow for Line {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            kind: word(row, "tool", Kind::of)?,
            size: row.get("size")?,
            message: row.get("message")?,
            agent: row.get("agent")?,
            status: word(row, "status", Status::from_word)?,
            created_at: time(row, "created_at")?,
            expires_at: time(row, "expires_at")?,
            closed_at: row.get::<Option<i64>>("closed_at")?.map(Timestamp::from_millis),
            decided_by: row.get("decided_by")?,
            reviewer: row.get("reviewer")?,
        })
    }
}
