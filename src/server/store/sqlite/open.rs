//! Opening the file: made with its directory when missing, for its owner alone; checked to be ours; brought up to date.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::Path;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection, SqlitePool};
use tokio::time::Instant;

use super::beacon::Beacon;
use super::health::Written;
use super::{SqliteFile, adopt};
use crate::server::store::StoreError;
use crate::server::store::migrations::{self, Trouble};

/// Every change of the tables since the first release, in order. An applied one is never edited.
const MIGRATIONS: [migrations::Step; 9] = [
    (1, "initial", include_str!("../../../../migrations/0001_initial.sql")),
    (2, "kinds", include_str!("../../../../migrations/0002_kinds.sql")),
    (3, "reviewers", include_str!("../../../../migrations/0003_reviewers.sql")),
    (4, "drafts", include_str!("../../../../migrations/0004_drafts.sql")),
    (5, "chain", include_str!("../../../../migrations/0005_chain.sql")),
    (6, "limits", include_str!("../../../../migrations/0006_limits.sql")),
    (7, "named", include_str!("../../../../migrations/0007_named.sql")),
    (8, "identities", include_str!("../../../../migrations/0008_identities.sql")),
    (9, "issuers", include_str!("../../../../migrations/0009_issuers.sql")),
];

/// How long a writer of another process may hold the file before we give up.
pub(super) const BUSY: Duration = Duration::from_secs(5);

/// How soon to try the file again that is locked while it is made WAL.
const AGAIN: Duration = Duration::from_millis(20);

/// How long a unit of work may queue for its connection.
const QUEUE: Duration = Duration::from_secs(30);

const READERS: u32 = 4;

/// Why the file can't be used, as the end of a sentence about it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}; check the permissions there, or give another path with --database")]
    File(#[from] io::Error),
    #[error("there is no such file; give the path of one with --database")]
    Missing,
    #[error("it is a directory; give the path of a file")]
    Directory,
    #[error("it holds something else than a Countersign database; give another path")]
    Foreign,
    #[error("a newer Countersign wrote it; run that one")]
    Newer,
    #[error("an older Countersign wrote it, whose events are not chained; start `countersign serve` on it once")]
    Unchained,
    #[error("it can't be written to; check its permissions and those of its directory")]
    ReadOnly,
    #[error("another program keeps it locked; stop that one and try again")]
    Locked,
    #[error("it is damaged; restore it from a backup, or give another path")]
    Damaged,
    #[error("the disk is full; make space there and try again")]
    Full,
    #[error("{0}; check its permissions and those of its directory, or give another path")]
    Driver(sqlx::Error),
}

impl SqliteFile {
    /// Opens the database at `path`, making what is missing.
    ///
    /// # Errors
    /// [`OpenError`], to be shown after the path.
    pub(in crate::server::store) async fn open(path: &Path) -> Result<Self, OpenError> {
        make(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // what is removed leaves the file too, not only the tables
            .pragma("secure_delete", "on")
            .busy_timeout(BUSY);
        let writer = first(&options).await?;
        migrate(&writer, MIGRATIONS.len()).await?;
        let readers = pool(READERS).connect_with(options.pragma("query_only", "on")).await?;
        Ok(Self { writer, readers, beacon: Beacon::beside(path), written: Written::default() })
    }
}

/// The writer's connection, which makes the file WAL. SQLite does not wait for its lock while it does that, so we do.
async fn first(options: &SqliteConnectOptions) -> Result<SqlitePool, OpenError> {
    let gives_up = Instant::now() + BUSY;
    loop {
        match pool(1).connect_with(options.clone()).await.map_err(OpenError::from) {
            Err(OpenError::Locked) if Instant::now() < gives_up => tokio::time::sleep(AGAIN).await,
            opened => return opened,
        }
    }
}

/// A pool that keeps its connections: a closed one would lose its prepared statements, and the last one closed the WAL.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        .acquire_timeout(QUEUE)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .after_release(|connection, _| Box::pin(whole(connection)))
}

/// Whether a connection is as good as new. At a full disk SQLite rolls back by itself, which the driver does not notice: it would take the
/// connection to be in a transaction for ever, and refuse the next one.
async fn whole(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    // after the rollback that a dropped transaction has asked for
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// Makes the file (0600) and its directory (0700) unless they exist. SQLite gives its own side files the mode of the main one.
fn make(path: &Path) -> Result<(), OpenError> {
    if path.is_dir() {
        return Err(OpenError::Directory);
    }
    if let Some(directory) = path.parent().filter(|directory| !directory.exists()) {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(directory)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => may_write(path),
        Err(error) => Err(error.into()),
    }
}

/// SQLite opens a file that it may not write to all the same, and fails at the first write.
fn may_write(path: &Path) -> Result<(), OpenError> {
    match OpenOptions::new().write(true).open(path) {
        Ok(_) => Ok(()),
        Err(error) if matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) => {
            Err(OpenError::ReadOnly)
        }
        Err(error) => Err(error.into()),
    }
}

/// Applies those of the first `count` migrations that are missing, all in one immediate transaction: of two processes that start at once, one waits and finds them done.
pub(super) async fn migrate(writer: &SqlitePool, count: usize) -> Result<(), OpenError> {
    let mut tx = writer.begin_with("begin immediate").await?;
    if matches!(tables(&mut tx).await?, (1.., 0)) {
        return Err(OpenError::Foreign);
    }
    migrations::migrator(&MIGRATIONS[..count]).run(&mut *tx).await?;
    adopt::adopt(&mut tx).await?;
    tx.commit().await?;
    Ok(())
}

/// The versions of the migrations that a database of ours has had.
pub(super) async fn applied(db: &mut SqliteConnection) -> Result<Vec<i64>, OpenError> {
    if matches!(tables(db).await?, (_, 0)) {
        return Err(OpenError::Foreign);
    }
    let versions: Vec<i64> = sqlx::query_scalar("select version from _sqlx_migrations order by version").fetch_all(db).await?;
    if migrations::all_known(&MIGRATIONS, &versions) { Ok(versions) } else { Err(OpenError::Newer) }
}

/// How many tables there are, and how many that tell of migrations: without one it is somebody else's file.
async fn tables(db: &mut SqliteConnection) -> Result<(i64, i64), OpenError> {
    let tables = "select count(*), count(*) filter (where name = '_sqlx_migrations') from sqlite_schema where type = 'table'";
    Ok(sqlx::query_as(tables).fetch_one(db).await?)
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        // SQLite's primary result codes: the low byte of the extended one
        let code = error.as_database_error().and_then(|error| error.code()).and_then(|code| code.parse::<i32>().ok());
        match code.map(|code| code & 0xff) {
            Some(5 | 6) => Self::Locked,
            Some(8 | 14) => Self::ReadOnly,
            Some(11) => Self::Damaged,
            Some(13) => Self::Full,
            Some(26) => Self::Foreign,
            _ => Self::Driver(error),
        }
    }
}

impl From<StoreError> for OpenError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Driver(error) => error.into(),
            StoreError::NameTaken | StoreError::TooManyPending | StoreError::Unreachable | StoreError::Corrupt { .. } => Self::Damaged,
        }
    }
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        match error.into() {
            Trouble::Newer => Self::Newer,
            Trouble::Foreign => Self::Foreign,
            Trouble::Driver(error) => error.into(),
        }
    }
}
