//! Opening a database, whichever it is.

use std::fmt;
use std::path::PathBuf;

use super::postgres::{self, Address, PostgresDatabase};
use super::sql::SqlStore;
use super::sqlite::{self, SqliteFile};

/// Where everything is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In the SQLite file with this path.
    Sqlite(PathBuf),
    Postgres(Address),
}

/// Why a database can't be used, as the end of a sentence about it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Sqlite(#[from] sqlite::OpenError),
    #[error(transparent)]
    Postgres(#[from] postgres::OpenError),
}

impl Database {
    /// Whether it is a file that nobody made yet.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Sqlite(path) if !path.exists())
    }

    /// Opens it, making the file and the tables that are missing.
    ///
    /// # Errors
    /// [`OpenError`], to be shown after its name.
    pub async fn open(&self) -> Result<SqlStore, OpenError> {
        Ok(match self {
            Self::Sqlite(path) => SqlStore::new(SqliteFile::open(path).await?),
            Self::Postgres(address) => SqlStore::new(PostgresDatabase::open(address).await?),
        })
    }
}

/// Its name for people, without any password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => path.display().fmt(f),
            Self::Postgres(address) => address.fmt(f),
        }
    }
}
