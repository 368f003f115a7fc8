//! Every transition out of every state.

use serde_json::{Map, Value};

use super::*;

const NOW: Timestamp = Timestamp::from_millis(1_000);
const EARLIER: Timestamp = Timestamp::from_millis(500);

fn submission() -> Decision {
    Decision::Submitted(Some(Map::from_iter([("name".to_owned(), Value::from("Ann"))])))
}

fn decided(decision: Decision, consumed: bool) -> State {
    State::Decided { decision, at: EARLIER, consumed }
}

/// Every state there is, with its status.
fn states() -> [(State, Status); 7] {
    [
        (State::Pending, Status::Pending),
        (decided(submission(), false), Status::Submitted),
        (decided(Decision::Declined, false), Status::Declined),
        (decided(submission(), true), Status::Consumed),
        (decided(Decision::Declined, true), Status::Consumed),
        (State::Canceled { at: EARLIER }, Status::Canceled),
        (State::Expired { at: EARLIER }, Status::Expired),
    ]
}

#[test]
fn every_state_has_its_word() {
    for (state, status) in states() {
        assert_eq!(state.status(), status);
        assert_eq!(Status::from_word(status.word()), Some(status));
        assert_eq!(serde_json::to_value(status).unwrap(), status.word());
    }
    for word in ["", "Pending", "approved", "rejected", "pending "] {
        assert_eq!(Status::from_word(word), None);
    }
}

#[test]
fn only_a_pending_request_is_decided() {
    for (state, status) in states() {
        for decision in [submission(), Decision::Declined] {
            let next = state.clone().decide(decision.clone(), NOW);
            if status == Status::Pending {
                assert_eq!(next, Ok(State::Decided { decision, at: NOW, consumed: false }));
            } else {
                assert_eq!(next, Err(Refusal(status)));
            }
        }
    }
}

#[test]
fn a_pending_request_is_canceled_and_a_canceled_one_stays_so() {
    for (state, status) in states() {
        let next = state.clone().cancel(NOW);
        match status {
            Status::Pending => assert_eq!(next, Ok(State::Canceled { at: NOW })),
            Status::Canceled => assert_eq!(next, Ok(state)),
            _ => assert_eq!(next, Err(Refusal(status))),
        }
    }
}

#[test]
fn only_a_decision_is_consumed_and_then_again_and_again() {
    for (state, status) in states() {
        let next = state.clone().consume();
        match state {
            State::Decided { decision, at, .. } => {
                let consumed = State::Decided { decision, at, consumed: true };
                assert_eq!(next, Ok(consumed.clone()));
                assert_eq!(consumed.clone().consume(), Ok(consumed));
            }
            _ => assert_eq!(next, Err(Refusal(status))),
        }
    }
}

#[test]
fn a_request_is_decidable_before_it_expires_and_not_when_it_does() {
    let expires_at = NOW.plus_seconds(60);
    let cases = [(0, false), (59_999, false), (60_000, true), (60_001, true), (i64::MAX - 1_000, true)];
    for (after, expired) in cases {
        let now = Timestamp::from_millis(1_000 + after);
        let met = State::Pending.at(now, expires_at);
        assert_eq!(met == State::Expired { at: expires_at }, expired, "{after} ms");
        assert_eq!(met.clone().decide(submission(), now).is_ok(), !expired);
        assert_eq!(met.cancel(now).is_ok(), !expired);
    }
}

#[test]
fn nothing_but_a_pending_request_expires() {
    for (state, status) in states() {
        if status != Status::Pending {
            assert_eq!(state.clone().at(Timestamp::from_millis(i64::MAX), EARLIER), state);
        }
    }
}

#[test]
fn what_is_over_never_returns() {
    for (state, status) in states() {
        for next in [state.clone().decide(Decision::Declined, NOW), state.clone().cancel(NOW), state.consume()].into_iter().flatten() {
            assert_ne!(next.status(), Status::Pending);
            if matches!(status, Status::Canceled | Status::Expired) {
                assert_eq!(next.status(), status);
            }
        }
    }
}

#[test]
fn a_refusal_says_what_the_request_is() {
    assert_eq!(Refusal(Status::Submitted).to_string(), "the request is already submitted");
}
