//! What the holder of a link may see and submit, asked of the service itself: entries as the page's island sends them.

use countersign::domain::elicitation::{Decision, State, Status};
use countersign::domain::grid::{Draft, Entry, RowFault};
use countersign::server::service::ReviewError;
use serde_json::{Value, json};

use super::support::{TestApp, by, proposal};

/// A number, a patterned text, a long text and one without default.
fn four_rows() -> Value {
    let mut arguments = proposal();
    arguments["requestedSchema"] = json!({ "type": "object", "properties": {
        "count": { "type": "integer", "default": 1 },
        "code": { "type": "string", "pattern": "^[A-Z]+$", "default": "AB" },
        "note": { "type": "string", "default": "" },
        "more": { "type": "string" },
    }});
    arguments["fields"] = json!({});
    arguments
}

fn entry(include: bool, text: Option<&str>) -> Entry {
    Entry { include, draft: text.map(|text| Draft::Text(text.to_owned())) }
}

struct Link {
    app: TestApp,
    id: String,
    secret: String,
}

async fn link(arguments: &Value) -> Link {
    let app = TestApp::spawn().await;
    let request = app.agent("ada").await.open(arguments).await;
    let secret = request.review_url.rsplit('/').next().unwrap().to_owned();
    Link { app, id: request.id, secret }
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_writes_nothing_and_a_view_counts_once() {
    let mut arguments = proposal();
    arguments["displayTemplate"] = "<b>{{ context.recordId }}</b>".into();
    let Link { app, id, secret } = link(&arguments).await;
    let service = &app.running.service;
    for _ in 0..2 {
        let review = service.review(&by(&secret)).await.unwrap();
        assert_eq!((review.asked_by.as_str(), review.message.as_str()), ("ada", "Review one record"));
        assert_eq!((review.state, review.decided_by), (State::Pending, None));
        assert_eq!(review.banner, Some(Ok("<b>7</b>".to_owned())));
        assert_eq!(review.now.millis_until(review.expires_at), 60_000);
    }
    assert_eq!(app.count(&id, &["created", "viewed"]).await, 1);
    for _ in 0..2 {
        service.viewed(&by(&secret)).await.unwrap();
    }
    assert_eq!(app.count(&id, &["viewed"]).await, 1);

    service.submit(&by(&secret), &[entry(false, None)]).await.unwrap();
    let closed = service.review(&by(&secret)).await.unwrap();
    assert_eq!(closed.decided_by.as_deref(), Some("link"));
    assert!(matches!(closed.state, State::Decided { decision: Decision::Submitted(Some(values)), .. } if values.is_empty()));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_faulty_row_is_named_at_once() {
    let Link { app, id, secret } = link(&four_rows()).await;
    let faulty = [entry(true, Some("many")), entry(true, Some("ab")), entry(true, None), entry(false, None)];
    let Err(ReviewError::Faults(faults)) = app.running.service.submit(&by(&secret), &faulty).await else { panic!("no faults") };
    assert_eq!(faults.iter().map(|fault| fault.row).collect::<Vec<_>>(), [0, 1], "{faults:?}");
    assert!(faults.iter().all(|fault| !fault.message.is_empty()));
    assert_eq!(app.count(&id, &["submitted"]).await, 0);

    // what is left out is not judged, what nobody touched comes back as it came, in declared order
    let sound = [entry(true, None), entry(false, Some("ab")), entry(true, Some("a\nb")), entry(false, None)];
    app.running.service.submit(&by(&secret), &sound).await.unwrap();
    let State::Decided { decision: Decision::Submitted(Some(values)), .. } = app.running.service.review(&by(&secret)).await.unwrap().state
    else {
        panic!("not submitted")
    };
    assert_eq!(Value::Object(values).to_string(), r#"{"count":1,"note":"a\nb"}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_submission_of_this_request_is_refused() {
    let Link { app, id, secret } = link(&four_rows()).await;
    for entries in [vec![], vec![entry(false, None); 3], vec![entry(false, None); 5]] {
        let refused = app.running.service.submit(&by(&secret), &entries).await.unwrap_err();
        assert_eq!(refused.to_string(), format!("this request has 4 rows, not {}", entries.len()));
    }
    assert_eq!(app.count(&id, &["submitted"]).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submission_has_its_limit() {
    let mut arguments = proposal();
    let names: Vec<String> = (0..20).map(|row| format!("f{row}")).collect();
    let properties: serde_json::Map<String, Value> = names.iter().map(|name| (name.clone(), json!({ "type": "string" }))).collect();
    arguments["requestedSchema"] = json!({ "type": "object", "properties": properties });
    arguments["fields"] = json!({});
    let Link { app, id, secret } = link(&arguments).await;
    let large = "x".repeat(60_000);
    let entries = vec![entry(true, Some(&large)); 20];
    let refused = app.running.service.submit(&by(&secret), &entries).await.unwrap_err();
    assert!(matches!(&refused, ReviewError::Malformed(why) if why.contains("1048576")), "{refused}");
    assert_eq!(app.count(&id, &["submitted"]).await, 0);
    app.running.service.submit(&by(&secret), &[vec![entry(true, Some(&large)); 17], vec![entry(false, None); 3]].concat()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn patterns_are_matched_for_the_page() {
    let Link { app, secret, .. } = link(&four_rows()).await;
    let service = &app.running.service;
    let faults = service.match_patterns(&by(&secret), &[(1, "ab".into()), (2, "ab".into())]).await.unwrap();
    assert_eq!(faults.iter().map(|RowFault { row, .. }| *row).collect::<Vec<_>>(), [1]);
    assert!(service.match_patterns(&by(&secret), &[(1, "AB".into())]).await.unwrap().is_empty());
    for texts in [vec![(4, String::new())], vec![(0, String::new()); 5]] {
        assert!(matches!(service.match_patterns(&by(&secret), &texts).await, Err(ReviewError::Malformed(_))));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_link_and_a_closed_request_say_so() {
    let Link { app, id, secret } = link(&proposal()).await;
    let service = &app.running.service;
    // the id is no link, nor is a secret almost right
    for wrong in [id.as_str(), "", &secret[1..], "nobody"] {
        assert!(matches!(service.review(&by(wrong)).await, Err(ReviewError::NotFound)), "{wrong}");
        assert!(matches!(service.viewed(&by(wrong)).await, Err(ReviewError::NotFound)), "{wrong}");
        assert!(matches!(service.submit(&by(wrong), &[]).await, Err(ReviewError::NotFound)), "{wrong}");
        assert!(matches!(service.decline(&by(wrong)).await, Err(ReviewError::NotFound)), "{wrong}");
        assert!(matches!(service.match_patterns(&by(wrong), &[]).await, Err(ReviewError::NotFound)), "{wrong}");
    }
    service.decline(&by(&secret)).await.unwrap();
    for refused in [service.decline(&by(&secret)).await, service.submit(&by(&secret), &[entry(false, None)]).await] {
        assert!(matches!(refused, Err(ReviewError::Closed(Status::Declined))), "{refused:?}");
    }
}
