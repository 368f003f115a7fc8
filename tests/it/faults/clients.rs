//! Clients that are slow, idle, many, or send too much: nobody else notices.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::super::support::client::{Reviewer, http};
use super::super::support::process::countersign;
use super::super::support::{TestApp, proposal};
use super::{Served, assert_intact};

/// Connections that say nothing.
const IDLE: u64 = 3000;

/// How long the server may have patience: 30 s, and a busy machine.
const PATIENCE: Duration = Duration::from_secs(50);

/// Sends `head`, then a byte a second; what the server answers before it hangs up, and after how long.
async fn dawdle(address: String, head: String) -> (String, Duration) {
    let started = Instant::now();
    let (mut input, mut output) = TcpStream::connect(address).await.unwrap().into_split();
    let sending = async {
        output.write_all(head.as_bytes()).await.unwrap();
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if output.write_all(b"x").await.is_err() {
                // it has hung up: the answer is the other half's affair
                std::future::pending::<()>().await;
            }
        }
    };
    let mut answer = Vec::new();
    let reading = async {
        // a reset ends it as well as an end
        let _ = input.read_to_end(&mut answer).await;
    };
    tokio::select! {
        () = reading => {}
        () = sending => {}
        () = tokio::time::sleep(PATIENCE) => panic!("the server still waits"),
    }
    (String::from_utf8_lossy(&answer).into_owned(), started.elapsed())
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_and_idle_clients_hold_nobody_up() {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
    let served = Served::start(countersign(), None);
    let address = served.server.url.strip_prefix("http://").unwrap().to_owned();
    let agent = served.agent.clone();
    let slow = agent.open(&proposal()).await;
    let page = slow.review_url.strip_prefix(&served.server.url).unwrap();
    let form = "content-type: application/x-www-form-urlencoded\r\n";
    let call = format!("authorization: Bearer {}\r\ncontent-type: application/json\r\n", agent.token());
    let bodies = [("/mcp", call.as_str()), (page, form)].map(|(path, headers)| {
        let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\n{headers}content-length: 1000\r\n\r\n");
        tokio::spawn(dawdle(address.clone(), head))
    });
    let head = tokio::spawn(dawdle(address.clone(), "GET /healthz HTTP/1.1\r\nhost".to_owned()));
    let mut half = TcpStream::connect(&address).await.unwrap();
    half.write_all(b"POST /mcp HTTP/1.1\r\nhost: x\r\ncontent-le").await.unwrap();
    half.shutdown().await.unwrap();
    let mut idle = Vec::new();
    for _ in 0..IDLE.min(files.saturating_sub(600)) {
        idle.push(TcpStream::connect(&address).await.unwrap());
    }

    // all the while, whoever has something to say is heard
    let mut slowest = Duration::ZERO;
    for round in 0..20 {
        let started = Instant::now();
        let request = agent.open(&proposal()).await;
        assert!(Reviewer::new(http(), &request.review_url).submit("y").await.taken());
        assert!(!agent.ask("elicit_result", &request.id).await.is_error, "round {round}");
        slowest = slowest.max(started.elapsed());
    }
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
    let mut rest = Vec::new();
    tokio::time::timeout(PATIENCE, half.read_to_end(&mut rest)).await.expect("half a request is given up").ok();
    for body in bodies {
        let (answer, _) = body.await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer:?}");
    }
    let (answer, after) = head.await.unwrap();
    assert!(!answer.contains(" 200 ") && after > Duration::from_secs(20), "{after:?}: {answer}");
    let mut last = idle.pop().unwrap();
    let ended = tokio::time::timeout(PATIENCE, last.read(&mut [0; 64])).await.expect("idle ones are closed");
    assert!(!matches!(ended, Ok(1..)), "without a word");
    assert_eq!(agent.status(&slow.id).await, "pending");
    eprintln!("{} idle connections; the slowest of 20 whole rounds took {slowest:?}", idle.len() + 1);
    served.said();
    assert_intact(&served.database);
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_headers_are_refused() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let long = "x".repeat(300_000);
    for (what, head) in [
        ("many", format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(500))),
        ("a long one", format!("GET /healthz HTTP/1.1\r\nhost: x\r\na: {long}\r\n\r\n")),
        ("many long ones", format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{}\r\n", format!("a: {}\r\n", &long[..5000]).repeat(50))),
    ] {
        let mut stream = TcpStream::connect(app.running.addr).await.unwrap();
        // it may hang up before it has all
        let _ = stream.write_all(head.as_bytes()).await;
        let mut answer = vec![0; 64];
        match tokio::time::timeout(Duration::from_secs(20), stream.read(&mut answer)).await.expect("an answer") {
            Ok(read @ 1..) => assert!(answer[..read].starts_with(b"HTTP/1.1 431"), "{what}: {}", String::from_utf8_lossy(&answer)),
            // what was still on its way when it hung up can drop the answer
            ended => assert!(what != "many", "{ended:?}"),
        }
    }
    agent.open(&proposal()).await;
}
