//! A server that goes away for a while and comes back.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use countersign::server::config::Config;
use countersign::server::store::Database;
use countersign::server::store::postgres::Address;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::super::support::{TestApp, proposal};
use super::own;

/// A door to the server that can be shut, with everybody who went through it thrown out.
struct Door {
    at: SocketAddr,
    to: String,
    open: JoinHandle<()>,
}

impl Door {
    async fn new(to: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (at, to) = (listener.local_addr().unwrap(), to.to_owned());
        Self { at, open: Self::stands(listener, to.clone()), to }
    }

    fn stands(listener: TcpListener, to: String) -> JoinHandle<()> {
        tokio::spawn(async move {
            // dropped with this task, which ends them
            let mut through = tokio::task::JoinSet::new();
            loop {
                let (mut from, _) = listener.accept().await.unwrap();
                let to = to.clone();
                through.spawn(async move {
                    let mut to = TcpStream::connect(to).await.unwrap();
                    let _ = tokio::io::copy_bidirectional(&mut from, &mut to).await;
                });
            }
        })
    }

    async fn shut(&mut self) {
        self.open.abort();
        let _ = (&mut self.open).await;
    }

    async fn opens(&mut self) {
        self.open = Self::stands(TcpListener::bind(self.at).await.unwrap(), self.to.clone());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "needs PostgreSQL: `cargo xtask test postgres` runs it"]
async fn calls_are_told_while_it_is_away_and_all_goes_on_afterwards() {
    let own = own().await;
    let address = own.address();
    let host = address.split_once('@').unwrap().1.split_once('/').unwrap().0.to_owned();
    let mut door = Door::new(&host).await;
    let through = Address::read(&address.replace(&host, &door.at.to_string())).unwrap();
    let app = TestApp::spawn_with(|config| Config { database: Database::Postgres(through), ..config }).await;
    let ada = app.agent("ada").await;
    let request = ada.open(&proposal()).await;
    let health = async || app.http().get(format!("{}/healthz", app.running.config.public_url())).send().await.unwrap().status().as_u16();
    assert_eq!(health().await, 200);
    let waiter = tokio::spawn({
        let (ada, id) = (ada.clone(), request.id.clone());
        async move { ada.wait(&id, 60).await }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;

    door.shut().await;
    let away = Instant::now();
    assert_eq!(health().await, 503);
    let answer = ada.call("elicit_proposal", &proposal()).await;
    assert!(answer.is_error || answer.status == 500 || answer.status == 503, "{answer:?}");
    assert!(!answer.body.contains("postgres://") && !answer.body.contains("secret"), "{answer:?}");
    let refused = app.reviewer(&request.review_url).submit("y").await;
    assert_eq!(refused.status, 503, "{refused:?}");
    assert!(away.elapsed() < Duration::from_secs(15), "nobody is kept waiting: {:?}", away.elapsed());

    door.opens().await;
    let back = Instant::now();
    while health().await != 200 {
        assert!(back.elapsed() < Duration::from_secs(10), "it does not come back");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(app.reviewer(&request.review_url).submit("y").await.taken());
    assert_eq!(waiter.await.unwrap(), "submitted", "who waited all the while hears of it");
    assert_eq!(ada.ask("elicit_result", &request.id).await.content["values"], json!({ "a": "y" }));
    assert_eq!(app.history(&request.id).await.len(), 3);
    app.running.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL: `cargo xtask test postgres` runs it"]
async fn connections_that_the_server_ends_are_made_anew() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    let own = app.own().unwrap();
    let name = own.address().rsplit('/').next().unwrap().to_owned();
    for _ in 0..3 {
        let request = ada.open(&proposal()).await;
        own.command(format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'")).await;
        assert!(app.reviewer(&request.review_url).submit("y").await.taken());
    }
}
