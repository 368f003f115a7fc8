//! A PostgreSQL database of a test's own, where `COUNTERSIGN_TEST_DATABASE` is the address of one whose user may make others.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

/// Where tests are told of a server; without it they run on SQLite.
const SERVER: &str = "COUNTERSIGN_TEST_DATABASE";

/// A database that goes when this does.
pub struct OwnDatabase {
    server: String,
    name: String,
}

impl OwnDatabase {
    /// A new one; `None` when tests are to run on SQLite.
    pub async fn make() -> Option<Self> {
        let server = std::env::var(SERVER).ok().filter(|server| !server.is_empty())?;
        let random = getrandom::u64().unwrap();
        let own = Self { server, name: format!("test_{random:016x}") };
        own.command(format!("create database {}", own.name)).await;
        Some(own)
    }

    /// Its address.
    pub fn address(&self) -> String {
        let (server, _) = self.server.rsplit_once('/').unwrap();
        format!("{server}/{}", self.name)
    }

    /// Has the server do something that is not about what is in the database.
    pub async fn command(&self, sql: String) {
        let mut connection = PgConnection::connect(&self.server).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

impl Drop for OwnDatabase {
    fn drop(&mut self) {
        let drop = self.command(format!("drop database if exists {} with (force)", self.name));
        // a test's runtime may be one thread, which is in here
        std::thread::scope(|scope| {
            let _ = scope
                .spawn(|| tokio::runtime::Builder::new_current_thread().enable_all().build().map(|runtime| runtime.block_on(drop)))
                .join();
        });
    }
}
