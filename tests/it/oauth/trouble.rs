//! What the issuer does to us: new keys, none at all, answers that never come.

use std::process::Stdio;
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use serde_json::json;

use super::issuer::{Issuer, Mood};
use super::{Trust, call, trusting};
use crate::support::client::{Agent, http};
use crate::support::process;

/// A little more than the server leaves an issuer in peace, and a little more than it goes without it.
const PAUSE: i64 = 10_001;
const LONG: i64 = 3_600_001;

#[tokio::test]
async fn new_keys_are_found_and_old_ones_forgotten() {
    let mut trust = Trust::start().await;
    let old = trust.desk();
    assert_eq!(call(&old).await.status, StatusCode::OK);
    trust.issuer.rotate("two");
    let new = trust.desk();
    assert_eq!(call(&new).await.status, StatusCode::UNAUTHORIZED, "it was asked a moment ago");
    assert_eq!(call(&old).await.status, StatusCode::OK, "as far as we know");
    trust.app.clock.advance(PAUSE);
    assert_eq!(call(&new).await.status, StatusCode::OK);
    assert_eq!(call(&old).await.status, StatusCode::UNAUTHORIZED, "the issuer has that key no more");
    assert_eq!(trust.issuer.asked("/jwks"), 2);
    for kid in ["three", "four", "five"] {
        trust.issuer.rotate(kid);
        assert_eq!(call(&trust.desk()).await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(trust.issuer.asked("/jwks"), 2, "nobody makes us ask at will");
}

#[tokio::test]
async fn keys_are_looked_up_again_now_and_then() {
    let mut trust = Trust::start().await;
    let old = trust.desk();
    assert_eq!(call(&old).await.status, StatusCode::OK);
    trust.issuer.rotate("two");
    trust.app.clock.advance(600_000);
    assert_eq!(call(&old).await.status, StatusCode::OK, "nobody waits for the answer");
    let until = Instant::now() + Duration::from_secs(10);
    while call(&old).await.status == StatusCode::OK {
        assert!(Instant::now() < until, "the key is gone for ten minutes");
    }
    assert_eq!(trust.issuer.asked("/jwks"), 2);
}

#[tokio::test]
async fn a_server_starts_without_its_issuer() {
    let mut issuer = Issuer::start().await;
    issuer.stop().await;
    let trust = Trust { app: trusting(&issuer.url).await, issuer };
    let request = trust.app.http().post(format!("{}/mcp", trust.url())).bearer_auth(trust.desk().token());
    let answer = request.send().await.unwrap();
    assert_eq!((answer.status(), &answer.headers()["retry-after"]), (StatusCode::SERVICE_UNAVAILABLE, &"10".parse().unwrap()));
    assert!(answer.headers().get("www-authenticate").is_none(), "another token would change nothing");
    assert!(answer.text().await.unwrap().contains("its issuer can't be reached; call again in a moment"));
    let opaque = trust.app.agent("opaque").await;
    assert_eq!(call(&opaque).await.status, StatusCode::OK);
}

#[tokio::test]
async fn an_issuer_that_comes_back_is_asked_again() {
    let trust = Trust::start().await;
    trust.issuer.be(Mood::Ill);
    let desk = trust.desk();
    assert_eq!(call(&desk).await.status, StatusCode::SERVICE_UNAVAILABLE);
    trust.issuer.be(Mood::Well);
    assert_eq!(call(&desk).await.status, StatusCode::SERVICE_UNAVAILABLE, "not at once");
    trust.app.clock.advance(PAUSE);
    assert_eq!(call(&desk).await.status, StatusCode::OK);
    trust.issuer.be(Mood::Ill);
    trust.app.clock.advance(LONG - 2 * PAUSE);
    assert_eq!(call(&trust.desk()).await.status, StatusCode::OK, "for an hour we go without it");
    trust.app.clock.advance(2 * PAUSE);
    assert_eq!(call(&trust.desk()).await.status, StatusCode::SERVICE_UNAVAILABLE, "not for longer");
}

#[tokio::test]
async fn keys_are_taken_from_the_issuer_alone() {
    let other = Issuer::start().await;
    for (mood, wanted) in [
        (Mood::Elsewhere(format!("{}/jwks", other.url)), StatusCode::SERVICE_UNAVAILABLE),
        (Mood::Named(other.url.clone()), StatusCode::SERVICE_UNAVAILABLE),
        (Mood::Named("http://127.0.0.1".to_owned()), StatusCode::SERVICE_UNAVAILABLE),
        (Mood::Verbose, StatusCode::SERVICE_UNAVAILABLE),
        (Mood::OpenId, StatusCode::OK),
    ] {
        let trust = Trust::start().await;
        trust.issuer.be(mood.clone());
        assert_eq!(call(&trust.desk()).await.status, wanted, "{mood:?}");
    }
    assert_eq!(other.asked("/jwks"), 0);
}

#[tokio::test]
async fn an_issuer_that_never_answers_holds_up_nobody_else() {
    let trust = Trust::start().await;
    let opaque = trust.app.agent("opaque").await;
    trust.issuer.be(Mood::Silent);
    let agents: Vec<_> = (0..5).map(|_| trust.desk()).collect();
    let started = Instant::now();
    let waiting = futures::future::join_all(agents.iter().map(call));
    let quick = async {
        assert_eq!(call(&opaque).await.status, StatusCode::OK);
        started.elapsed()
    };
    let (answers, quick) = tokio::join!(waiting, quick);
    assert!(answers.iter().all(|answer| answer.status == StatusCode::SERVICE_UNAVAILABLE), "{answers:?}");
    assert!(quick < started.elapsed() / 2 && started.elapsed() < Duration::from_secs(30), "{quick:?}");
    assert_eq!(trust.issuer.asked("/.well-known/oauth-authorization-server"), 1, "one question for all");
}

#[tokio::test]
async fn no_token_is_ever_logged() {
    let issuer = Issuer::start().await;
    let directory = tempfile::tempdir().unwrap();
    let mut command = process::countersign();
    command.args(["serve", "--listen", "127.0.0.1:0", "--oauth-issuer", &issuer.url, "--database"]);
    command.arg(process::url(&directory.path().join("countersign.db"))).env("RUST_LOG", "trace");
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line).unwrap();
    let url = line.trim().strip_prefix("Listening on ").unwrap().to_owned();
    let resource = format!("{url}/mcp");
    let claims = json!({ "iss": issuer.url, "aud": resource, "exp": 9_999_999_999_i64, "client_id": "desk", "scope": "elicit:request" });
    let good = issuer.sign(&claims);
    let forged = Issuer::start().await.sign(&claims);
    let agent = |token: &str| Agent::new(http(), &url, token);
    for (token, wanted) in [(&good, StatusCode::OK), (&forged, StatusCode::UNAUTHORIZED), (&format!("{good}x"), StatusCode::UNAUTHORIZED)] {
        assert_eq!(call(&agent(token)).await.status, wanted);
    }
    issuer.be(Mood::Ill);
    let strange = format!("{}.{}", "eyJhbGciOiJFUzI1NiIsImtpZCI6Im5ldyJ9", good.split_once('.').unwrap().1);
    assert_eq!(call(&agent(&strange)).await.status, StatusCode::UNAUTHORIZED);
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(log.contains("Agents may also come with access tokens"), "{log}");
    for part in good.split('.').chain(strange.split('.')) {
        assert!(!log.contains(part), "{log}");
    }
}
