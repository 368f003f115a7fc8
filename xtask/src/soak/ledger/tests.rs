//! The check can fail: whatever is lost, doubled or made up is noticed.

use serde_json::json;

use super::*;

const LIVES: Duration = Duration::from_secs(60);

/// A ledger with the request `r`, which was acknowledged to end with each of `ends`.
fn ledger(now: Instant, ends: &[End]) -> Ledger {
    let mut ledger = Ledger::default();
    ledger.opened("r", (0, Kind::Proposal), "/review/x".into(), "T".into(), LIVES, now);
    for end in ends {
        ledger.tries("r", end.clone());
        ledger.acknowledged("r", end.clone());
    }
    ledger
}

fn submitted(text: &str) -> End {
    End::Submitted(json!({ "note": text }))
}

fn told(status: &str, submission: Option<Value>) -> Option<Told> {
    Some(Told { status: status.to_owned(), submission, at: Instant::now() })
}

/// Acknowledged, lost, decided twice, and whether there are faults.
fn judge(acknowledged: &[End], ends: &[End], told: Option<Told>, after: Duration) -> (usize, usize, usize, bool) {
    let opened = Instant::now();
    let told = told.map(|told| Told { at: opened + after, ..told });
    let found = Found { created: true, ends: ends.to_vec(), told };
    let verdict = ledger(opened, acknowledged).compare(opened + after, |_| found.clone());
    (verdict.acknowledged(), verdict.lost(), verdict.twice, !verdict.faults.is_empty())
}

#[test]
fn what_is_there_as_it_was_acknowledged_is_found() {
    let soon = Duration::from_secs(1);
    for (acknowledged, ends, told) in [
        (vec![], vec![], told("pending", None)),
        (vec![submitted("a")], vec![submitted("a")], told("submitted", Some(json!({ "note": "a" })))),
        (vec![submitted("a")], vec![submitted("a")], told("consumed", Some(json!({ "note": "a" })))),
        (vec![End::Submitted(Value::Null)], vec![End::Submitted(Value::Null)], told("consumed", Some(Value::Null))),
        (vec![End::Declined], vec![End::Declined], told("declined", Some(Value::Null))),
        (vec![End::Canceled, End::Canceled], vec![End::Canceled], told("canceled", None)),
        (vec![End::Declined], vec![End::Declined], None),
    ] {
        let count = 1 + ends.len();
        assert_eq!(judge(&acknowledged, &ends, told, soon), (count, 0, 0, false), "{acknowledged:?}");
    }
    let expired = [End::Expired("T".into())];
    assert_eq!(judge(&[], &expired, told("expired", None), LIVES), (1, 0, 0, false));
    assert_eq!(judge(&[], &expired, told("pending", None), LIVES), (1, 0, 0, false), "between two looks");
}

#[test]
fn a_planted_loss_is_noticed() {
    let soon = Duration::from_secs(1);
    // a decision that is not there, is another, or has other values
    assert_eq!(judge(&[submitted("a")], &[], None, soon), (2, 1, 0, true));
    assert_eq!(judge(&[submitted("a")], &[], told("pending", None), soon), (2, 1, 0, true));
    assert_eq!(judge(&[submitted("a")], &[submitted("b")], None, soon), (2, 2, 0, true));
    assert_eq!(judge(&[End::Canceled], &[End::Expired("T".into())], None, LIVES), (2, 1, 0, true));
    // the log has it, but the tools tell otherwise
    assert_eq!(judge(&[submitted("a")], &[submitted("a")], told("consumed", Some(json!({ "note": "b" }))), soon), (2, 2, 0, true));
    assert_eq!(judge(&[submitted("a")], &[submitted("a")], told("not found", None), soon), (2, 2, 0, true));
    // a request that is gone
    let verdict = ledger(Instant::now(), &[]).compare(Instant::now(), |_| Found::default());
    assert_eq!((verdict.lost(), verdict.faults.len()), (1, 1));
}

#[test]
fn a_planted_double_is_noticed() {
    let soon = Duration::from_secs(1);
    let both = [submitted("a"), End::Declined];
    assert_eq!(judge(&both[..1], &both, None, soon).2, 1, "two closing events");
    assert_eq!(judge(&both, &both[..1], None, soon).2, 1, "two reviewers were told that theirs was taken");
    assert_eq!(judge(&[submitted("a"), submitted("a")], &[submitted("a")], None, soon).2, 1, "also with the same values");
}

#[test]
fn what_nobody_did_is_noticed() {
    assert!(judge(&[], &[submitted("a")], None, Duration::ZERO).3);
    assert!(judge(&[], &[End::Expired("T".into())], None, LIVES / 2).3, "too early");
    assert!(judge(&[], &[End::Expired("other".into())], None, LIVES).3);
    assert!(judge(&[], &[], told("pending", None), LIVES + LATE).3, "too late");
}
