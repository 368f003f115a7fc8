//! What was acknowledged survives `kill -9` at any moment (contract § 1).

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::support::client::{Agent, DECLINE, Reviewer, http, opened, submission};
use super::support::process::{Server, run, token, url};
use super::support::proposal;

/// A decision that the reviewer was told is taken.
struct Acknowledged {
    id: String,
    /// The submitted text; `None` for a decline.
    text: Option<String>,
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_decisions_survive_a_kill_under_load() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let token = token(&database, "ada");
    let mut survived = 0;
    for round in 0..20 {
        let mut server = Server::start(&database);
        let acknowledged = Arc::new(Mutex::new(Vec::new()));
        let load: Vec<_> =
            (0..6).map(|lane| tokio::spawn(decide_until_it_breaks(server.agent(&token), lane, Arc::clone(&acknowledged)))).collect();
        tokio::time::sleep(random_moment()).await;
        server.kill();
        for lane in load {
            lane.await.unwrap();
        }

        let restarted = Server::start(&database);
        let agent = restarted.agent(&token);
        let acknowledged = std::mem::take(&mut *acknowledged.lock().unwrap());
        for Acknowledged { id, text } in acknowledged {
            let outcome = agent.ask("elicit_result", &id).await;
            match text {
                Some(text) => assert_eq!(outcome.content["values"]["a"], text.as_str(), "round {round}: {}", outcome.body),
                None => assert_eq!(outcome.content["decision"], "declined", "round {round}: {}", outcome.body),
            }
            survived += 1;
        }
    }
    assert!(survived >= 20, "the load was no load: {survived} decisions in all");
    let verified = run(&["audit", "verify", "--database", &url(&database)]);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
    eprintln!("{survived} acknowledged decisions, all there after 20 kills");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_between_acknowledgement_and_fetch_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("countersign.db");
    let token = token(&database, "ada");
    for text in ["first", "second", "third"] {
        let mut server = Server::start(&database);
        let request = server.agent(&token).open(&proposal()).await;
        let decided = Reviewer::new(http(), &request.review_url).submit(text).await;
        server.kill();
        assert!(decided.taken(), "{decided:?}");

        let mut restarted = Server::start(&database);
        let agent = restarted.agent(&token);
        assert_eq!(agent.status(&request.id).await, "submitted");
        let fetched = agent.ask("elicit_result", &request.id).await;
        assert_eq!(fetched.content["values"]["a"], text);
        restarted.kill();

        let again = Server::start(&database);
        assert_eq!(again.agent(&token).ask("elicit_result", &request.id).await.body, fetched.body);
    }
}

/// Opens requests and decides them, noting each decision that was acknowledged, until the server is gone.
async fn decide_until_it_breaks(agent: Agent, lane: usize, acknowledged: Arc<Mutex<Vec<Acknowledged>>>) {
    for turn in 0.. {
        let Ok(answer) = agent.try_call("elicit_proposal", &proposal()).await else { return };
        let request = opened(&answer);
        let reviewer = Reviewer::new(http(), &request.review_url);
        let text = (turn % 3 != 0).then(|| format!("{lane}-{turn}"));
        let decided = match &text {
            Some(text) => reviewer.try_post(&submission(text)).await,
            None => reviewer.try_post(&DECLINE).await,
        };
        match decided {
            Ok(decided) => assert!(decided.taken(), "{decided:?}"),
            Err(_) => return,
        }
        acknowledged.lock().unwrap().push(Acknowledged { id: request.id, text });
    }
}

/// Between 50 and 550 ms.
fn random_moment() -> Duration {
    let mut bytes = [0; 2];
    getrandom::fill(&mut bytes).unwrap();
    Duration::from_millis(50 + u64::from(u16::from_ne_bytes(bytes)) % 500)
}
