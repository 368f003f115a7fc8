//! Reading a database that others may be writing to.

use sqlx::{Connection as _, PgConnection};

use super::address::Address;
use super::open::{OpenError, applied, connect};

/// Begins a transaction that reads as of one moment.
pub(super) const ONE_MOMENT: &str = "begin isolation level repeatable read, read only";

/// A connection that reads all as of this moment.
///
/// # Errors
/// [`OpenError`], to be shown after the address.
pub(in crate::server::store) async fn at_one_moment(address: &Address) -> Result<PgConnection, OpenError> {
    let mut db = connect(address).await?;
    if applied(&mut db).await?.is_none() {
        db.close().await.map_err(|error| OpenError::of(error, address))?;
        return Err(OpenError::Empty);
    }
    sqlx::query(ONE_MOMENT).execute(&mut db).await.map_err(|error| OpenError::of(error, address))?;
    Ok(db)
}
