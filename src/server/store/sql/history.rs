//! One page of requests.
//!
//! Requests are numbered by `rowid` (SQLite's own; a column of that name in PostgreSQL): in the order in which they were written, whatever the clock said and however many shared a
//! millisecond. What is shown first goes by time; where a history ends goes by number.

use super::{Db, StoreError};
use crate::domain::history::{Page, Until};
use crate::server::store::{Item, Listing};

/// A statement on the requests that `$whose` lets through, up to the number $2 and the time $3. (`+rowid`: to be compared, not searched by.)
macro_rules! select {
    ($columns:literal, $whose:literal, $rest:literal) => {
        concat!("select ", $columns, " from elicitations where ", $whose, " and +rowid <= $2 and created_at <= $3", $rest)
    };
}

macro_rules! count {
    ($whose:literal) => {
        select!("count(*), coalesce(max(rowid), 0)", $whose, "")
    };
}

macro_rules! page {
    ($whose:literal) => {
        select!(
            "id, tool, message, status, created_at, expires_at, case when decision is not null then closed_at end as decided_at",
            $whose,
            " order by created_at desc, rowid desc limit $4 offset $5"
        )
    };
}

/// How many there are, and a page of them: an agent's own, or everybody's.
const OWN: (&str, &str) = (count!("agent_id = $1"), page!("agent_id = $1"));
const ALL: (&str, &str) = (count!("$1 is null"), page!("$1 is null"));

pub(super) async fn list(db: &mut Db<'_>, agent: Option<i64>, until: Until, page: Page) -> Result<Listing, StoreError> {
    let (number, time) = match until {
        Until::Now => (i64::MAX, i64::MAX),
        Until::Time(time) => (i64::MAX, time.millis()),
        Until::Number(number) => (number, i64::MAX),
    };
    let (count, select) = if agent.is_some() { OWN } else { ALL };
    let (total, newest): (i64, i64) = db.query(count).bind(agent).bind(number).bind(time).fetch_one().await?;
    let before = page.number.saturating_sub(1).saturating_mul(page.size.into());
    let items = db.query(select).bind(agent).bind(number).bind(time).bind(page.size).bind(i64::try_from(before).unwrap_or(i64::MAX));
    let items: Vec<Item> = items.fetch_all().await?;
    Ok(Listing { items, total: total.unsigned_abs(), newest })
}
