//! The audit log as an outsider reads it: verified, and written out. Reads a database that somebody serves, or that nobody may write to, and
//! changes nothing in it.

mod logged;

use std::fmt;

pub(in crate::server::store) use self::logged::RequestRow;
use self::logged::{Logged, SELECT};
use super::{FromRow as _, OpenError, Row, StoreError};
use crate::domain::time::Timestamp;
use crate::server::chain::{End, Link};
use crate::server::clock::rfc3339;
use crate::server::store::driver::Connection;
use crate::server::store::{Database, postgres, sqlite};

/// How many events are read at a time: each may carry a request of some hundred kilobytes.
const BATCH: u32 = 100;

/// The audit log of one moment.
pub struct Log {
    connection: Connection,
}

/// What [`Log::verify`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every event is as it was written, and so is what the requests say that are kept. Whether there were more: compare the end.
    Intact(End),
    Broken(Broken),
}

/// The first event that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its number; `None` when what is wrong belongs to no event.
    pub number: Option<i64>,
    /// Kind, time and request, unless it is missing or can't be read.
    pub event: Option<(String, Timestamp, String)>,
    /// What is wrong.
    pub fault: String,
}

impl Broken {
    fn at(link: &Link, fault: &str) -> Self {
        let event = (link.kind.clone(), link.at, link.elicitation_id.clone());
        Self { number: Some(link.number), event: Some(event), fault: fault.to_owned() }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "event {number}")?;
            if let Some((kind, at, id)) = &self.event {
                write!(f, " ({kind}, {}, request {id})", rfc3339(*at))?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.fault)
    }
}

impl Log {
    /// Opens the log of `database`.
    ///
    /// # Errors
    /// [`OpenError`], to be shown after the database's name.
    pub async fn open(database: &Database) -> Result<Self, OpenError> {
        // all that follows is read as of one moment, whatever a server writes meanwhile
        let connection = match database {
            Database::Sqlite(path) => Connection::Sqlite(Box::new(sqlite::reading::at_one_moment(path).await?)),
            Database::Postgres(address) => Connection::Postgres(Box::new(postgres::reading::at_one_moment(address).await?)),
        };
        Ok(Self { connection })
    }

    /// Follows the chain from its first event, comparing what the requests say.
    ///
    /// # Errors
    /// [`StoreError`] when the file can't be read.
    pub async fn verify(&mut self) -> Result<Verdict, StoreError> {
        let (mut end, mut doubt) = (End::default(), None);
        loop {
            let rows = self.rows(end.number).await?;
            if rows.is_empty() {
                break;
            }
            for row in rows {
                match verified(&row, end) {
                    Ok(logged) => {
                        end = logged.link.end();
                        doubt = doubt.or_else(|| logged.doubt().map(|fault| Broken::at(&logged.link, fault)));
                    }
                    Err(broken) => return Ok(Verdict::Broken(broken)),
                }
            }
        }
        let unmade = |id| Broken { number: None, event: None, fault: format!("request {id}: no event says that it was made") };
        let broken = if doubt.is_some() { doubt } else { self.unmade().await?.map(unmade) };
        Ok(broken.map_or(Verdict::Intact(end), Verdict::Broken))
    }

    /// The lines of up to [`BATCH`] events later than `after`, with the number of the last; `None` at the end.
    ///
    /// # Errors
    /// [`StoreError`] when the file or an event can't be read.
    pub async fn lines(&mut self, after: i64) -> Result<Option<(i64, Vec<String>)>, StoreError> {
        let rows = self.rows(after).await?;
        let mut lines = Vec::with_capacity(rows.len());
        let mut last = None;
        for row in &rows {
            let logged = Logged::from_row(row)?;
            last = Some(logged.link.number);
            lines.push(logged.link.line(logged.content().as_deref()));
        }
        Ok(last.map(|last| (last, lines)))
    }

    /// The number of the event before the first that happened at `time` or later; that of the last event when none did.
    ///
    /// # Errors
    /// [`StoreError`] when the file can't be read.
    pub async fn before(&mut self, time: Timestamp) -> Result<i64, StoreError> {
        let select = "select coalesce((select min(id) - 1 from events where at >= $1), (select max(id) from events), 0)";
        Ok(self.connection.db().query(select).bind(time.millis()).fetch_one().await?)
    }

    async fn rows(&mut self, after: i64) -> Result<Vec<Row>, StoreError> {
        Ok(self.connection.db().query(SELECT).bind(after).bind(BATCH).fetch_rows().await?)
    }

    /// A request that is kept without the event that made it.
    async fn unmade(&mut self) -> Result<Option<String>, StoreError> {
        let select = "select id from elicitations r \
                      where not exists (select 1 from events e where e.elicitation_id = r.id and e.kind = 'created') limit 1";
        Ok(self.connection.db().query(select).fetch_optional().await?)
    }
}

/// The event of `row`, if it is the next of the chain and its request bears it out.
fn verified(row: &Row, end: End) -> Result<Logged, Broken> {
    let expected = end.number + 1;
    if row.get("id").ok() != Some(expected) {
        return Err(Broken { number: Some(expected), event: None, fault: "it is missing".into() });
    }
    let unreadable = |error: sqlx::Error| Broken { number: Some(expected), event: None, fault: format!("it can't be read: {error}") };
    let link = Link::from_row(row).map_err(unreadable)?;
    end.then(&link).map_err(|fault| Broken::at(&link, &fault.to_string()))?;
    let logged = Logged::from_row(row).map_err(|error| Broken::at(&link, &format!("its request can't be read: {error}")))?;
    logged.fault().map_or(Ok(logged), |fault| Err(Broken::at(&link, fault)))
}
