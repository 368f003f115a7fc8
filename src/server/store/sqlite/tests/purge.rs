//! What leaves after its time, and how little of everybody's time that takes.

use super::*;

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
    assert!(matches!(Log::open(&fixture.path).await.unwrap().verify().await.unwrap(), Verdict::Intact(end) if end.number == 9));
}

#[tokio::test]
async fn a_decision_waits_for_a_few_of_5000_removals_at_most() {
    const BATCH: u32 = 20;
    const OLD: i64 = 5000;
    let fixture = fixture().await;
    let store = &fixture.store;
    for number in 0..20 {
        fixture.create(&number.to_string(), Value::Null).await;
    }
    // closed long ago, with more to say than a page of the file holds
    let old = "with recursive old (n) as (select 1 union all select n + 1 from old where n < $1) \
               insert into elicitations (id, agent_id, tool, message, request, context, link_hash, status, created_at, expires_at, closed_at) \
               select 'old' || n, $2, 'elicit_proposal', 'Review', '{}', printf('\"%.6000c\"', 'x'), randomblob(32), 'canceled', 1, 1, 1 from old";
    sqlx::query(old).bind(OLD).bind(fixture.agent.id).execute(&store.writer).await.unwrap();

    let purge = async {
        let mut batches = 0;
        while store.purge(at(900), BATCH, at(1500)).await.unwrap() == u64::from(BATCH) {
            batches += 1;
            tokio::task::yield_now().await;
        }
        batches
    };
    let decide = async {
        let mut passed = Vec::new();
        for number in 0..20 {
            let before = store.last_event().await.unwrap();
            let id = number.to_string();
            assert!(store.head(&Key::Id(id.clone())).await.unwrap().is_some());
            assert!(fixture.advance(&id, submit(), 1500).await.closed);
            passed.push(store.events(&id).await.unwrap().last().unwrap().number - before - 1);
        }
        (passed, store.last_event().await.unwrap())
    };
    let (batches, (passed, last)) = tokio::join!(purge, decide);
    assert_eq!(batches, OLD / i64::from(BATCH));
    assert!(passed.iter().all(|events| *events <= 4 * i64::from(BATCH)), "removals before each decision: {passed:?}");
    assert!(last < OLD, "the purge had ended before the decisions");
    assert!(matches!(Log::open(&fixture.path).await.unwrap().verify().await.unwrap(), Verdict::Intact(end) if end.number == 40 + OLD));
}
