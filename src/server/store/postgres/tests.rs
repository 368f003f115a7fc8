//! What is PostgreSQL's own. `cargo xtask test postgres` sets a server up and runs these.

use std::time::Duration;

use tokio::time::Instant;

use super::*;
use crate::server::store::sql::tests::postgres::OwnDatabase;

#[tokio::test]
#[ignore = "needs PostgreSQL: `cargo xtask test postgres` runs it"]
async fn one_writes_at_a_time_and_one_that_stands_still_is_thrown_out() {
    let own = OwnDatabase::make().await.expect("COUNTERSIGN_TEST_DATABASE names a server");
    let address = Address::read(&own.address()).unwrap();
    let (first, second) = (PostgresDatabase::open(&address).await.unwrap(), PostgresDatabase::open(&address).await.unwrap());
    let begun = Instant::now();
    let cut_off = first.write().await.unwrap();
    let mut next = second.write().await.unwrap();
    assert!(begun.elapsed() > Duration::from_secs(9), "both wrote");
    next.db().query("insert into agents (name, admin, created_at) values ('ada', false, 0)").execute().await.unwrap();
    next.commit().await.unwrap();
    assert!(cut_off.commit().await.is_err());
    first.write().await.unwrap().commit().await.unwrap();
    for database in [first, second] {
        database.close().await;
    }
}
