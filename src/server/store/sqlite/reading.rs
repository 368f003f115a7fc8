//! Reading a file that somebody serves, or that nobody may write to.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};

use super::open::{BUSY, OpenError, applied};

/// The migration that chained the events.
const CHAINED: i64 = 5;

/// A connection that reads all as of this moment.
///
/// # Errors
/// [`OpenError`], to be shown after the path.
pub(in crate::server::store) async fn at_one_moment(path: &Path) -> Result<SqliteConnection, OpenError> {
    let mut db = connect(path).await?;
    if !applied(&mut db).await?.contains(&CHAINED) {
        return Err(OpenError::Unchained);
    }
    sqlx::query("begin").execute(&mut db).await?;
    Ok(db)
}

/// A connection that reads. A file that lies where nobody may write, with no one at work on it, is read as one that does not change.
pub(super) async fn connect(path: &Path) -> Result<SqliteConnection, OpenError> {
    if !path.exists() {
        return Err(OpenError::Missing);
    }
    if path.is_dir() {
        return Err(OpenError::Directory);
    }
    let options = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(BUSY);
    match opened(&options).await {
        Err(OpenError::ReadOnly) if !at_work(path) => opened(&options.immutable(true)).await,
        tried => tried,
    }
}

async fn opened(options: &SqliteConnectOptions) -> Result<SqliteConnection, OpenError> {
    let mut db = SqliteConnection::connect_with(options).await?;
    // the file is looked at by the first statement
    applied(&mut db).await?;
    Ok(db)
}

/// Whether there are writes that are not in the file yet.
fn at_work(path: &Path) -> bool {
    let mut wal = path.as_os_str().to_owned();
    wal.push("-wal");
    std::fs::metadata(wal).is_ok_and(|wal| wal.len() > 0)
}
