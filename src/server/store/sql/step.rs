//! One step of a request, inside its transaction.

use super::drafts;
use super::elicitations::{head, json, salt_of};
use super::events::append;
use super::{Advanced, Db, Head, Key, Step, StoreError};
use crate::domain::audit::{Answered, Kind};
use crate::domain::elicitation::{Decision, State};
use crate::domain::request;
use crate::domain::time::Timestamp;
use serde_json::{Map, Value};

pub(super) async fn advance(db: &mut Db<'_>, key: &Key, step: &Step, now: Timestamp) -> Result<Option<Advanced>, StoreError> {
    let Some(Head { id, kind, state, expires_at }) = head(db, key).await? else { return Ok(None) };
    let was_pending = state == State::Pending;

    let met = state.at(now, expires_at);
    if was_pending && met != State::Pending {
        close(db, &id, &met, None).await?;
        append(db, &id, Kind::Expired, expires_at, "server", None).await?;
    }
    let (state, refused) = match step.take(met.clone(), now) {
        Ok(next) => {
            write(db, (&id, kind), step, &met, &next, now).await?;
            (next, None)
        }
        Err(refusal) => (met, Some(refusal)),
    };
    let closed = was_pending && state != State::Pending;
    Ok(Some(Advanced { id, state, refused, closed }))
}

/// What the step `step` from `met` to `next` leaves in the database: the new state and its audit event.
async fn write(
    db: &mut Db<'_>,
    (id, kind): (&str, request::Kind),
    step: &Step,
    met: &State,
    next: &State,
    now: Timestamp,
) -> Result<(), StoreError> {
    match step {
        Step::Look => Ok(()),
        Step::Decide { decision, actor } => {
            close(db, id, next, Some(actor)).await?;
            let (event, content) = match decision {
                Decision::Submitted(values) => (Kind::Submitted, Some(answered(db, id, kind, values.as_ref()).await?)),
                Decision::Declined => (Kind::Declined, None),
            };
            append(db, id, event, now, actor, content.as_deref()).await
        }
        Step::Cancel { .. } if next == met => Ok(()),
        Step::Cancel { actor } => {
            close(db, id, next, None).await?;
            append(db, id, Kind::Canceled, now, actor, None).await
        }
        Step::Consume { actor } => {
            let update = "update elicitations set status = 'consumed', consumed_at = coalesce(consumed_at, $2) where id = $1";
            db.query(update).bind(id).bind(now.millis()).execute().await?;
            append(db, id, Kind::Consumed, now, actor, None).await
        }
    }
}

/// Moves a pending request to the closed state `next`. What was entered and not sent is gone then: nobody approved it.
async fn close(db: &mut Db<'_>, id: &str, next: &State, decided_by: Option<&str>) -> Result<(), StoreError> {
    let (decision, values, at) = match next {
        State::Decided { decision: Decision::Submitted(values), at, .. } => (Some("submitted"), Some(json(values)?), Some(at)),
        State::Decided { decision: Decision::Declined, at, .. } => (Some("declined"), None, Some(at)),
        State::Canceled { at } | State::Expired { at } => (None, None, Some(at)),
        State::Pending => (None, None, None),
    };
    let update = db.query(
        "update elicitations set status = $2, decision = $3, decision_values = $4, decided_by = $5, closed_at = $6 \
         where id = $1 and status = 'pending'",
    );
    let update =
        update.bind(id).bind(next.status().word()).bind(decision).bind(values.as_deref()).bind(decided_by).bind(at.map(|at| at.millis()));
    if update.execute().await? == 1 {
        return drafts::remove(db, id).await;
    }
    // can't be: the write lock was held when the row was read as pending
    Err(StoreError::Corrupt { table: "elicitations", column: "status", id: id.to_owned() })
}

/// What the log keeps of a submission.
async fn answered(db: &mut Db<'_>, id: &str, kind: request::Kind, values: Option<&Map<String, Value>>) -> Result<String, StoreError> {
    let salt = salt_of(db, id).await?;
    Ok(Answered { salt: &salt, kind, values, text: &json(&values)? }.canonical())
}
