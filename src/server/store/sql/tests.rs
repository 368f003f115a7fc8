//! Rules of the store, each on a database of its own, which `COUNTERSIGN_TEST_DATABASE` makes one of PostgreSQL's; in `kinds` what is kept of each
//! kind of request, in `purge` what leaves, in `inbox` what a reviewer finds, in
//! `identities` who an access token makes somebody.

mod identities;
mod inbox;
mod kinds;
#[path = "../../../../tests/it/support/postgres.rs"]
pub mod postgres;
mod purge;

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use self::postgres::OwnDatabase;
use super::*;
use crate::domain::elicitation::{Decision, Refusal, Status};
use crate::domain::grid::Grid;
use crate::domain::labels::Labels;
use crate::domain::proposal::Proposal;
use crate::domain::request::{Kind, Request};
use crate::domain::selection::Rows;
use crate::server::store::Database;
use crate::server::store::postgres::Address;

/// A store with one agent, which has a token.
pub struct Fixture {
    pub store: SqlStore,
    pub agent: Agent,
    pub database: Database,
    // kept until the test ends
    _file: TempDir,
    _database: Option<OwnDatabase>,
}

/// One on whichever database the tests are to run on.
async fn fixture() -> Fixture {
    let own = OwnDatabase::make().await;
    Fixture::on(own).await
}

pub fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

pub fn id(id: &str) -> Key {
    Key::Id(id.into())
}

impl Fixture {
    /// One on `own`, or else on a file.
    pub async fn on(own: Option<OwnDatabase>) -> Self {
        let file = tempfile::tempdir().unwrap();
        let database = match &own {
            Some(own) => Database::Postgres(Address::read(&own.address()).unwrap()),
            None => Database::Sqlite(file.path().join("x.db")),
        };
        let store = database.open().await.unwrap();
        let agent = store.add_agent("ada", Some(&Digest::of("token")), false, at(0)).await.unwrap();
        Self { store, agent, database, _file: file, _database: own }
    }

    /// A proposal that is made at 1000 and expires at 2000.
    pub async fn create(&self, id: &str, context: Value) -> NewElicitation {
        self.make(id, Request::Proposal(proposal(context)), None).await
    }

    async fn make(&self, id: &str, request: Request, rows: Option<Rows>) -> NewElicitation {
        let new = NewElicitation {
            id: id.into(),
            agent: self.agent.clone(),
            request,
            banner: Some(Err("no".into())),
            rows,
            link: Digest::of(&format!("link of {id}")),
            created_at: at(1000),
            expires_at: at(2000),
            reviewer: None,
        };
        self.store.create(&new, u32::MAX).await.unwrap();
        new
    }

    /// Does what no use case does.
    pub async fn tamper(&self, statement: &'static str) -> sqlx::Result<u64> {
        let mut tx = self.store.engine.write().await.unwrap();
        let changed = tx.db().query(statement).execute().await?;
        tx.commit().await?;
        Ok(changed)
    }

    pub async fn advance(&self, id: &str, step: Step, now: i64) -> Advanced {
        self.store.advance(&Key::Id(id.into()), &step, &|| at(now)).await.unwrap().unwrap()
    }
}

pub fn proposal(context: Value) -> Proposal {
    Proposal {
        message: "Review".into(),
        grid: Grid { sources: Vec::new(), current: "CRM".into(), rows: Vec::new() },
        labels: labels(),
        context,
        display_template: None,
        timeout_seconds: 60,
    }
}

fn labels() -> Labels {
    Labels { ok: "Yes".into(), cancel: "No".into() }
}

pub fn submit() -> Step {
    Step::Decide {
        decision: Decision::Submitted(Some(Map::from_iter([("b".to_owned(), json!(1)), ("a".to_owned(), json!(2))]))),
        actor: "link".into(),
    }
}

#[tokio::test]
async fn a_request_comes_back_as_it_was_kept() {
    let fixture = fixture().await;
    let context: Value = serde_json::from_str(r#"{"b":1e400,"a":230.0,"c":[123456789012345678901234567890]}"#).unwrap();
    let mut new = fixture.create("r", context.clone()).await;
    let record = fixture.store.record(&Key::Link(new.link)).await.unwrap().unwrap();
    *new.request.context_mut() = Value::Null;
    assert_eq!((record.request, record.banner, record.agent.as_str()), (new.request, new.banner, "ada"));
    assert_eq!(record.head, Head { id: "r".into(), kind: Kind::Proposal, state: State::Pending, expires_at: at(2000) });
    let kept = fixture.store.context(&id("r")).await.unwrap().unwrap();
    assert_eq!(kept.to_string(), context.to_string());
}

#[tokio::test]
async fn an_agent_has_so_many_pending_requests_and_no_more() {
    let fixture = fixture().await;
    let new = fixture.create("a", Value::Null).await;
    let next = |id: &str| NewElicitation { id: id.into(), link: Digest::of(id), ..new.clone() };
    fixture.store.create(&next("b"), 2).await.unwrap();
    assert!(matches!(fixture.store.create(&next("c"), 2).await, Err(StoreError::TooManyPending)));
    fixture.advance("a", Step::Cancel { actor: "agent:ada".into() }, 1100).await;
    fixture.store.create(&next("c"), 2).await.unwrap();
    let other = fixture.store.add_agent("bob", None, false, at(1)).await.unwrap();
    fixture.store.create(&NewElicitation { agent: other, ..next("d") }, 1).await.unwrap();
}

#[tokio::test]
async fn what_made_or_closed_a_request_is_told_once_and_in_order() {
    let fixture = fixture().await;
    for name in ["a", "b"] {
        fixture.create(name, Value::Null).await;
    }
    let begun = fixture.store.last_event().await.unwrap();
    fixture.create("c", Value::Null).await;
    fixture.store.note_view("a", "link", at(1100)).await.unwrap();
    fixture.advance("b", Step::Cancel { actor: "agent:ada".into() }, 1200).await;
    fixture.advance("a", submit(), 1300).await;
    fixture.advance("a", Step::Consume { actor: "agent:ada".into() }, 1400).await;
    fixture.advance("c", Step::Look, 2000).await;
    let changes = fixture.store.changes(begun, 9).await.unwrap();
    assert_eq!(changes.iter().map(|(_, id)| id.as_str()).collect::<Vec<_>>(), ["c", "b", "a", "c"]);
    assert_eq!(fixture.store.changes(changes[0].0, 1).await.unwrap(), changes[1..2]);
    assert!(fixture.store.changes(changes[3].0, 9).await.unwrap().is_empty());
    assert_eq!(fixture.store.last_event().await.unwrap(), changes[3].0);
}

#[tokio::test]
async fn a_key_opens_its_own_request_alone() {
    let fixture = fixture().await;
    let new = fixture.create("r", Value::Null).await;
    let owner = fixture.agent.id;
    for (key, found) in [
        (Key::Owned { id: "r".into(), agent: owner }, true),
        (Key::Owned { id: "r".into(), agent: owner + 1 }, false),
        (Key::Owned { id: "s".into(), agent: owner }, false),
        (Key::Link(new.link), true),
        (Key::Link(Digest::of("r")), false),
        (id("r"), true),
        (id("s"), false),
    ] {
        assert_eq!(fixture.store.head(&key).await.unwrap().is_some(), found, "{key:?}");
        assert_eq!(fixture.store.record(&key).await.unwrap().is_some(), found, "{key:?}");
        assert_eq!(fixture.store.context(&key).await.unwrap().is_some(), found, "{key:?}");
        assert_eq!(fixture.store.advance(&key, &Step::Look, &|| at(1500)).await.unwrap().is_some(), found, "{key:?}");
    }
}

#[tokio::test]
async fn one_step_closes_a_request_and_the_next_hears_of_it() {
    let fixture = fixture().await;
    fixture.create("r", Value::Null).await;
    let taken = fixture.advance("r", submit(), 1999).await;
    assert!(taken.closed && taken.refused.is_none());
    let late = fixture.advance("r", Step::Decide { decision: Decision::Declined, actor: "link".into() }, 1999).await;
    assert_eq!((late.state, late.refused, late.closed), (taken.state, Some(Refusal(Status::Submitted)), false));
    let events = fixture.store.events("r").await.unwrap();
    assert_eq!(events.iter().map(|event| event.kind.as_str()).collect::<Vec<_>>(), ["created", "submitted"]);
    assert_eq!(events[1].included, ["b", "a"]);
    assert_eq!(fixture.store.record(&id("r")).await.unwrap().unwrap().decided_by.as_deref(), Some("link"));
}

#[tokio::test]
async fn an_expiry_that_a_refused_step_meets_is_written() {
    let fixture = fixture().await;
    fixture.create("r", Value::Null).await;
    let late = fixture.advance("r", submit(), 2000).await;
    assert_eq!((late.refused, late.closed), (Some(Refusal(Status::Expired)), true));
    let head = fixture.store.head(&id("r")).await.unwrap().unwrap();
    assert_eq!(head.state, State::Expired { at: at(2000) });
    assert!(fixture.store.due(at(9000), 9).await.unwrap().is_empty());
}

#[tokio::test]
async fn views_count_once_for_everybody_and_uses_are_noted() {
    let fixture = fixture().await;
    fixture.create("r", Value::Null).await;
    for actor in ["link", "reviewer:ann", "link", "reviewer:ann"] {
        fixture.store.note_view("r", actor, at(1100)).await.unwrap();
    }
    assert_eq!(fixture.store.events("r").await.unwrap().len(), 3);
    fixture.store.note_use(fixture.agent.id, at(1200)).await.unwrap();
    assert_eq!(fixture.store.agents().await.unwrap()[0].last_used_at, Some(at(1200)));
}

#[tokio::test]
async fn a_row_that_no_release_wrote_is_told_not_panicked_at() {
    let fixture = fixture().await;
    fixture.create("r", json!(1)).await;
    fixture.tamper("update elicitations set request = '{', context = '{'").await.unwrap();
    let request = fixture.store.record(&id("r")).await.unwrap_err();
    assert_eq!(request.to_string(), "elicitations.request of r can't be read");
    let context = fixture.store.context(&id("r")).await.unwrap_err();
    assert_eq!(context.to_string(), "elicitations.context of r can't be read");
}

#[tokio::test]
async fn the_tables_refuse_what_cannot_be() {
    let fixture = fixture().await;
    fixture.create("r", Value::Null).await;
    for statement in [
        "update elicitations set status = 'submitted'",
        "update elicitations set status = 'nonsense'",
        "update elicitations set closed_at = 1",
        "update events set actor = 'me'",
        "delete from events",
        // number, request, kind, time, actor: all else is as it was
        "insert into events select 3, 'r', 'viewed', 1, 'link', null, previous_hash, hash from events",
        "insert into events select 2, 's', 'viewed', 1, 'link', null, previous_hash, hash from events",
        "insert into events select 2, 'r', 'nonsense', 1, 'link', null, previous_hash, hash from events",
        "insert into events select 2, 'r', 'viewed', 1, 'link', null, hash, salt from events, elicitations",
        "insert into events select number, 'r', kind, 1, 'link', null, hash, hash from events, \
           (select 2 as number, 'submitted' as kind union all select 3, 'canceled') as two",
    ] {
        assert!(fixture.tamper(statement).await.is_err(), "{statement}");
    }
    let mut look = fixture.store.engine.look().await.unwrap();
    assert!(look.db().query("delete from agents").execute().await.is_err(), "readers read");
}
