//! A consistent copy of the file, made while others read and write it.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use sqlx::{Connection as _, Sqlite};

use super::open::OpenError;
use super::reading::connect;
use crate::server::store::{self, Database, Log, StoreError, Verdict};

/// What became of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copied {
    /// It is whole; what its audit log says for itself. `None`: an older release wrote it, before events were chained.
    Whole(Option<Verdict>),
    /// What SQLite finds wrong with it, which is what is wrong with the original.
    Damaged(String),
}

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("can't open the database {path}: {reason}")]
    Open { path: String, reason: store::OpenError },
    #[error("can't write the backup {path}: {reason}")]
    Write { path: String, reason: String },
    #[error("the backup failed: {0}")]
    Copy(#[from] StoreError),
}

/// Copies the database at `from`, as it is at this moment, to the new file `to`, which is its owner's alone; then reads it again, to see that it
/// is whole.
///
/// # Errors
/// [`BackupError`]; nothing is left at `to` then that was not there before.
pub async fn backup(from: &Path, to: &Path) -> Result<Copied, BackupError> {
    let opened = |path: &Path| {
        let path = path.display().to_string();
        move |reason| BackupError::Open { path, reason }
    };
    let mut db = connect(from).await.map_err(store::OpenError::from).map_err(opened(from))?;
    let file = make(to).map_err(|error| BackupError::Write { path: to.display().to_string(), reason: told(&error) })?;
    let copy = async {
        let into = to.to_str().ok_or_else(|| io::Error::other("its name is no UTF-8")).map_err(sqlx::Error::Io);
        // one read transaction, so all of it is of one moment; SQLite takes the empty file that is there
        sqlx::query("vacuum into $1").bind(into?).execute(&mut db).await?;
        file.sync_all().and_then(|()| File::open(to.parent().unwrap_or(to))?.sync_all()).map_err(sqlx::Error::Io)?;
        Ok::<_, StoreError>(())
    };
    let checked = match copy.await {
        Ok(()) => check(to).await.map_err(opened(to)),
        Err(error) => Err(error.into()),
    };
    if checked.is_err() {
        // half a copy is worse than none
        let _ = std::fs::remove_file(to);
    }
    let _ = db.close().await;
    checked
}

/// Makes the file, which must not exist.
fn make(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn told(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AlreadyExists => "it exists already, and is not overwritten; give another path".to_owned(),
        _ => format!("{error}; give a path in a directory that there is and that can be written to"),
    }
}

async fn check(path: &Path) -> Result<Copied, store::OpenError> {
    let mut db = connect(path).await?;
    let found = sqlx::query_scalar::<Sqlite, String>("pragma integrity_check(1)").fetch_one(&mut db).await.map_err(OpenError::from)?;
    let _ = db.close().await;
    if found != "ok" {
        return Ok(Copied::Damaged(found));
    }
    match Log::open(&Database::Sqlite(path.to_owned())).await {
        Ok(mut log) => Ok(Copied::Whole(Some(log.verify().await.map_err(OpenError::from)?))),
        Err(store::OpenError::Sqlite(OpenError::Unchained)) => Ok(Copied::Whole(None)),
        Err(error) => Err(error),
    }
}
