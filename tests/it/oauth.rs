//! Agents that come with access tokens of an OAuth issuer.

mod issuer;
mod trouble;

use countersign::server::clock::Clock as _;
use countersign::server::config::Config;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use self::issuer::Issuer;
use super::limits::sixty_pass;
use super::support::client::{Agent, Answer};
use super::support::process::{self, run};
use super::support::{TestApp, proposal};

/// The time by the test's clock at its start, in seconds.
const NOW: i64 = 1_769_851_800;

const METADATA: &str = "/.well-known/oauth-protected-resource/mcp";

/// A server and the issuer that it trusts.
struct Trust {
    app: TestApp,
    issuer: Issuer,
}

impl Trust {
    async fn start() -> Self {
        let issuer = Issuer::start().await;
        Self { app: trusting(&issuer.url).await, issuer }
    }

    fn url(&self) -> String {
        self.app.running.config.public_url()
    }

    /// The claims of a token that is as it should be, for an hour.
    fn claims(&self, client: &str, subject: &str, scope: &str) -> Value {
        let resource = format!("{}/mcp", self.url());
        json!({ "iss": self.issuer.url, "aud": resource, "exp": NOW + 3600, "client_id": client, "sub": subject, "scope": scope })
    }

    fn agent(&self, token: &str) -> Agent {
        Agent::new(self.app.http().clone(), &self.url(), token)
    }

    /// An agent with a new token.
    fn granted(&self, client: &str, subject: &str, scope: &str) -> Agent {
        self.agent(&self.issuer.sign(&self.claims(client, subject, scope)))
    }

    /// The name of an agent of this issuer.
    fn name(&self, who: &str) -> String {
        format!("oauth:{}:{who}", self.issuer.url.replace(':', "%3A"))
    }

    fn desk(&self) -> Agent {
        self.granted("desk", "jo", "elicit:request")
    }
}

async fn trusting(issuer: &str) -> TestApp {
    let issuer = issuer.to_owned();
    TestApp::spawn_with(|config| Config { oauth_issuer: Some(issuer), ..config }).await
}

/// A call that any agent may make.
async fn call(agent: &Agent) -> Answer {
    agent.call("elicit_history", &json!({})).await
}

/// The status and the challenge that a call comes to.
async fn refused(trust: &Trust, token: Option<&str>) -> (StatusCode, String) {
    let mut request = trust.app.http().post(format!("{}/mcp", trust.url()));
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let answer = request.send().await.unwrap();
    let challenge = answer.headers().get("www-authenticate").map(|challenge| challenge.to_str().unwrap().to_owned());
    (answer.status(), challenge.unwrap_or_default())
}

#[tokio::test]
async fn the_metadata_say_where_tokens_come_from() {
    let trust = Trust::start().await;
    let url = trust.url();
    for path in [METADATA, "/.well-known/oauth-protected-resource"] {
        let answer = trust.app.http().get(format!("{url}{path}")).header("origin", "https://client.example").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["content-type"], "application/json");
        assert_eq!(answer.headers()["access-control-allow-origin"], "*");
        assert_eq!(
            answer.json::<Value>().await.unwrap(),
            json!({
                "resource": format!("{url}/mcp"),
                "authorization_servers": [trust.issuer.url],
                "scopes_supported": ["elicit:request", "elicit:admin"],
                "bearer_methods_supported": ["header"],
                "resource_name": "Countersign",
            })
        );
        let asked = trust.app.http().request(Method::OPTIONS, format!("{url}{path}")).header("origin", "https://client.example");
        let allowed = asked.header("access-control-request-headers", "mcp-protocol-version").send().await.unwrap();
        assert_eq!((allowed.status(), &allowed.headers()["access-control-allow-headers"]), (StatusCode::NO_CONTENT, &"*".parse().unwrap()));
    }
    let without = TestApp::spawn().await;
    let answer = without.http().get(format!("{}{METADATA}", without.running.config.public_url())).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn who_has_no_token_is_told_how_to_get_one() {
    let trust = Trust::start().await;
    let here = format!(r#"scope="elicit:request", resource_metadata="{}{METADATA}""#, trust.url());
    let invalid = r#"Bearer realm="countersign", error="invalid_token""#;
    let mut late = trust.claims("desk", "jo", "elicit:request");
    late["exp"] = json!(NOW - 60);
    let mut elsewhere = trust.claims("desk", "jo", "elicit:request");
    elsewhere["aud"] = json!("https://other.example/mcp");
    for (token, wanted) in [
        (None, format!(r#"Bearer realm="countersign", {here}"#)),
        (Some("cs_nonsense".to_owned()), format!("{invalid}, {here}")),
        (Some("a.b.c".to_owned()), format!(r#"{invalid}, error_description="it is not a signed JWT", {here}"#)),
        (Some(trust.issuer.sign(&late)), format!(r#"{invalid}, error_description="it has expired", {here}"#)),
        (Some(trust.issuer.sign(&elsewhere)), format!(r#"{invalid}, error_description="it is not meant for this server (aud)", {here}"#)),
    ] {
        assert_eq!(refused(&trust, token.as_deref()).await, (StatusCode::UNAUTHORIZED, wanted));
    }
    let narrow = trust.issuer.sign(&trust.claims("desk", "jo", "openid elicit:admin"));
    let wanted = format!(r#"Bearer realm="countersign", error="insufficient_scope", {here}"#);
    assert_eq!(refused(&trust, Some(&narrow)).await, (StatusCode::FORBIDDEN, wanted));
}

#[tokio::test]
async fn requests_are_their_identitys_own() {
    let trust = Trust::start().await;
    let jo = trust.desk();
    let opened = jo.open(&proposal()).await;
    assert_eq!(trust.app.history(&opened.id).await, [("created".to_owned(), format!("agent:{}", trust.name("desk:jo")))]);
    assert!(trust.app.reviewer(&opened.review_url).submit("y").await.taken());
    let again = trust.granted("desk", "jo", "elicit:request elicit:admin");
    assert_ne!(again.token(), jo.token());
    assert_eq!(again.ask("elicit_result", &opened.id).await.content["values"], json!({ "a": "y" }));
    let opaque = trust.app.agent("desk").await;
    for other in [trust.granted("desk", "ann", "elicit:request"), trust.granted("desk", "desk", "elicit:request"), opaque] {
        assert_eq!(other.ask("elicit_status", &opened.id).await.text, "not found");
    }
    let names: Vec<String> = trust.app.running.store.agents().await.unwrap().into_iter().map(|agent| agent.agent.name).collect();
    assert_eq!(names, [trust.name("desk:jo"), "desk".to_owned(), trust.name("desk:ann"), trust.name("desk")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_issuer_hands_nobodys_requests_to_its_own() {
    let trust = Trust::start().await;
    let opened = trust.desk().open(&proposal()).await;
    let database = trust.app.running.config.database.clone();
    let (issuer, shared) = (Issuer::start().await, database.clone());
    let url = issuer.url.clone();
    let app = TestApp::spawn_with(|config| Config { oauth_issuer: Some(url), database: shared, ..config }).await;
    let moved = Trust { app, issuer };
    let jo = moved.desk();
    for tool in ["elicit_status", "elicit_await", "elicit_result", "elicit_cancel"] {
        assert_eq!(jo.ask(tool, &opened.id).await.text, "not found", "{tool}");
    }
    assert_eq!(jo.call("elicit_history", &json!({})).await.content["total"], 0);
    assert_eq!(trust.desk().ask("elicit_status", &opened.id).await.content["status"], "pending");
    let audit = run(&["audit", "verify", "--database", &process::url(&database)]);
    assert!(audit.status.success(), "{audit:?}");
}

#[tokio::test]
async fn an_admin_is_one_by_scope_and_for_that_call() {
    let trust = Trust::start().await;
    trust.app.agent("other").await.open(&proposal()).await;
    let everybodys = json!({ "scope": "org" });
    let admin = trust.granted("desk", "jo", "elicit:request elicit:admin");
    assert_eq!(admin.call("elicit_history", &everybodys).await.content["total"], 1);
    assert!(trust.desk().call("elicit_history", &everybodys).await.is_error);
    assert_eq!(admin.call("elicit_history", &everybodys).await.content["total"], 1);
}

#[tokio::test]
async fn who_was_revoked_stays_so() {
    let trust = Trust::start().await;
    let jo = trust.desk();
    let opened = jo.open(&proposal()).await;
    assert!(trust.app.running.store.revoke_agent(&trust.name("desk:jo"), trust.app.clock.now()).await.unwrap());
    for token in [jo.token().to_owned(), trust.desk().token().to_owned()] {
        assert_eq!(refused(&trust, Some(&token)).await, (StatusCode::FORBIDDEN, String::new()));
        let told = trust.agent(&token).ask("elicit_status", &opened.id).await.body;
        assert!(told.contains("whom it is for was revoked here"), "{told}");
    }
    assert_eq!(call(&trust.granted("desk", "ann", "elicit:request")).await.status, StatusCode::OK);
    assert!(!trust.app.running.store.revoke_agent(&trust.name("desk:jo"), trust.app.clock.now()).await.unwrap());
    assert_eq!(trust.app.running.store.agents().await.unwrap().len(), 2, "none was made anew");
}

#[tokio::test]
async fn identities_come_at_once_and_are_one() {
    let trust = Trust::start().await;
    let agents: Vec<Agent> = (0..8).map(|_| trust.desk()).collect();
    let answers = futures::future::join_all(agents.iter().map(call)).await;
    assert!(answers.iter().all(|answer| answer.status == StatusCode::OK && !answer.is_error), "{answers:?}");
    assert_eq!(trust.app.running.store.agents().await.unwrap().len(), 1);
    assert_eq!(trust.issuer.asked("/jwks"), 1, "one question for all");
}

#[tokio::test]
async fn limits_hold_for_them_too() {
    let issuer = Issuer::start().await;
    let url = issuer.url.clone();
    let four = std::num::NonZeroU32::new(4).unwrap();
    let app = TestApp::spawn_with(|config| Config { oauth_issuer: Some(url), calls_per_minute: four, ..config }).await;
    let trust = Trust { app, issuer };
    for round in 0..8 {
        // whichever token it is: they are one agent
        assert_eq!(call(&trust.desk()).await.is_error, round >= 4, "{round}");
    }
    assert_eq!(refused(&trust, Some(trust.desk().token())).await.0, StatusCode::TOO_MANY_REQUESTS);
    assert!(!call(&trust.granted("desk", "ann", "elicit:request")).await.is_error);
    let narrow = trust.issuer.sign(&trust.claims("desk", "jo", "openid"));
    let wrong = ["a.b.c", &narrow];
    sixty_pass(async |number| refused(&trust, Some(wrong[number % 2])).await.0).await;
    assert!(!call(&trust.granted("desk", "eve", "elicit:request")).await.is_error, "a right one passes");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_knows_them() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let url = process::url(&database);
    let made = run(&["token", "create", "oauth:desk", "--database", &url]);
    assert_eq!(made.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&made.stderr).contains("does not begin with oauth:"), "{made:?}");

    let trust = Trust::start().await;
    call(&trust.desk()).await;
    let url = process::url(&trust.app.running.config.database);
    let listed = run(&["token", "list", "--database", &url]);
    let line = String::from_utf8(listed.stdout).unwrap();
    let name = trust.name("desk:jo");
    assert!(line.starts_with(&format!("{name}\toauth\tcreated 2026-01-31T09:30:00.000Z\tlast used ")), "{line}");
    let revoked = run(&["token", "revoke", &name, "--database", &url]);
    assert_eq!(String::from_utf8_lossy(&revoked.stderr), format!("`{name}` is revoked.\n"));
    assert_eq!(call(&trust.desk()).await.status, StatusCode::FORBIDDEN);
    assert!(String::from_utf8(run(&["token", "list", "--database", &url]).stdout).unwrap().contains("\trevoked "));
}
