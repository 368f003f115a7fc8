//! What a statement gives.

pub(super) mod nul;

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Decode, Postgres, Row as _, Sqlite, Type};

/// A row of either database.
pub(in crate::server::store) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// A column: by its name, or by its place from 0 up.
pub(in crate::server::store) trait Column: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> {}

impl<T: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>> Column for T {}

/// What is made of a row.
pub(in crate::server::store) trait FromRow: Sized {
    fn from_row(row: &Row) -> sqlx::Result<Self>;
}

/// What a column may hold.
pub(in crate::server::store) trait Cell: Sized {
    fn of(row: &Row, column: impl Column) -> sqlx::Result<Self>;
}

impl Row {
    pub(in crate::server::store) fn get<T: Cell>(&self, column: impl Column) -> sqlx::Result<T> {
        T::of(self, column)
    }

    /// As both drivers read it.
    fn read<T>(&self, column: impl Column) -> sqlx::Result<T>
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>,
    {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
    }
}

macro_rules! cells {
    ($($cell:ty),+) => {
        $(impl Cell for $cell {
            fn of(row: &Row, column: impl Column) -> sqlx::Result<Self> {
                row.read(column)
            }
        })+
    };
}

cells!(bool, i64, Option<i64>, Vec<u8>, Option<Vec<u8>>);

impl Cell for u32 {
    fn of(row: &Row, column: impl Column) -> sqlx::Result<Self> {
        Self::try_from(row.read::<i64>(column)?).map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

impl Cell for Option<String> {
    fn of(row: &Row, column: impl Column) -> sqlx::Result<Self> {
        let text = row.read::<Self>(column)?;
        Ok(if matches!(row, Row::Postgres(_)) { text.map(nul::read) } else { text })
    }
}

impl Cell for String {
    fn of(row: &Row, column: impl Column) -> sqlx::Result<Self> {
        Option::of(row, column)?.ok_or_else(|| sqlx::Error::Decode("it is null".into()))
    }
}

impl<T: Cell> FromRow for T {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        row.get(0)
    }
}

impl<A: Cell, B: Cell> FromRow for (A, B) {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok((row.get(0)?, row.get(1)?))
    }
}

impl<A: Cell, B: Cell, C: Cell> FromRow for (A, B, C) {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    }
}
