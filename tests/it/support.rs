//! The real server in this process, on a port of its own and a database of its own (of PostgreSQL's where `COUNTERSIGN_TEST_DATABASE` says so), by a clock that the test sets; and callers for both sides.

pub mod browser;
pub mod client;
pub mod host;
pub mod postgres;
pub mod process;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use countersign::domain::time::Timestamp;
use countersign::server::auth::Secret;
use countersign::server::clock::Clock;
use countersign::server::config::{CALLS_PER_MINUTE, Config, MAX_PENDING};
use countersign::server::run::{Running, start};
use countersign::server::service::Door;
use countersign::server::store::postgres::Address;
use countersign::server::store::{Database, Event};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use tempfile::TempDir;

pub use client::{Agent, Decided, Reviewer};
use postgres::OwnDatabase;

/// A clock that stands still until it is told to move.
pub struct TestClock(AtomicI64);

impl TestClock {
    pub fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// A running server and what a test needs to talk to it.
pub struct TestApp {
    pub running: Running,
    pub clock: Arc<TestClock>,
    http: reqwest::Client,
    // kept until the test ends: the database is in one of them
    _directory: TempDir,
    own: Option<OwnDatabase>,
}

impl TestApp {
    pub async fn spawn() -> Self {
        Self::spawn_at(None).await
    }

    /// A server that goes by `public_url`.
    pub async fn spawn_at(public_url: Option<&str>) -> Self {
        Self::spawn_with(|config| Config { public_url: public_url.map(str::to_owned), ..config }).await
    }

    /// A server on a file, whatever other tests run on.
    pub async fn on_a_file() -> Self {
        Self::spawn_on(None, |config| config).await
    }

    /// A server whose configuration `change` makes.
    pub async fn spawn_with(change: impl FnOnce(Config) -> Config) -> Self {
        Self::spawn_on(OwnDatabase::make().await, change).await
    }

    async fn spawn_on(own: Option<OwnDatabase>, change: impl FnOnce(Config) -> Config) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            public_url: None,
            database: match &own {
                Some(own) => Database::Postgres(Address::read(&own.address()).unwrap()),
                None => Database::Sqlite(directory.path().join("countersign.db")),
            },
            retention_days: 90,
            calls_per_minute: CALLS_PER_MINUTE,
            max_pending: MAX_PENDING,
            require_sign_in: false,
            openid: None,
            oauth_issuer: None,
        };
        let clock = Arc::new(TestClock(AtomicI64::new(1_769_851_800_000)));
        let running = start(change(config), clock.clone()).await.unwrap();
        Self { running, clock, http: client::http(), _directory: directory, own }
    }

    /// The PostgreSQL database that was made for it, if it is on one.
    pub const fn own(&self) -> Option<&OwnDatabase> {
        self.own.as_ref()
    }

    /// Another server on the same database, by the same clock.
    pub async fn beside(&self) -> Self {
        let clock = self.clock.clone();
        let config = Config { listen: "127.0.0.1:0".parse().unwrap(), public_url: None, ..(*self.running.config).clone() };
        let running = start(config, clock.clone()).await.unwrap();
        Self { running, clock, http: client::http(), _directory: tempfile::tempdir().unwrap(), own: None }
    }

    /// The link of a request, wherever it was made, as it leads to this server.
    pub fn here(&self, review_url: &str) -> String {
        format!("{}{}", self.running.config.public_url(), browser::path(review_url))
    }

    /// A client without any credentials.
    pub fn http(&self) -> &reqwest::Client {
        &self.http
    }

    /// A new agent with a token of its own.
    pub async fn agent(&self, name: &str) -> Agent {
        self.with_token(name, false).await
    }

    /// A new agent whose token is an admin's.
    pub async fn admin(&self, name: &str) -> Agent {
        self.with_token(name, true).await
    }

    async fn with_token(&self, name: &str, admin: bool) -> Agent {
        let token = Secret::token();
        self.running.store.add_agent(name, Some(&token.digest()), admin, self.clock.now()).await.unwrap();
        Agent::new(self.http.clone(), &self.running.config.public_url(), token.expose())
    }

    /// Whoever holds the link of a request.
    pub fn reviewer(&self, review_url: &str) -> Reviewer {
        Reviewer::new(self.http.clone(), review_url)
    }

    /// What the audit says happened to a request: kind and actor, in order.
    pub async fn history(&self, elicitation_id: &str) -> Vec<(String, String)> {
        self.events(elicitation_id).await.into_iter().map(|event| (event.kind, event.actor)).collect()
    }

    pub async fn events(&self, elicitation_id: &str) -> Vec<Event> {
        self.running.store.events(elicitation_id).await.unwrap()
    }

    /// What its clock says.
    pub fn clock_now(&self) -> Timestamp {
        self.clock.now()
    }

    /// How many events of these kinds a request has.
    pub async fn count(&self, elicitation_id: &str, kinds: &[&str]) -> usize {
        self.events(elicitation_id).await.iter().filter(|event| kinds.contains(&event.kind.as_str())).count()
    }
}

/// Does to a database what no use case does.
pub async fn tamper(database: &Database, sql: &str) {
    let sql = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
    match database {
        Database::Sqlite(path) => {
            let mut db = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path)).await.unwrap();
            sql.execute(&mut db).await.unwrap();
        }
        Database::Postgres(address) => {
            let mut db = PgConnection::connect(address.expose()).await.unwrap();
            sql.execute(&mut db).await.unwrap();
        }
    }
}

/// The way of whoever holds the link with `secret`.
pub fn by(secret: &str) -> Door {
    Door::link(secret, None)
}

/// The arguments of a small proposal: one optional field `a`, with the default `x`.
pub fn proposal() -> Value {
    json!({
        "message": "Review one record",
        "columns": { "sources": [{ "key": "apollo", "label": "Apollo" }], "current": { "label": "CRM" } },
        "requestedSchema": { "type": "object", "properties": { "a": { "type": "string", "default": "x", "maxLength": 10 } } },
        "fields": { "a": { "sources": { "apollo": "x" } } },
        "context": { "recordId": 7 },
        "timeoutSeconds": 60
    })
}
