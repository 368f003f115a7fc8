//! What every request meets before it meets a handler.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::support::client::http;
use super::support::{TestApp, proposal};

#[tokio::test(flavor = "multi_thread")]
async fn health_is_the_databases() {
    let app = TestApp::spawn().await;
    let health = format!("{}/healthz", app.running.config.public_url());
    let well = http().get(&health).send().await.unwrap();
    assert_eq!((well.status().as_u16(), well.text().await.unwrap().as_str()), (200, "ok\n"));
    app.running.store.close().await;
    let ill = http().get(&health).send().await.unwrap();
    assert_eq!((ill.status().as_u16(), ill.text().await.unwrap().as_str()), (503, "the database does not answer\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_nowhere_is_not_found() {
    let app = TestApp::spawn().await;
    for path in ["/nowhere", "/review/nobody", "/mcp/below", "/review/"] {
        let answer = http().get(format!("{}{path}", app.running.config.public_url())).send().await.unwrap();
        assert_eq!(answer.status(), 404, "{path}");
    }
    for path in ["/api/nope", "/api/submit/", "/review/%FF", "/inbox/%FF/events", "/sign-in/%FF"] {
        let post = http().post(format!("{}{path}", app.running.config.public_url())).header("content-type", "application/json");
        let answer = post.body("{}").send().await.unwrap();
        let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
        let wanted = if path.ends_with("/events") { 405 } else { 404 };
        assert!(status == wanted && (status == 405 || text.contains("<h1>")), "{path}: {status} {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_too_long_is_refused_and_decides_nothing() {
    let app = TestApp::spawn().await;
    let agent = app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    let answer = app.reviewer(&request.review_url).submit(&"x".repeat((4 << 20) + 1)).await;
    assert_eq!(answer.status, 413);
    assert_eq!(agent.status(&request.id).await, "pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_keeps_to_itself() {
    let app = TestApp::spawn().await;
    let url = app.running.config.public_url();
    let long = || "x".repeat((4 << 20) + 1);
    for (request, status) in [
        (http().get(format!("{url}/healthz")), 200),
        (http().post(format!("{url}/healthz")), 405),
        (http().post(format!("{url}/healthz")).body(long()), 413),
        (http().post(format!("{url}/review/x")).body(long()), 413),
        (http().post(format!("{url}/api/submit")).body(long()), 413),
        (http().put(format!("{url}/review/x")), 405),
        (http().get(format!("{url}/review/%FF")), 404),
        (http().get(format!("{url}/nowhere")), 404),
        (http().post(format!("{url}/mcp")), 401),
    ] {
        let answer = request.send().await.unwrap();
        let of = answer.url().path().to_owned();
        assert_eq!(answer.status().as_u16(), status, "{of}");
        let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap()).unwrap_or_default();
        assert_eq!(header("cache-control"), "no-store", "{of} {status}");
        assert_eq!(header("referrer-policy"), "same-origin", "{of} {status}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{of} {status}");
        assert!(header("content-security-policy").contains("default-src 'none'"), "{of} {status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_breaks_off_leaves_the_server_well() {
    let app = TestApp::spawn().await;
    for part in
        ["", "POST /review/x HTTP/1.1\r\nhost:", "POST /review/x HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf", "no http\r\n\r\n"]
    {
        let mut stream = TcpStream::connect(app.running.addr).await.unwrap();
        stream.write_all(part.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "still open after {part:?}");
    }
    assert!(app.running.service.healthy().await);
}
