//! What leaves after its time, and how little of everybody's time that takes.

use super::*;
use crate::server::store::{Log, Verdict};

#[tokio::test]
async fn a_purge_takes_closed_requests_a_few_at_a_time() {
    let fixture = fixture().await;
    for name in ["a", "b", "c", "pending"] {
        fixture.create(name, Value::Null).await;
    }
    for (name, time) in [("a", 1100), ("b", 1200), ("c", 1300)] {
        fixture.advance(name, Step::Cancel { actor: "agent:ada".into() }, time).await;
    }
    let purge = async |before, limit| fixture.store.purge(at(before), limit, at(5000)).await.unwrap();
    assert_eq!(purge(1100, 9).await, 0);
    assert_eq!(purge(1300, 1).await, 1);
    assert!(fixture.store.head(&id("a")).await.unwrap().is_none());
    let story: Vec<_> =
        fixture.store.events("a").await.unwrap().into_iter().map(|event| (event.kind, event.at.millis(), event.actor)).collect();
    let told = [("created", 1000, "agent:ada"), ("canceled", 1100, "agent:ada"), ("purged", 5000, "server")];
    assert_eq!(story, told.map(|(kind, at, actor)| (kind.to_owned(), at, actor.to_owned())));
    assert_eq!(purge(1300, 9).await, 1);
    assert!(fixture.store.head(&id("c")).await.unwrap().is_some());
    assert!(fixture.store.head(&id("pending")).await.unwrap().is_some());
    assert!(matches!(Log::open(&fixture.database).await.unwrap().verify().await.unwrap(), Verdict::Intact(end) if end.number == 9));
}
