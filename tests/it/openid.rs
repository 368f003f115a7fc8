//! Signing in at an OpenID provider: who gets in by it, as whom, and all the ways in which nobody does.

mod provider;
mod refusals;

use countersign::server::clock::Clock as _;
use countersign::server::config::{Config, OpenId};
use serde_json::{Value, json};

use self::provider::{CLIENT, Provider, SECRET, asked};
use super::support::browser::{Browser, Page, path};
use super::support::client::{DECLINE, submission};
use super::support::process::{countersign, run, url};
use super::support::{TestApp, proposal};

const MINUTE: i64 = 60_000;

/// The test clock's time, in seconds.
const NOW: i64 = 1_769_851_800;

/// A server and the provider that its reviewers sign in at.
struct Office {
    app: TestApp,
    provider: Provider,
}

impl Office {
    async fn start() -> Self {
        let provider = Provider::start().await;
        Self { app: signing_in_at(&provider.url).await, provider }
    }

    async fn add(&self, name: &str) {
        self.app.running.service.add_reviewer(name, false).await.unwrap();
    }

    /// What an ID token says that is as it should be.
    fn claims(&self, url: &str, subject: &str, email: &str) -> Value {
        json!({
            "iss": self.provider.url, "aud": CLIENT, "sub": subject, "exp": NOW + 300, "iat": NOW, "nonce": asked(url, "nonce"),
            "email": email, "email_verified": true, "auth_time": NOW, "updated_at": NOW, "more": [1, 2.5, { "deep": 7 }],
        })
    }

    /// Comes back with a code for `claims`.
    async fn back(&self, browser: &mut Browser, url: &str, claims: &Value) -> Page {
        let code = self.provider.grant(url, claims);
        back(browser, &code, &asked(url, "state")).await
    }

    /// Presses the button, is `subject` with that verified address at the provider, and comes back.
    async fn sign_in(&self, browser: &mut Browser, subject: &str, email: &str) -> Page {
        let url = begin(browser, "/").await;
        self.back(browser, &url, &self.claims(&url, subject, email)).await
    }

    /// As whom this browser is signed in, by the inbox.
    async fn name(&self, browser: &Browser) -> Option<String> {
        let page = browser.get("/").await.body;
        let (_, rest) = page.split_once("Signed in as ")?;
        Some(rest.split_once("<bdi>")?.1.split_once("</bdi>")?.0.to_owned())
    }
}

fn options(issuer: &str) -> OpenId {
    let (client_id, client_secret) = (CLIENT.to_owned(), SECRET.parse().unwrap());
    OpenId { issuer: issuer.to_owned(), client_id, client_secret, trust_email: false }
}

async fn signing_in_at(issuer: &str) -> TestApp {
    let openid = options(issuer);
    TestApp::spawn_with(|config| Config { openid: Some(openid), require_sign_in: true, ..config }).await
}

/// Presses the button of a page, `to` which one wants to return; where the browser is sent.
async fn begin(browser: &mut Browser, to: &str) -> String {
    let page = browser.post("/sign-in", &[("to", to)]).await;
    assert_eq!(page.status, 200, "{}", page.body);
    browser.keep(&page);
    page.headers["refresh"].to_str().unwrap().strip_prefix("0; url=").unwrap().to_owned()
}

async fn back(browser: &mut Browser, code: &str, state: &str) -> Page {
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("code", code).append_pair("state", state).finish();
    let page = browser.get(&format!("/sign-in/callback?{query}")).await;
    browser.keep(&page);
    page
}

#[tokio::test]
async fn a_reviewer_signs_in_decides_and_signs_out() {
    let office = Office::start().await;
    office.add("Ann@Example.com").await;
    let agent = office.app.agent("ada").await;
    let request = agent.open(&proposal()).await;
    let door = path(&request.review_url);
    let mut ann = Browser::new(&office.app);

    let host = office.provider.url.strip_prefix("http://").unwrap();
    let asked_to = ann.get(door).await;
    assert_eq!(asked_to.status, 403);
    assert!(asked_to.body.contains(&format!("Sign in with {host}</button>")), "{}", asked_to.body);
    assert!(asked_to.body.contains(&format!(r#"name="to" value="{door}""#)), "{}", asked_to.body);
    assert!(ann.get("/").await.body.contains(&format!("Sign in with {host}</button>")));

    let page = ann.post("/sign-in", &[("to", door)]).await;
    let cookie = page.set_cookie.clone().unwrap();
    assert!(cookie.starts_with("countersign_sign_in=") && cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=600"), "{cookie}");
    let url = begin(&mut ann, door).await;
    for (name, wanted) in [
        ("response_type", "code"),
        ("client_id", CLIENT),
        ("scope", "openid email"),
        ("code_challenge_method", "S256"),
        ("redirect_uri", &format!("{}/sign-in/callback", office.app.running.config.public_url())),
    ] {
        assert_eq!(asked(&url, name), wanted, "{url}");
    }
    for name in ["state", "nonce", "code_challenge"] {
        assert_eq!(asked(&url, name).len(), 43, "{url}");
        assert!(!ann.cookie.as_ref().unwrap().contains(&asked(&url, name)));
    }

    let page = office.back(&mut ann, &url, &office.claims(&url, "a1", "ann@example.com")).await;
    assert_eq!((page.status.as_u16(), page.location.as_deref()), (303, Some(door)), "{}", page.body);
    assert!(ann.cookie.as_ref().unwrap().starts_with("countersign_session=") && !ann.cookie.as_ref().unwrap().contains("sign_in"));
    assert_eq!(office.name(&ann).await.as_deref(), Some("Ann@Example.com"));
    assert_eq!(ann.post(door, &submission("y")).await.status, 303);
    assert!(ann.get(door).await.body.contains(" by <bdi>Ann@Example.com</bdi>"));
    assert_eq!(office.app.history(&request.id).await.pop().unwrap().1, "reviewer:Ann@Example.com");
    assert_eq!(agent.ask("elicit_result", &request.id).await.content["values"], json!({ "a": "y" }));

    let out = ann.post("/sign-out", &[]).await;
    ann.keep(&out);
    assert_eq!(office.name(&ann).await, None);
    assert_eq!(ann.post(path(&agent.open(&proposal()).await.review_url), &DECLINE).await.status, 403);
}

#[tokio::test]
async fn who_somebody_is_there_is_bound_at_the_first_time() {
    let office = Office::start().await;
    office.add("ann@example.com").await;
    office.add("bob@example.com").await;
    let mut browser = Browser::new(&office.app);
    assert_eq!(office.sign_in(&mut browser, "a1", "ann@example.com").await.status, 303);
    // her address changes, and so may whose it is
    for email in ["ann@new.example", "bob@example.com"] {
        let mut again = Browser::new(&office.app);
        assert_eq!(office.sign_in(&mut again, "a1", email).await.status, 303);
        assert_eq!(office.name(&again).await.as_deref(), Some("ann@example.com"));
    }
    let mut other = Browser::new(&office.app);
    assert_eq!(office.sign_in(&mut other, "a2", "ann@example.com").await.status, 403);
    assert_eq!(office.name(&other).await, None);

    // to be made anew is to be somebody new
    let (store, now) = (&office.app.running.store, office.app.clock.now());
    assert!(store.revoke_reviewer("ann@example.com", now).await.unwrap());
    assert_eq!(office.name(&browser).await, None);
    assert_eq!(office.sign_in(&mut browser, "a1", "ann@example.com").await.status, 403);
    office.add("ann@example.com").await;
    assert_eq!(office.sign_in(&mut other, "a2", "ANN@example.com").await.status, 303);
    assert_eq!(office.sign_in(&mut browser, "a1", "ann@example.com").await.status, 403);
}

#[tokio::test]
async fn an_address_that_the_id_token_leaves_out_is_asked_for() {
    let office = Office::start().await;
    office.add("ann@example.com").await;
    let mut browser = Browser::new(&office.app);
    for (person, status) in [
        (json!({ "sub": "other", "email": "ann@example.com", "email_verified": true }), 502),
        (json!({ "sub": "a1", "email": "ann@example.com" }), 403),
        (json!({ "sub": "a1", "email": "ann@example.com", "email_verified": "true", "updated_at": 1 }), 303),
    ] {
        office.provider.say_who(person.clone());
        let url = begin(&mut browser, "/").await;
        let mut claims = office.claims(&url, "a1", "");
        claims.as_object_mut().unwrap().remove("email");
        assert_eq!(office.back(&mut browser, &url, &claims).await.status, status, "{person}");
    }
}

#[tokio::test]
async fn an_address_counts_as_far_as_the_provider_stands_for_it() {
    for (trust_email, verified, status) in [
        (false, json!(true), 303),
        (false, json!(false), 403),
        (false, Value::Null, 403),
        (true, json!(true), 303),
        (true, json!(false), 403),
        (true, Value::Null, 303),
    ] {
        let provider = Provider::start().await;
        let openid = OpenId { trust_email, ..options(&provider.url) };
        let office = Office { app: TestApp::spawn_with(|config| Config { openid: Some(openid), ..config }).await, provider };
        office.add("ann@example.com").await;
        let mut browser = Browser::new(&office.app);
        let url = begin(&mut browser, "/").await;
        let mut claims = office.claims(&url, "a1", "ann@example.com");
        claims["email_verified"] = verified.clone();
        if verified.is_null() {
            claims.as_object_mut().unwrap().remove("email_verified");
        }
        office.provider.say_who(json!({ "sub": "a1" }));
        let page = office.back(&mut browser, &url, &claims).await;
        assert_eq!(page.status, status, "{trust_email} {verified}");
        assert!(status == 303 || page.body.contains("not vouched for by a verified e-mail address"), "{}", page.body);
    }
}

#[tokio::test]
async fn keys_may_change() {
    let office = Office::start().await;
    office.add("ann@example.com").await;
    let mut browser = Browser::new(&office.app);
    assert_eq!(office.sign_in(&mut browser, "a1", "ann@example.com").await.status, 303);
    office.provider.rotate("two");
    assert_eq!(office.sign_in(&mut browser, "a1", "ann@example.com").await.status, 502, "they were asked for a moment ago");
    office.app.clock.advance(10_000);
    assert_eq!(office.sign_in(&mut browser, "a1", "ann@example.com").await.status, 303);
    assert_eq!(office.provider.asked("/jwks"), 2);
}

#[tokio::test]
async fn one_returns_to_our_own_pages_alone_and_leaves_the_session_before() {
    let office = Office::start().await;
    office.add("ann@example.com").await;
    let mut bob = Browser::signed_in(&office.app, "bob").await;
    let before = bob.clone();
    for (to, wanted) in [("//evil.example", "/"), ("https://evil.example/review/a", "/"), ("/inbox/0a", "/inbox/0a")] {
        let url = begin(&mut bob, to).await;
        let page = office.back(&mut bob, &url, &office.claims(&url, "a1", "ann@example.com")).await;
        assert_eq!((page.status.as_u16(), page.location.as_deref()), (303, Some(wanted)), "{to}");
    }
    assert_eq!(office.name(&bob).await.as_deref(), Some("ann@example.com"));
    assert_eq!(office.name(&before).await, None);
    let foreign = Browser::new(&office.app).from(&[("sec-fetch-site", "cross-site")]).post("/sign-in", &[]).await;
    assert_eq!((foreign.status.as_u16(), foreign.set_cookie), (403, None));
}

#[tokio::test]
async fn by_https_the_cookie_is_for_https_alone() {
    let provider = Provider::start().await;
    let openid = options(&provider.url);
    let public_url = Some("https://review.example.com".to_owned());
    let app = TestApp::spawn_with(|config| Config { openid: Some(openid), public_url, ..config }).await;
    let page = Browser::new(&app).post("/sign-in", &[]).await;
    let cookie = page.set_cookie.unwrap();
    assert!(cookie.starts_with("__Host-countersign_sign_in=") && cookie.ends_with("; Secure"), "{cookie}");
    let url = page.headers["refresh"].to_str().unwrap().to_owned();
    assert_eq!(asked(&url, "redirect_uri"), "https://review.example.com/sign-in/callback");
}

#[tokio::test]
async fn without_a_provider_nobody_is_sent_anywhere() {
    let app = TestApp::spawn().await;
    let browser = Browser::new(&app);
    assert!(!browser.get("/").await.body.contains("<form"));
    assert_eq!(browser.post("/sign-in", &[]).await.status, 404);
    assert_eq!(browser.get("/sign-in/callback?code=a&state=b").await.status, 404);
}

#[test]
fn the_options_are_all_or_none_and_the_secret_is_not_shown() {
    let directory = tempfile::tempdir().unwrap();
    let database = url(&directory.path().join("countersign.db"));
    for (options, mention) in [
        (&["--oidc-issuer", "https://id.example"][..], "--oidc-client-id and the secret"),
        (&["--oidc-client-id", "us"], "--oidc-issuer"),
        (&["--oidc-client-secret-file", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["--oidc-issuer", "http://id.example", "--oidc-client-id", "us", "--oidc-client-secret", "hush"], "https://"),
    ] {
        let output = run(&[&["serve", "--database", &database], options].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{told}");
        assert!(told.contains(mention) && !told.contains("hush"), "{told}");
    }
    let help = countersign().arg("--help").env("COUNTERSIGN_OIDC_CLIENT_SECRET", "hush").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("COUNTERSIGN_OIDC_CLIENT_SECRET]") && !help.contains("hush"), "{help}");
}
