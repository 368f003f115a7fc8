//! Requests that are for one reviewer by name: who gets in, who is told what, and who sees what in the inbox (contract § 8).

use countersign::server::config::Config;
use serde_json::{Value, json};

use super::support::browser::{Browser, Page, path};
use super::support::client::{Agent, Answer, DECLINE, Opened, opened, submission};
use super::support::process::{run, url};
use super::support::{TestApp, proposal, tamper};

/// The small proposal, for `reviewer`.
fn proposal_for(reviewer: &Value) -> Value {
    let mut arguments = proposal();
    arguments["reviewer"] = reviewer.clone();
    arguments["timeoutSeconds"] = json!(600);
    arguments
}

async fn ask(agent: &Agent, message: &str, reviewer: &Value) -> Opened {
    let mut arguments = proposal_for(reviewer);
    arguments["message"] = json!(message);
    agent.open(&arguments).await
}

/// A browser that is signed in as a new admin.
async fn admin(app: &TestApp, name: &str) -> Browser {
    let link = app.running.service.add_reviewer(name, true).await.unwrap();
    let mut browser = Browser::new(app);
    assert_eq!(browser.sign_in(&link).await.status, 303);
    browser
}

async fn revoke(app: &TestApp, name: &str) {
    let now = app.running.store.reviewers().await.unwrap()[0].created_at;
    assert!(app.running.store.revoke_reviewer(name, now).await.unwrap());
}

/// A page without what differs from answer to answer.
fn nonceless(page: &Page) -> String {
    page.body.split(' ').filter(|word| !word.starts_with("nonce=")).collect::<Vec<_>>().join(" ")
}

fn from_inbox(request: &Opened) -> String {
    format!("/inbox/{}", request.id)
}

/// Everything that can be asked at a request's address `at` is refused with `status`, and the page says `said`, the functions `word`.
async fn shut(browser: &Browser, at: &str, status: u16, said: &str, word: &str) {
    let events = format!("{at}/events");
    for page in
        [browser.get(at).await, browser.get(&events).await, browser.post(at, &DECLINE).await, browser.post(at, &submission("y")).await]
    {
        assert_eq!(page.status, status, "{at}: {}", page.body);
        assert!(page.body.contains(said) && !page.body.contains("Sync") && !page.body.contains("Ann"), "{at}: {}", page.body);
    }
    let entries = json!([{ "include": true, "draft": null }]);
    for (function, rest) in [
        ("submit", json!({ "entries": entries })),
        ("decline", json!({})),
        ("viewed", json!({})),
        ("draft", json!({ "rows": [[0, entries[0]]], "selected": null })),
        ("patterns", json!({ "texts": [[0, "x"]] })),
    ] {
        let mut arguments = rest;
        arguments["door"] = json!(at);
        let answer = browser.ask(function, &arguments).await;
        assert_eq!((answer.status.as_u16(), answer.body), (status, json!(word).to_string()), "{function} {at}");
    }
}

const SIGN_IN: &str = "This request is for one reviewer by name";
const ANOTHERS: &str = "This is for somebody else";

#[tokio::test(flavor = "multi_thread")]
async fn the_one_who_is_named_decides_and_nobody_else() {
    let app = TestApp::spawn().await;
    let (ann, bob, eve) = (Browser::signed_in(&app, "Ann").await, Browser::signed_in(&app, "bob").await, Browser::new(&app));
    let root = admin(&app, "root").await;
    let ada = app.agent("ada").await;
    let (by_link, by_inbox) = (ask(&ada, "Sync one", &json!(" aNN ")).await, ask(&ada, "Sync two", &json!("Ann")).await);
    let unknown = bob.get("/inbox/unknown").await;
    for request in [&by_link, &by_inbox] {
        let (link, inbox) = (path(&request.review_url), from_inbox(request));
        shut(&eve, link, 403, SIGN_IN, "SignIn").await;
        shut(&ann, "/inbox/unknown", 404, "known here", "NotFound").await;
        shut(&bob, link, 403, ANOTHERS, "ForSomebodyElse").await;
        shut(&bob, &inbox, 404, "known here", "NotFound").await;
        assert_eq!(nonceless(&bob.get(&inbox).await), nonceless(&unknown));
        shut(&root, link, 403, ANOTHERS, "ForSomebodyElse").await;
        assert_eq!(app.history(&request.id).await.len(), 1, "nothing was done by any of that");
    }
    // an agent's token is no session
    let by_token = app.http().get(&by_link.review_url).bearer_auth(ada.token()).send().await.unwrap();
    assert_eq!(by_token.status(), 403);

    let link = path(&by_link.review_url);
    assert_eq!(ann.get(link).await.status, 200);
    assert_eq!(ann.stream(&format!("{link}/events")).await.status(), 200);
    assert_eq!(ann.ask("viewed", &json!({ "door": link })).await.status, 200);
    assert_eq!(ann.post(link, &submission("far too long a text")).await.status, 422);
    assert_eq!(ann.post(link, &submission("y")).await.status, 303);
    assert_eq!(ann.ask("decline", &json!({ "door": from_inbox(&by_inbox) })).await.status, 200);
    for request in [&by_link, &by_inbox] {
        assert_eq!(app.history(&request.id).await.last().unwrap().1, "reviewer:Ann");
        shut(&eve, path(&request.review_url), 403, SIGN_IN, "SignIn").await;
        shut(&bob, &from_inbox(request), 404, "known here", "NotFound").await;
    }
    assert_eq!(ada.status(&by_link.id).await, "submitted");
    assert_eq!(ada.status(&by_inbox.id).await, "declined");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_inbox_shows_what_is_for_whoever_looks_and_admins_everything() {
    let app = TestApp::spawn().await;
    let (ann, bob, root) = (Browser::signed_in(&app, "Ann").await, Browser::signed_in(&app, "bob").await, admin(&app, "root").await);
    let ada = app.agent("ada").await;
    let anns = ask(&ada, "Sync hers", &json!("ann")).await;
    let free = ask(&ada, "Sync free", &Value::Null).await;
    let roots = ask(&ada, "Sync roots", &json!("root")).await;
    for (browser, count, seen) in [(&ann, 2, [true, true, false]), (&bob, 1, [false, true, false]), (&root, 3, [true, true, true])] {
        for at in ["/", "/?q=sync", "/inbox/shelves"] {
            let page = browser.get(at).await;
            assert!(page.body.contains(&format!("<b>{count}</b> to decide")), "{}", page.body);
            let listed = [&anns, &free, &roots].map(|request| page.body.contains(&from_inbox(request)));
            assert_eq!(listed, seen, "{}", page.body);
            let told = page.body.contains(" · for <b><bdi>Ann</bdi></b>") || page.body.contains(" · for <b>Ann</b>");
            assert_eq!(told, count == 3, "{}", page.body);
        }
    }
    let standing = |page: &Page, words: &str| page.body.contains(&format!("<span>{words}</span>"));
    let page = ann.get(&from_inbox(&anns)).await;
    assert!(standing(&page, "1 of 2") && page.body.contains(&from_inbox(&free)), "{}", page.body);
    let page = bob.get(&from_inbox(&free)).await;
    assert!(standing(&page, "1 of 1") && !page.body.contains(">Next<"), "{}", page.body);
    // an admin reads what is another's, and goes on with what isn't
    let page = root.get(&from_inbox(&anns)).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Waiting for") && page.body.contains("Not decided yet") && !page.body.contains("action=\"submit\""));
    assert!(!page.body.contains("1 of") && !page.body.contains("<form") && page.body.contains(&from_inbox(&free)), "{}", page.body);
    for form in [&DECLINE[..], &submission("y"), &[("nonsense", "")]] {
        let refused = root.post(&from_inbox(&anns), form).await;
        assert_eq!(refused.status, 403, "{}", refused.body);
        assert!(refused.body.contains(ANOTHERS));
    }
    let decline = |request: &Opened| json!({ "door": from_inbox(request) });
    assert_eq!(root.ask("decline", &decline(&anns)).await.body, "\"ForSomebodyElse\"");
    let kept = json!({ "door": from_inbox(&anns), "rows": [[0, { "include": true, "draft": { "Text": "z" } }]], "selected": null });
    assert_eq!(root.ask("draft", &kept).await.body, "\"ForSomebodyElse\"");
    assert_eq!(root.ask("decline", &decline(&free)).await.body, json!(from_inbox(&roots)).to_string());
    assert_eq!(root.ask("decline", &decline(&roots)).await.body, "\"/\"", "what is left is Ann's");
    assert_eq!(app.history(&anns.id).await.len(), 1);
    assert_eq!(ann.ask("decline", &decline(&anns)).await.body, "\"/\"");
    assert!(bob.get("/").await.body.contains("<b>1</b> closed") && ann.get("/").await.body.contains("<b>2</b> closed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_for_somebody_who_is_revoked_is_an_admins() {
    let app = TestApp::spawn().await;
    let (ann, bob, root) = (Browser::signed_in(&app, "Ann").await, Browser::signed_in(&app, "bob").await, admin(&app, "root").await);
    let ada = app.agent("ada").await;
    let (one, two) = (ask(&ada, "Sync one", &json!("Ann")).await, ask(&ada, "Sync two", &json!("Ann")).await);
    revoke(&app, "Ann").await;
    // whoever gets the name after them is somebody else
    let other = Browser::signed_in(&app, "Ann").await;
    shut(&ann, path(&one.review_url), 403, SIGN_IN, "SignIn").await;
    for browser in [&bob, &other] {
        shut(browser, path(&one.review_url), 403, ANOTHERS, "ForSomebodyElse").await;
        shut(browser, &from_inbox(&one), 404, "known here", "NotFound").await;
    }
    assert!(root.get(&from_inbox(&one)).await.body.contains("<span>1 of 2</span>"));
    assert_eq!(root.post(path(&one.review_url), &submission("y")).await.status, 303);
    assert_eq!(root.post(&from_inbox(&two), &DECLINE).await.status, 303);
    for request in [&one, &two] {
        assert_eq!(app.history(&request.id).await.last().unwrap().1, "reviewer:root");
    }
    revoke(&app, "bob").await;
    assert!(ada.call("elicit_proposal", &proposal_for(&json!("bob"))).await.is_error);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_names_that_are_known_are_taken() {
    let app = TestApp::spawn().await;
    let ada = app.agent("ada").await;
    for name in ["Ann Lee", "Zoë@Example.com", "max", "MAX"] {
        app.running.service.add_reviewer(name, false).await.unwrap();
    }
    let arguments = |tool: &str, reviewer: &Value| match tool {
        "elicit_proposal" => proposal_for(reviewer),
        "elicit_approval" => json!({ "message": "Go?", "context": 1, "reviewer": reviewer }),
        _ => json!({ "message": "Which?", "options": [{ "id": "a" }], "reviewer": reviewer }),
    };
    let unknown = "reviewer: no reviewer of that name is known here: leave it out, or have one added with countersign reviewer add NAME";
    for tool in ["elicit_proposal", "elicit_approval", "elicit_selection"] {
        for taken in [json!("ann lee"), json!("\tZOË@example.COM "), json!("max"), json!("MAX"), Value::Null] {
            let answer = ada.call(tool, &arguments(tool, &taken)).await;
            assert!(!answer.is_error, "{tool} {taken}: {}", answer.text);
        }
        for (refused, fault) in [
            (json!("Ann"), unknown),
            (json!("Ann  Lee"), unknown),
            (json!("Max"), unknown),
            (json!("ada"), unknown),
            (json!(""), "reviewer: must not be blank: leave it out when anybody may decide"),
            (json!("x".repeat(201)), "reviewer: 201 characters are too many: at most 200"),
            (json!(7), "reviewer: must be a string, not a number"),
        ] {
            let Answer { is_error, text, .. } = ada.call(tool, &arguments(tool, &refused)).await;
            assert!(is_error && text == fault, "{tool} {refused}: {text}");
        }
    }
    let both = ada.call("elicit_approval", &json!({ "message": " ", "context": 1, "reviewer": "nobody" })).await;
    assert_eq!(both.text, format!("message: must not be blank\n{unknown}"));
    let history = ada.call("elicit_history", &json!({})).await;
    assert_eq!(history.content["total"], 15, "nothing was stored of what was refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn under_required_sign_in_a_link_tells_nothing_of_whom_it_is_for() {
    let app = TestApp::spawn_with(|config| Config { require_sign_in: true, ..config }).await;
    let ann = Browser::signed_in(&app, "Ann").await;
    let ada = app.agent("ada").await;
    let (named, free) = (ask(&ada, "Sync", &json!("Ann")).await, ask(&ada, "Sync", &Value::Null).await);
    let stranger = Browser::new(&app);
    let unknown = stranger.get("/review/unknown").await;
    assert_eq!(unknown.status, 403);
    for request in [&named, &free] {
        let page = stranger.get(path(&request.review_url)).await;
        assert_eq!((page.status, nonceless(&page)), (unknown.status, nonceless(&unknown)));
        assert_eq!(ann.post(path(&request.review_url), &DECLINE).await.status, 303);
    }
    let root = admin(&app, "root").await;
    let selection = json!({ "message": "Which?", "options": [{ "id": "a" }], "reviewer": "Ann" });
    let approval = json!({ "message": "Go?", "context": { "b": 1 }, "reviewer": "Ann" });
    for (tool, arguments) in [("elicit_selection", selection), ("elicit_approval", approval)] {
        let request = opened(&ada.call(tool, &arguments).await);
        let page = root.get(&from_inbox(&request)).await;
        assert!(page.status == 200 && page.body.contains("Waiting for") && !page.body.contains("<form"), "{}", page.body);
        assert_eq!(root.post(&from_inbox(&request), &[("action", "submit")]).await.status, 403);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_log_has_whom_it_was_for() {
    let app = TestApp::spawn().await;
    app.running.service.add_reviewer("Ann", false).await.unwrap();
    app.running.service.add_reviewer("bob", false).await.unwrap();
    let ada = app.agent("ada").await;
    ask(&ada, "Sync", &Value::Null).await;
    let request = ask(&ada, "Sync", &json!("ann")).await;
    let database = app.running.config.database.clone();
    let audit = |what: &str| {
        let output = run(&["audit", what, "--database", &url(&database)]);
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    assert!(audit("verify").starts_with("intact: 2 events"), "{}", audit("verify"));
    let lines = audit("export");
    let lines: Vec<_> = lines.lines().collect();
    assert!(!lines[0].contains("reviewer") && lines[1].ends_with(r#","reviewer":{"id":1,"name":"Ann"}}}"#), "{lines:?}");
    for reviewer in ["2", "null"] {
        tamper(&database, &format!("update elicitations set reviewer_id = {reviewer} where id = '{}'", request.id)).await;
        let said = audit("verify");
        assert!(said.contains("event 2 (created") && said.contains("reviewer"), "{said}");
    }
    tamper(&database, &format!("update elicitations set reviewer_id = 1 where id = '{}'", request.id)).await;
    tamper(&database, "update reviewers set name = 'Eve' where id = 1").await;
    assert!(audit("verify").contains("event 2 (created"));
}
