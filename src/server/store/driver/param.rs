//! What is bound to a statement.

use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Postgres, Sqlite};

use super::row::nul;

/// A value for a parameter; `None` is null.
#[derive(Clone, Copy, Debug)]
pub(in crate::server::store) enum Param<'p> {
    Number(Option<i64>),
    Truth(bool),
    Text(Option<&'p str>),
    Bytes(Option<&'p [u8]>),
}

impl Param<'_> {
    pub(super) fn bind_sqlite(self, query: Query<'_, Sqlite, SqliteArguments>) -> Query<'_, Sqlite, SqliteArguments> {
        match self {
            Self::Number(number) => query.bind(number),
            Self::Truth(truth) => query.bind(truth),
            Self::Text(text) => query.bind(text),
            Self::Bytes(bytes) => query.bind(bytes),
        }
    }

    pub(super) fn bind_postgres(self, query: Query<'_, Postgres, PgArguments>) -> Query<'_, Postgres, PgArguments> {
        match self {
            Self::Number(number) => query.bind(number),
            Self::Truth(truth) => query.bind(truth),
            Self::Text(text) => query.bind(text.map(nul::written)),
            Self::Bytes(bytes) => query.bind(bytes),
        }
    }
}

impl From<i64> for Param<'_> {
    fn from(number: i64) -> Self {
        Self::Number(Some(number))
    }
}

impl From<Option<i64>> for Param<'_> {
    fn from(number: Option<i64>) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Param<'_> {
    fn from(number: u32) -> Self {
        Self::Number(Some(number.into()))
    }
}

impl From<bool> for Param<'_> {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl<'p> From<&'p str> for Param<'p> {
    fn from(text: &'p str) -> Self {
        Self::Text(Some(text))
    }
}

impl<'p> From<&'p String> for Param<'p> {
    fn from(text: &'p String) -> Self {
        Self::Text(Some(text))
    }
}

impl<'p> From<Option<&'p str>> for Param<'p> {
    fn from(text: Option<&'p str>) -> Self {
        Self::Text(text)
    }
}

impl<'p> From<&'p [u8]> for Param<'p> {
    fn from(bytes: &'p [u8]) -> Self {
        Self::Bytes(Some(bytes))
    }
}

impl<'p> From<Option<&'p [u8]>> for Param<'p> {
    fn from(bytes: Option<&'p [u8]>) -> Self {
        Self::Bytes(bytes)
    }
}
