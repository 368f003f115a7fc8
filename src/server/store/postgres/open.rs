//! Opening the database: reached, checked to be ours, brought up to date.

use std::io;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};
use tokio::time::timeout;

use super::address::Address;
use super::beacon::Beacon;
use super::pool::Pool;
use super::{LOCK, PostgresDatabase, READERS, TAKE, WRITERS};
use crate::server::store::migrations::{self, Trouble};

/// Every change of the tables since the first release, in order. An applied one is never edited.
const MIGRATIONS: [migrations::Step; 1] = [(1, "initial", include_str!("../../../../migrations/postgres/0001_initial.sql"))];

/// How long the server may take to let us in at the start.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a transaction waits for the lock, and may stand still with it: a server that is cut off must not hold up the others.
const WRITING: [(&str, &str); 2] = [("lock_timeout", "15s"), ("idle_in_transaction_session_timeout", "10s")];

/// Why the database can't be used, as the end of a sentence about it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("it can't be reached ({0}); start PostgreSQL, or give another host and port with --database")]
    Unreachable(String),
    #[error("the way to it can't be made private ({0}); see to its certificate, or give another sslmode")]
    Tls(String),
    #[error("it does not take the password of {0}, or needs one; give it with --database, PGPASSWORD or ~/.pgpass")]
    Password(String),
    #[error("it does not let {0} in: {1}")]
    Refused(String, String),
    #[error("there is no database {0} on that server; make it with `createdb {0}`, or give another")]
    Missing(String),
    #[error("it holds something else than a Countersign database; give another")]
    Foreign,
    #[error("there is nothing in it yet; start `countersign serve` on it once")]
    Empty,
    #[error("a newer Countersign wrote it; run that one")]
    Newer,
    #[error("{0} may not make or use tables there ({1}); make {0} the owner of the database")]
    Rights(String, String),
    #[error("its encoding is {0}; make one with `createdb --encoding UTF8 --template template0`")]
    Encoding(String),
    #[error("it can't be written to, as on a standby; give the primary server")]
    ReadOnly,
    #[error("the server takes no more connections; raise its max_connections, or stop something")]
    Crowded,
    #[error("{0}")]
    Driver(sqlx::Error),
}

impl PostgresDatabase {
    /// Opens the database at `address`, making the tables that are missing.
    ///
    /// # Errors
    /// [`OpenError`], to be shown after the address.
    pub(in crate::server::store) async fn open(address: &Address) -> Result<Self, OpenError> {
        let mut db = connect(address).await?;
        migrate(&mut db, address).await?;
        db.close().await.map_err(|error| OpenError::of(error, address))?;
        let writers = Pool::new(WRITERS, address.options().options(WRITING));
        let readers = Pool::new(READERS, address.options());
        let beacon = Beacon::new(readers.clone());
        Ok(Self { writers, readers, beacon })
    }
}

/// A connection of its own, which says at once what is wrong.
pub(super) async fn connect(address: &Address) -> Result<PgConnection, OpenError> {
    let options: PgConnectOptions = address.options();
    match timeout(PATIENCE, PgConnection::connect_with(&options)).await {
        Ok(connected) => connected.map_err(|error| OpenError::of(error, address)),
        Err(_) => Err(OpenError::Unreachable(format!("it does not answer within {} s", PATIENCE.as_secs()))),
    }
}

/// Applies the migrations that are missing, all in one transaction, which holds the lock: of two servers that start at once, one waits and finds
/// them done.
async fn migrate(db: &mut PgConnection, address: &Address) -> Result<(), OpenError> {
    let of = |error| OpenError::of(error, address);
    let encoding: String = sqlx::query_scalar("show server_encoding").fetch_one(&mut *db).await.map_err(of)?;
    if encoding != "UTF8" {
        return Err(OpenError::Encoding(encoding));
    }
    let mut tx = db.begin().await.map_err(of)?;
    let reads_only: bool =
        sqlx::query_scalar("select current_setting('transaction_read_only')::boolean").fetch_one(&mut *tx).await.map_err(of)?;
    if reads_only {
        return Err(OpenError::ReadOnly);
    }
    sqlx::query(TAKE).bind(LOCK).execute(&mut *tx).await.map_err(of)?;
    // what is applied already needs no right to make tables
    if applied(&mut tx).await?.is_none_or(|versions| versions.len() < MIGRATIONS.len()) {
        migrations::migrator(&MIGRATIONS).run(&mut *tx).await.map_err(|error| OpenError::migrating(error, address))?;
    }
    tx.commit().await.map_err(of)
}

/// The versions of the migrations that a database of ours has had; `None` when there is nothing in it.
pub(super) async fn applied(db: &mut PgConnection) -> Result<Option<Vec<i64>>, OpenError> {
    let tables = "select count(*), count(*) filter (where relname in ('_sqlx_migrations', 'elicitations')) \
                  from pg_class c join pg_namespace n on n.oid = c.relnamespace \
                  where n.nspname = current_schema() and c.relkind in ('r', 'p') \
                    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')";
    let (all, ours): (i64, i64) = sqlx::query_as(tables).fetch_one(&mut *db).await.map_err(OpenError::Driver)?;
    match (all, ours) {
        (0, _) => return Ok(None),
        (_, 2) => {}
        _ => return Err(OpenError::Foreign),
    }
    let versions = sqlx::query_scalar("select version from _sqlx_migrations order by version").fetch_all(db).await;
    let versions: Vec<i64> = versions.map_err(OpenError::Driver)?;
    if migrations::all_known(&MIGRATIONS, &versions) { Ok(Some(versions)) } else { Err(OpenError::Newer) }
}

impl OpenError {
    /// What `error` means to whoever gave `address`.
    pub(super) fn of(error: sqlx::Error, address: &Address) -> Self {
        let user = || address.user().to_owned();
        match &error {
            // a certificate that does not do
            sqlx::Error::Io(why) if why.kind() == io::ErrorKind::InvalidData => Self::Tls(why.to_string()),
            sqlx::Error::Io(why) => Self::Unreachable(why.to_string()),
            sqlx::Error::Tls(why) => Self::Tls(why.to_string()),
            sqlx::Error::Configuration(why) => Self::Password(why.to_string()),
            sqlx::Error::Database(told) => match told.code().as_deref() {
                Some("28P01") => Self::Password(user()),
                Some("28000") => Self::Refused(user(), told.message().to_owned()),
                Some("3D000") => Self::Missing(address.database().to_owned()),
                Some("42501") => Self::Rights(user(), told.message().to_owned()),
                Some("25006") => Self::ReadOnly,
                Some("53300") => Self::Crowded,
                Some("57P03") => Self::Unreachable(told.message().to_owned()),
                _ => Self::Driver(error),
            },
            _ => Self::Driver(error),
        }
    }

    fn migrating(error: MigrateError, address: &Address) -> Self {
        match error.into() {
            Trouble::Newer => Self::Newer,
            Trouble::Foreign => Self::Foreign,
            Trouble::Driver(error) => Self::of(error, address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_is_not_there_is_told_from_one_that_shows_no_good_certificate() {
        let address = Address::read("postgres://ada@db.example/reviews").unwrap();
        let told = |kind| OpenError::of(sqlx::Error::Io(io::Error::new(kind, "why")), &address).to_string();
        assert!(told(io::ErrorKind::ConnectionRefused).contains("can't be reached (why); start PostgreSQL"));
        assert!(told(io::ErrorKind::InvalidData).contains("(why); see to its certificate"));
    }
}
