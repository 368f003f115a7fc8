//! A request's story on its page: for admins who are signed in, and nobody else.

use super::super::support::browser::Browser;
use super::super::support::client::DECLINE;
use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn an_admin_reads_the_story_on_the_page() {
    let app = TestApp::spawn().await;
    let agent = app.agent("a<da>").await;
    let request = agent.open(&proposal()).await;
    let link = app.running.service.add_reviewer("Grace", true).await.unwrap();
    let mut grace = Browser::new(&app);
    grace.sign_in(&link).await;
    let page = format!("/inbox/{}", request.id);

    let open = grace.get(&page).await.body;
    assert!(open.contains("History · 1 event<") && open.contains("Agent <b><bdi>a&lt;da&gt;</bdi></b> asked for the review"), "{open}");
    assert_eq!(grace.post(&page, &DECLINE).await.status, 303);
    for _ in 0..3 {
        agent.ask("elicit_result", &request.id).await;
    }
    let closed = grace.get(&page).await.body;
    for told in ["History · 5 events<", "<b><bdi>Grace</bdi></b> declined", "fetched the outcome, 3 times until", "event 2<"] {
        assert!(closed.contains(told), "{told} is not in {closed}");
    }
    // an admin by the link too; a reviewer who is none, and whoever holds the link, are told nothing
    let by_link = request.review_url.strip_prefix(&app.running.config.public_url()).unwrap();
    assert!(grace.get(by_link).await.body.contains("History · "));
    let ann = Browser::signed_in(&app, "Ann").await;
    for (browser, at) in [(&ann, page.as_str()), (&ann, by_link), (&Browser::new(&app), by_link)] {
        let shown = browser.get(at).await;
        assert_eq!(shown.status, 200);
        assert!(!shown.body.contains("History · "), "{at}");
    }
}
