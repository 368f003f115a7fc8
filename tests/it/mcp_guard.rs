//! What is turned away before any tool is asked, and with what.

use std::time::Duration;

use reqwest::header::AUTHORIZATION;
use reqwest::{Method, StatusCode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::mcp_client::{Mcp, call};
use super::support::client::http;

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

/// What the server answers to bytes that no HTTP library would send.
async fn raw(mcp: &Mcp, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(mcp.app.running.addr).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = vec![0; 4096];
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read(&mut answer)).await.expect("an answer").unwrap();
    String::from_utf8_lossy(&answer[..read]).into_owned()
}

#[tokio::test]
async fn only_a_token_that_counts_gets_in() {
    let mcp = Mcp::start().await;
    let revoked = mcp.new_token("revoked").await;
    assert!(mcp.app.running.store.revoke_agent("revoked", countersign::domain::time::Timestamp::from_millis(1)).await.unwrap());
    let good = mcp.token.clone();
    let url = mcp.url();
    let mut bodies = Vec::new();
    for authorization in [
        "Bearer nonsense".to_owned(),
        format!("Bearer {revoked}"),
        format!("Bearer {good}x"),
        format!("Bearer {}", &good[1..]),
        format!("Basic {good}"),
        format!("Bearer{good}"),
        good.clone(),
        "Bearer ".to_owned(),
        "Bearer é".to_owned(),
        String::new(),
    ] {
        for session in [false, true] {
            let mut request = http().post(&url).header("content-type", "application/json").body(PING);
            request = request.header(AUTHORIZATION, authorization.as_bytes());
            if session {
                request = request.header("mcp-session-id", "00000000-0000-4000-8000-000000000000");
            }
            let answer = mcp.send(request).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{authorization}");
            assert_eq!(answer.headers["www-authenticate"], r#"Bearer realm="countersign", error="invalid_token""#, "{authorization}");
            bodies.push(answer.text);
        }
    }
    let none = mcp.send(http().post(&url).body(PING)).await;
    assert_eq!(
        (none.status, &none.headers["www-authenticate"]),
        (StatusCode::UNAUTHORIZED, &r#"Bearer realm="countersign""#.parse().unwrap())
    );
    bodies.push(none.text);
    bodies.dedup();
    assert_eq!(bodies.len(), 1, "all alike");
    let two = mcp.send(mcp.request(Method::POST).header(AUTHORIZATION, format!("Bearer {good}")).body(PING)).await;
    assert_eq!(two.status, StatusCode::UNAUTHORIZED, "one token, not two");
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let request = http().post(&url).header(AUTHORIZATION, format!("{scheme} {good}"));
        let request = request.header("content-type", "application/json").header("accept", "application/json, text/event-stream");
        assert_eq!(mcp.send(request.body(PING)).await.status, StatusCode::OK, "{scheme}");
    }
    for method in [Method::GET, Method::DELETE, Method::OPTIONS, Method::HEAD] {
        assert_eq!(mcp.send(http().request(method.clone(), &url)).await.status, StatusCode::UNAUTHORIZED, "{method}");
    }
}

#[tokio::test]
async fn the_token_is_asked_for_before_the_body() {
    let mcp = Mcp::start().await;
    let host = mcp.app.running.addr;
    let answer = raw(&mcp, format!("POST /mcp HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4000000\r\n\r\n").as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    let answer = raw(&mcp, b"POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 4000000\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}

#[tokio::test]
async fn a_session_that_nobody_knows_is_no_matter() {
    let mcp = Mcp::start().await;
    let request = mcp.request(Method::POST).header("mcp-session-id", "00000000-0000-4000-8000-000000000000").body(PING);
    assert_eq!(mcp.send(request).await.status, StatusCode::OK);
    let list = || mcp.request(Method::POST).header("mcp-session-id", "made-up").body(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let (first, second, third) = tokio::join!(mcp.send(list()), mcp.send(list()), mcp.send(list()));
    assert!([first, second, third].iter().all(|answer| answer.status == StatusCode::OK), "side by side too");
    for method in [Method::GET, Method::DELETE, Method::PUT, Method::OPTIONS] {
        let answer = mcp.send(mcp.request(method.clone())).await;
        assert_eq!((answer.status, &answer.headers["allow"]), (StatusCode::METHOD_NOT_ALLOWED, &"POST".parse().unwrap()), "{method}");
    }
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_turned_away() {
    let mcp = Mcp::start_at(Some("https://countersign.example")).await;
    let port = mcp.app.running.addr.port();
    for (host, origin, expected) in [
        ("127.0.0.1", None, StatusCode::OK),
        ("localhost:1", Some("http://localhost:1".to_owned()), StatusCode::OK),
        ("countersign.example", Some("https://countersign.example".to_owned()), StatusCode::OK),
        ("evil.example", None, StatusCode::FORBIDDEN),
        ("evil.example", Some("http://evil.example".to_owned()), StatusCode::FORBIDDEN),
        ("127.0.0.1", Some("http://evil.example".to_owned()), StatusCode::FORBIDDEN),
        ("127.0.0.1", Some("null".to_owned()), StatusCode::FORBIDDEN),
        ("127.0.0.1", Some(format!("http://127.0.0.1.evil.example:{port}")), StatusCode::FORBIDDEN),
    ] {
        let mut request = mcp.request(Method::POST).header("host", host).body(PING);
        if let Some(origin) = &origin {
            request = request.header("origin", origin);
        }
        let answer = mcp.send(request).await;
        assert_eq!(answer.status, expected, "{host} {origin:?}: {}", answer.text);
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
}

#[tokio::test]
async fn what_is_not_json_is_a_parse_error() {
    let mcp = Mcp::start().await;
    let nested = |depth: usize| call("elicit_status", &format!(r#"{{"x":{}{}}}"#, "[".repeat(depth), "]".repeat(depth)));
    for body in [
        b"".to_vec(),
        b"{".to_vec(),
        b"hello".to_vec(),
        br#"{"jsonrpc":"2.0","id":1,"method":"ping"} x"#.to_vec(),
        br#"{"jsonrpc":"2.0","id":1,"method":"ping","x":NaN}"#.to_vec(),
        br#"{"jsonrpc":"2.0","id":1,"method":"ping","x":"\ud800"}"#.to_vec(),
        br#"{"jsonrpc":"2.0","id":1,"method":"ping","x":"\udc00\ud800"}"#.to_vec(),
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"x\":\"\xff\"}".to_vec(),
        b"\xef\xbb\xbf{}".to_vec(),
        // the message, its params and the arguments are three levels
        nested(98).into_bytes(),
        "[".repeat(2_000_000).into_bytes(),
        format!("{}1{}", r#"{"a":"#.repeat(200_000), "}".repeat(200_000)).into_bytes(),
    ] {
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        let answer = mcp.post(body).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::BAD_REQUEST, -32700), "{shown}: {}", answer.text);
        assert!(answer.json()["id"].is_null());
    }
    assert_eq!(mcp.post(nested(97)).await.fault(), "x: not an argument of elicit_status\nelicitationId: required: a non-blank string");
}

#[tokio::test]
async fn json_that_is_no_message_is_an_invalid_request() {
    let mcp = Mcp::start().await;
    let reserved = call("elicit_status", r#"{"elicitationId":{"$serde_json::private::Number":"5"}}"#);
    let spelled = call("elicit_status", r#"{"elicitationId":{"\u0024serde_json::private::Number":"5"}}"#);
    for (body, mention) in [
        (format!("[{PING}]"), "batches"),
        ("[]".to_owned(), "batches"),
        ("5".to_owned(), "JSON-RPC"),
        ("null".to_owned(), "JSON-RPC"),
        ("{}".to_owned(), "JSON-RPC"),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#.to_owned(), "JSON-RPC"),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#.to_owned(), "JSON-RPC"),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#.to_owned(), "JSON-RPC"),
        (r#"{"jsonrpc":"2.0","id":1,"method":7}"#.to_owned(), "JSON-RPC"),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#.to_owned(), "responses"),
        (reserved, "$serde_json::private"),
        (spelled, "$serde_json::private"),
    ] {
        let answer = mcp.post(body.clone()).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::BAD_REQUEST, -32600), "{body}: {}", answer.text);
        assert!(answer.text.contains(mention), "{body}: {}", answer.text);
    }
}

#[tokio::test]
async fn bodies_are_bounded() {
    let mcp = Mcp::start().await;
    let padded = |bytes: usize| format!("{PING}{}", " ".repeat(bytes - PING.len()));
    assert_eq!(mcp.post(padded(4 << 20)).await.status, StatusCode::OK);
    let over = mcp.post(padded((4 << 20) + 1)).await;
    assert_eq!(over.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(over.text.contains("4194304"), "{}", over.text);
    assert_eq!(mcp.post(padded(20 << 20)).await.status, StatusCode::PAYLOAD_TOO_LARGE, "also to a client that sends on");
    let large = |bytes: usize| format!(r#"{{"x":"{}"}}"#, "x".repeat(bytes));
    let arguments = mcp.post(call("elicit_status", &large(3 << 20))).await;
    assert!(arguments.fault().starts_with("x: not an argument of elicit_status"), "a tool is to say what of its arguments is too much");
    let params = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}}"#, large(3 << 20));
    assert_eq!(mcp.post(params).await.status, StatusCode::PAYLOAD_TOO_LARGE, "nothing else needs to be large");

    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n",
        mcp.app.running.addr, mcp.token
    );
    let declared = raw(&mcp, format!("{head}Content-Length: 5000000\r\nExpect: 100-continue\r\n\r\n").as_bytes()).await;
    assert!(declared.starts_with("HTTP/1.1 413"), "{declared}");
    let mut chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n", 5 << 20).into_bytes();
    chunked.extend(vec![b' '; 5 << 20]);
    chunked.extend(b"\r\n0\r\n\r\n");
    let answer = raw(&mcp, &chunked).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[tokio::test]
async fn the_wrong_types_are_named() {
    let mcp = Mcp::start().await;
    let url = mcp.url();
    let request = |content_type: &str, accept: &str| {
        let request = http().post(&url).header(AUTHORIZATION, format!("Bearer {}", mcp.token)).body(PING);
        request.header("content-type", content_type).header("accept", accept)
    };
    let both = "application/json, text/event-stream";
    for (content_type, accept, expected) in [
        ("application/json", both, StatusCode::OK),
        ("application/json; charset=utf-8", both, StatusCode::OK),
        ("Application/JSON", both, StatusCode::OK),
        ("text/plain", both, StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("application/x-www-form-urlencoded", both, StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("", both, StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("application/json", "text/html", StatusCode::NOT_ACCEPTABLE),
    ] {
        let answer = mcp.send(request(content_type, accept)).await;
        assert_eq!(answer.status, expected, "{content_type} {accept}");
        assert_eq!(answer.headers["cache-control"], "no-store");
    }
}
