//! Reviewers: how they sign in, how long that lasts, and what they are named for (contract § 8).

use serde_json::json;

use super::support::browser::{Browser, path};
use super::support::client::submission;
use super::support::process::{run, url};
use super::support::{TestApp, proposal};

const DAY: i64 = 24 * 60 * 60 * 1000;

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_link_is_spent_by_its_button_alone() {
    let app = TestApp::spawn().await;
    let link = app.running.service.add_reviewer("Ann <b>", false).await.unwrap();
    let mut browser = Browser::new(&app);
    for _ in 0..3 {
        let page = browser.get(path(&link)).await;
        assert_eq!((page.status.as_u16(), page.set_cookie.as_deref()), (200, None));
        assert!(page.body.contains("Sign in as Ann &lt;b&gt;</button>"), "{}", page.body);
    }
    let page = browser.sign_in(&link).await;
    assert_eq!((page.status.as_u16(), page.location.as_deref()), (303, Some("/")));
    let cookie = page.set_cookie.unwrap();
    assert!(cookie.starts_with("countersign_session=") && cookie.contains("; Path=/; HttpOnly; SameSite=Lax"), "{cookie}");
    assert!(!cookie.contains("Secure"), "{cookie}");

    let spent = Browser::new(&app);
    let unknown = spent.get("/sign-in/unknown").await;
    assert_eq!(unknown.status, 404);
    assert!(unknown.body.contains("countersign reviewer link NAME"), "{}", unknown.body);
    for answer in [spent.get(path(&link)).await, spent.post(path(&link), &[]).await, spent.post("/sign-in/unknown", &[]).await] {
        assert_eq!((answer.status, &answer.set_cookie), (unknown.status, &None));
        assert!(answer.body.contains("can&#x27;t be used") || answer.body.contains("can't be used"), "{}", answer.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn by_https_the_cookie_is_for_https_alone() {
    let app = TestApp::spawn_at(Some("https://review.example.com")).await;
    let link = app.running.service.add_reviewer("ann", false).await.unwrap();
    assert!(link.starts_with("https://review.example.com/sign-in/"), "{link}");
    let cookie = Browser::new(&app).sign_in(&link).await.set_cookie.unwrap();
    assert!(cookie.starts_with("__Host-countersign_session=") && cookie.ends_with("; Secure"), "{cookie}");
}

/// Whom the audit names when this browser declines a new request by its link.
async fn named(app: &TestApp, browser: &Browser) -> String {
    let agent = app.agent(&format!("a{:?}", std::time::Instant::now())).await;
    let request = agent.open(&proposal()).await;
    assert_eq!(browser.post(path(&request.review_url), &[("action", "cancel")]).await.status, 303);
    app.history(&request.id).await.pop().unwrap().1
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_signed_in_is_named_for_what_they_do_with_a_link() {
    let app = TestApp::spawn().await;
    let ann = Browser::signed_in(&app, "Ann").await;
    let request = app.agent("ada").await.open(&proposal()).await;
    let door = path(&request.review_url);
    assert_eq!(ann.ask("viewed", &json!({ "door": door })).await.status, 200);
    assert_eq!(ann.post(door, &submission("y")).await.status, 303);
    let actors: Vec<_> = app.history(&request.id).await.into_iter().map(|(_, actor)| actor).collect();
    assert_eq!(actors, ["agent:ada", "reviewer:Ann", "reviewer:Ann"]);
    assert!(ann.get(door).await.body.contains(" by <bdi>Ann</bdi>"));
    assert_eq!(named(&app, &Browser::new(&app)).await, "link");
    // nobody knows who made the browser send its cookie
    assert_eq!(named(&app, &ann.from(&[])).await, "link");
    let origin = app.running.config.public_url();
    assert_eq!(named(&app, &ann.from(&[("origin", &origin)])).await, "reviewer:Ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_good_for_a_day_and_until_the_next_one() {
    let app = TestApp::spawn().await;
    let service = &app.running.service;
    let first = service.add_reviewer("ann", false).await.unwrap();
    let second = service.renew_link("ann").await.unwrap().unwrap();
    assert_eq!(service.renew_link("nobody").await.unwrap(), None);
    assert_eq!(Browser::new(&app).get(path(&first)).await.status, 404, "replaced");
    app.clock.advance(DAY - 1);
    assert_eq!(Browser::new(&app).get(path(&second)).await.status, 200);
    app.clock.advance(1);
    assert_eq!(Browser::new(&app).get(path(&second)).await.status, 404);
    assert_eq!(Browser::new(&app).sign_in(&second).await.set_cookie, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_lasts_thirty_days_from_when_something_was_last_done_with_it() {
    let app = TestApp::spawn().await;
    let ann = Browser::signed_in(&app, "ann").await;
    app.clock.advance(29 * DAY);
    assert_eq!(named(&app, &ann).await, "reviewer:ann");
    app.clock.advance(29 * DAY);
    assert_eq!(named(&app, &ann).await, "reviewer:ann");
    app.clock.advance(29 * DAY);
    let request = app.agent("ada").await.open(&proposal()).await;
    assert_eq!(ann.get(path(&request.review_url)).await.status, 200, "looking does nothing");
    app.clock.advance(DAY);
    assert_eq!(named(&app, &ann).await, "link");
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_and_revoking_end_sessions() {
    let app = TestApp::spawn().await;
    let (ann, bob) = (Browser::signed_in(&app, "ann").await, Browser::signed_in(&app, "bob").await);
    let unasked = ann.from(&[]).post("/sign-out", &[]).await;
    assert_eq!((unasked.status.as_u16(), unasked.set_cookie), (303, None));
    assert_eq!(named(&app, &ann).await, "reviewer:ann", "not by whoever made the browser send that");
    assert_eq!(ann.from(&[("sec-fetch-site", "cross-site")]).post("/sign-out", &[]).await.status, 403);
    let out = ann.post("/sign-out", &[]).await;
    assert_eq!((out.status.as_u16(), out.location.as_deref()), (303, Some("/")));
    assert!(out.set_cookie.unwrap().starts_with("countersign_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"));
    assert_eq!(named(&app, &ann).await, "link");

    let (store, now) = (&app.running.store, app.running.store.reviewers().await.unwrap()[1].created_at);
    assert_eq!(named(&app, &bob).await, "reviewer:bob");
    let link = app.running.service.renew_link("bob").await.unwrap().unwrap();
    assert!(store.revoke_reviewer("bob", now).await.unwrap() && !store.revoke_reviewer("bob", now).await.unwrap());
    assert_eq!(named(&app, &bob).await, "link");
    assert_eq!(Browser::new(&app).get(path(&link)).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_in_again_leaves_the_session_before() {
    let app = TestApp::spawn().await;
    let ann = Browser::signed_in(&app, "ann").await;
    let mut same = ann.clone();
    same.sign_in(&app.running.service.add_reviewer("bob", false).await.unwrap()).await;
    assert_eq!((named(&app, &ann).await.as_str(), named(&app, &same).await.as_str()), ("link", "reviewer:bob"));
}

#[test]
fn reviewers_are_made_listed_and_revoked() {
    let directory = tempfile::tempdir().unwrap();
    let database = url(&directory.path().join("countersign.db"));
    let reviewer = |arguments: &[&str]| {
        let output = run(&[&["reviewer"][..], arguments, &["--database", &database, "--public-url", "https://r.example"]].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, link, _) = reviewer(&["add", "ann"]);
    assert_eq!((code, link.lines().count()), (Some(0), 1));
    assert!(link.starts_with("https://r.example/sign-in/") && link.trim().len() == "https://r.example/sign-in/".len() + 43, "{link}");
    let (code, other, _) = reviewer(&["link", "ann"]);
    assert!(code == Some(0) && other.starts_with("https://r.example/sign-in/") && other != link, "{other}");
    assert_eq!(reviewer(&["add", "--admin", "root"]).0, Some(0));
    for (arguments, mention) in [
        (&["add", "ann"][..], "reviewer link ann"),
        (&["add", " "], "1 to 200 characters"),
        (&["link", "nobody"], "reviewer list"),
        (&["revoke", "nobody"], "reviewer list"),
    ] {
        let (code, out, error) = reviewer(arguments);
        assert_eq!((code, out.as_str(), error.lines().count()), (Some(2), "", 1), "{error}");
        assert!(error.contains(mention), "{error}");
    }
    assert_eq!(reviewer(&["revoke", "ann"]).0, Some(0));
    let (_, listed, _) = reviewer(&["list"]);
    let lines: Vec<_> = listed.lines().collect();
    assert!(lines[0].starts_with("ann\treviewer\t") && lines[0].contains("last signed in never\trevoked "), "{listed}");
    assert!(lines[1].starts_with("root\tadmin\t") && lines.len() == 2, "{listed}");
    assert_eq!(reviewer(&["add", "ann"]).0, Some(0), "the name is free again");
}
