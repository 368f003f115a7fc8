//! Both drivers behind one face: a statement is written once, and runs on whichever connection it is given.
//!
//! Both databases take `$1`, and what they keep is of four kinds: whole numbers, truth values, texts and bytes.

mod param;
mod row;

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{PgConnection, Postgres, Sqlite, SqliteConnection};
use tokio::sync::OwnedSemaphorePermit;

pub(super) use self::param::Param;
pub(super) use self::row::{FromRow, Row};

/// A connection to run statements on.
pub(super) enum Db<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

/// A connection of a pool, until it is dropped, with its turn where those are given out apart.
pub(super) enum Session {
    Sqlite(PoolConnection<Sqlite>),
    Postgres { connection: PoolConnection<Postgres>, _turn: OwnedSemaphorePermit },
}

/// A transaction, which dropped does nothing.
pub(super) enum Transaction {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres { transaction: sqlx::Transaction<'static, Postgres>, _turn: OwnedSemaphorePermit },
}

/// A connection that belongs to nobody else.
pub(super) enum Connection {
    Sqlite(Box<SqliteConnection>),
    Postgres(Box<PgConnection>),
}

impl Session {
    pub(super) fn db(&mut self) -> Db<'_> {
        match self {
            Self::Sqlite(connection) => Db::Sqlite(connection),
            Self::Postgres { connection, .. } => Db::Postgres(connection),
        }
    }
}

impl Transaction {
    pub(super) fn db(&mut self) -> Db<'_> {
        match self {
            Self::Sqlite(transaction) => Db::Sqlite(transaction),
            Self::Postgres { transaction, .. } => Db::Postgres(transaction),
        }
    }

    pub(super) async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(transaction) => transaction.commit().await,
            Self::Postgres { transaction, .. } => transaction.commit().await,
        }
    }
}

impl Connection {
    pub(super) fn db(&mut self) -> Db<'_> {
        match self {
            Self::Sqlite(connection) => Db::Sqlite(connection),
            Self::Postgres(connection) => Db::Postgres(connection),
        }
    }
}

impl Db<'_> {
    /// The statement `sql`, whose parameters are bound in the order of their numbers.
    pub(super) fn query(&mut self, sql: &'static str) -> Statement<'_> {
        match self {
            Self::Sqlite(connection) => Statement::Sqlite(connection, sqlx::query(sql)),
            Self::Postgres(connection) => Statement::Postgres(connection, sqlx::query(sql)),
        }
    }
}

/// A statement and where it runs.
#[must_use]
pub(super) enum Statement<'c> {
    Sqlite(&'c mut SqliteConnection, Query<'static, Sqlite, SqliteArguments>),
    Postgres(&'c mut PgConnection, Query<'static, Postgres, PgArguments>),
}

impl Statement<'_> {
    pub(super) fn bind<'p>(self, value: impl Into<Param<'p>>) -> Self {
        let value = value.into();
        match self {
            Self::Sqlite(connection, query) => Self::Sqlite(connection, value.bind_sqlite(query)),
            Self::Postgres(connection, query) => Self::Postgres(connection, value.bind_postgres(query)),
        }
    }

    /// How many rows it changed.
    pub(super) async fn execute(self) -> sqlx::Result<u64> {
        Ok(match self {
            Self::Sqlite(connection, query) => query.execute(connection).await?.rows_affected(),
            Self::Postgres(connection, query) => query.execute(connection).await?.rows_affected(),
        })
    }

    pub(super) async fn fetch_optional<T: FromRow>(self) -> sqlx::Result<Option<T>> {
        let row = match self {
            Self::Sqlite(connection, query) => query.fetch_optional(connection).await?.map(Row::Sqlite),
            Self::Postgres(connection, query) => query.fetch_optional(connection).await?.map(Row::Postgres),
        };
        row.as_ref().map(T::from_row).transpose()
    }

    pub(super) async fn fetch_one<T: FromRow>(self) -> sqlx::Result<T> {
        self.fetch_optional().await?.ok_or(sqlx::Error::RowNotFound)
    }

    pub(super) async fn fetch_all<T: FromRow>(self) -> sqlx::Result<Vec<T>> {
        self.fetch_rows().await?.iter().map(T::from_row).collect()
    }

    pub(super) async fn fetch_rows(self) -> sqlx::Result<Vec<Row>> {
        Ok(match self {
            Self::Sqlite(connection, query) => query.fetch_all(connection).await?.into_iter().map(Row::Sqlite).collect(),
            Self::Postgres(connection, query) => query.fetch_all(connection).await?.into_iter().map(Row::Postgres).collect(),
        })
    }
}
