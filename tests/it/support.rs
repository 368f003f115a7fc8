//! The real server in this process, on a port of its own and a file of its own, by a clock that the test sets; and callers for both sides.

pub mod browser;
pub mod client;
pub mod host;
pub mod process;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use countersign::domain::time::Timestamp;
use countersign::server::auth::Secret;
use countersign::server::clock::Clock;
use countersign::server::config::{CALLS_PER_MINUTE, Config, MAX_PENDING};
use countersign::server::run::{Running, start};
use countersign::server::service::Door;
use countersign::server::store::Event;
use serde_json::{Value, json};
use tempfile::TempDir;

pub use client::{Agent, Decided, Reviewer};

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
    /// Kept until the test ends: the database is in it.
    _directory: TempDir,
}

impl TestApp {
    pub async fn spawn() -> Self {
        Self::spawn_at(None).await
    }

    /// A server that goes by `public_url`.
    pub async fn spawn_at(public_url: Option<&str>) -> Self {
        Self::spawn_with(|config| Config { public_url: public_url.map(str::to_owned), ..config }).await
    }

    /// A server whose configuration `change` makes.
    pub async fn spawn_with(change: impl FnOnce(Config) -> Config) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            public_url: None,
            database: directory.path().join("countersign.db"),
            retention_days: 90,
            calls_per_minute: CALLS_PER_MINUTE,
            max_pending: MAX_PENDING,
            require_sign_in: false,
            openid: None,
            oauth_issuer: None,
        };
        let clock = Arc::new(TestClock(AtomicI64::new(1_769_851_800_000)));
        let running = start(change(config), clock.clone()).await.unwrap();
        Self { running, clock, http: client::http(), _directory: directory }
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

    /// How many events of these kinds a request has.
    pub async fn count(&self, elicitation_id: &str, kinds: &[&str]) -> usize {
        self.events(elicitation_id).await.iter().filter(|event| kinds.contains(&event.kind.as_str())).count()
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
