//! What a reviewer finds, and the way from each request to the next.

use super::*;
use crate::domain::inbox::Find;
use crate::server::auth::Reviewer;
use crate::server::store::{Inbox as _, Line, Shelf};

fn ann() -> Reviewer {
    Reviewer { id: 1, name: "ann".into(), admin: false }
}

impl Fixture {
    /// A request with this message that expires at `expires_at`.
    async fn ask(&self, id: &str, message: &str, expires_at: i64) {
        let request = Request::Proposal(Proposal { message: message.into(), ..proposal(Value::Null) });
        let new = NewElicitation {
            id: id.into(),
            agent: self.agent.clone(),
            request,
            banner: None,
            rows: None,
            link: Digest::of(id),
            created_at: at(1000),
            expires_at: at(expires_at),
            reviewer: None,
        };
        self.store.create(&new, u32::MAX).await.unwrap();
    }

    async fn found(&self, query: &str) -> (Shelf, Shelf) {
        self.store.inbox(&ann(), &Find::new(query, None, None)).await.unwrap()
    }

    async fn place(&self, id: &str) -> Option<(Option<u64>, u64, Option<String>)> {
        let place = self.store.place(&ann(), id).await.unwrap()?;
        Some((place.number, place.of, place.next))
    }
}

fn ids(shelf: &Shelf) -> Vec<&str> {
    shelf.lines.iter().map(|line| line.id.as_str()).collect()
}

#[tokio::test]
async fn pending_ones_close_soonest_first_and_closed_ones_are_newest_first() {
    let fixture = fixture().await;
    for (id, expires_at) in [("a", 5000), ("b", 3000), ("c", 4000), ("d", 9000), ("e", 3000), ("f", 2000)] {
        fixture.ask(id, "Sync", expires_at).await;
    }
    fixture.advance("a", submit(), 1100).await;
    fixture.advance("a", Step::Consume { actor: "agent:ada".into() }, 1150).await;
    fixture.advance("d", Step::Cancel { actor: "agent:ada".into() }, 1200).await;
    fixture.advance("f", Step::Look, 2500).await;
    let (pending, closed) = fixture.found("").await;
    assert_eq!((ids(&pending), pending.total), (vec!["b", "e", "c"], 3));
    assert_eq!((ids(&closed), closed.total), (vec!["f", "d", "a"], 3));
    let line = |status, closed_at: i64, by: Option<&str>| (status, Some(at(closed_at)), by.map(str::to_owned));
    let known = closed.lines.into_iter().map(|Line { status, closed_at, decided_by, .. }| (status, closed_at, decided_by));
    assert_eq!(
        known.collect::<Vec<_>>(),
        [line(Status::Expired, 2000, None), line(Status::Canceled, 1200, None), line(Status::Submitted, 1100, Some("link"))]
    );
    let first = &pending.lines[0];
    assert_eq!((first.kind, first.size, first.message.as_str(), first.agent.as_str()), (Kind::Proposal, 0, "Sync", "ada"));
}

#[tokio::test]
async fn a_search_is_for_all_of_its_words_in_message_agent_and_id() {
    let fixture = fixture().await;
    for (id, message) in [("0a1", "Sync École 100%"), ("0b2", "sync NorthMark_x"), ("0c3", "Merge")] {
        fixture.ask(id, message, 5000).await;
    }
    fixture.advance("0b2", submit(), 1100).await;
    for (query, pending, closed) in [
        ("SYNC", 1, 1),
        ("école sync", 1, 0),
        ("école merge", 0, 0),
        ("ada", 2, 1),
        ("0c3", 1, 0),
        ("%", 1, 0),
        ("_", 0, 1),
        ("\" [ \\", 0, 0),
    ] {
        let found = fixture.found(query).await;
        assert_eq!((found.0.total, found.1.total), (pending, closed), "{query}");
        assert_eq!((found.0.lines.len() as u64, found.1.lines.len() as u64), (pending, closed), "{query}");
    }
}

#[tokio::test]
async fn the_way_leads_from_each_pending_request_to_the_next_and_round() {
    let fixture = fixture().await;
    for (id, expires_at) in [("a", 3000), ("b", 3000), ("c", 4000)] {
        fixture.ask(id, "Sync", expires_at).await;
    }
    let to = |id: &str| Some(id.to_owned());
    assert_eq!(fixture.place("a").await, Some((Some(1), 3, to("b"))));
    assert_eq!(fixture.place("b").await, Some((Some(2), 3, to("c"))));
    assert_eq!(fixture.place("c").await, Some((Some(3), 3, to("a"))));
    assert_eq!(fixture.place("d").await, None);
    fixture.advance("b", submit(), 1100).await;
    assert_eq!(fixture.place("b").await, Some((None, 2, to("c"))), "on from where it was");
    fixture.advance("c", submit(), 1200).await;
    assert_eq!(fixture.place("a").await, Some((Some(1), 1, None)), "never to itself");
    fixture.advance("a", submit(), 1300).await;
    assert_eq!(fixture.place("a").await, Some((None, 0, None)));
}
