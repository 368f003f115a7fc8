//! What is PostgreSQL's own (contract § 11). `cargo xtask test postgres` sets a server up and runs these.

mod away;
mod command;

use super::support::postgres::OwnDatabase;

const NEEDED: &str = "COUNTERSIGN_TEST_DATABASE names the server; `cargo xtask test postgres` sets it";

/// A database of the test's own, which there has to be.
async fn own() -> OwnDatabase {
    OwnDatabase::make().await.expect(NEEDED)
}
