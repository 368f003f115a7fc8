//! The reviewer's decision: entries → values → judged → stored, if the request still is pending.

use serde_json::{Map, Value};

use super::{Door, Failed, ReviewError, Service};
use crate::domain::approval::Approval;
use crate::domain::elicitation::{Decision, State, Status};
use crate::domain::grid::{Entry, Grid, RowFault};
use crate::domain::proposal::Proposal;
use crate::domain::request::Request;
use crate::domain::selection::Selection;
use crate::server::judge;
use crate::server::store::Step;

/// What a submission may come to, in bytes of JSON (contract § 2).
const SUBMISSION_BYTES: usize = 1 << 20;

impl Service {
    /// Decides for submission: `entries`, one a row of a proposal or of an approval's form (none in JSON mode), become values by
    /// `domain::grid`, are judged, and stored if the request still is pending.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`]; [`ReviewError::Closed`] when something else came first; [`ReviewError::Faults`] with one fault for each row
    /// that has any; [`ReviewError::Malformed`] when the entries are not one a row, or too much.
    pub async fn submit(&self, door: &Door, entries: &[Entry]) -> Result<(), ReviewError> {
        let (request, entries) = (self.pending(door).await?, entries.to_vec());
        let submission = super::aside(move || submission(&request, &entries)).await??;
        self.decide(door, Decision::Submitted(submission)).await
    }

    /// Decides for the options of a selection whose ids are `selected`, in whichever order.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`]; [`ReviewError::Closed`] when something else came first; [`ReviewError::Faults`] with the one fault of the
    /// selection, as row 0; [`ReviewError::Malformed`] when the request is none.
    pub async fn select(&self, door: &Door, selected: &[String]) -> Result<(), ReviewError> {
        let Request::Selection(Selection { options, .. }) = self.pending(door).await? else {
            return Err(ReviewError::Malformed("this request has no options to select".into()));
        };
        match options.submission(selected) {
            Ok(submission) => self.decide(door, Decision::Submitted(Some(submission))).await,
            Err(message) => Err(ReviewError::Faults(vec![RowFault { row: 0, message }])),
        }
    }

    /// Decides against.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`]; [`ReviewError::Closed`] when something else came first.
    pub async fn decline(&self, door: &Door) -> Result<(), ReviewError> {
        self.decide(door, Decision::Declined).await
    }

    /// The request behind `door`, which can still be decided.
    async fn pending(&self, door: &Door) -> Result<Request, ReviewError> {
        let record = self.record(&self.deciding(door).await?).await?;
        still_pending(&record.head.state)?;
        Ok(record.request)
    }

    async fn decide(&self, door: &Door, decision: Decision) -> Result<(), ReviewError> {
        let step = Step::Decide { decision, actor: door.actor() };
        let advanced = self.advance(self.deciding(door).await?, step).await?.ok_or(ReviewError::NotFound)?;
        if advanced.refused.is_some() { still_pending(&advanced.state) } else { Ok(()) }
    }
}

/// Refuses what is closed, by the name of what closed it: a decision that was fetched meanwhile still is that decision.
pub(super) fn still_pending(state: &State) -> Result<(), ReviewError> {
    match state {
        State::Pending => Ok(()),
        State::Decided { decision: Decision::Submitted(_), .. } => Err(ReviewError::Closed(Status::Submitted)),
        State::Decided { decision: Decision::Declined, .. } => Err(ReviewError::Closed(Status::Declined)),
        other => Err(ReviewError::Closed(other.status())),
    }
}

/// What the form submits: `None` where there is no form.
fn submission(request: &Request, entries: &[Entry]) -> Result<Option<Map<String, Value>>, ReviewError> {
    if matches!(request, Request::Selection(_)) {
        return Err(ReviewError::Malformed("this request has options to select, not rows".into()));
    }
    let rows = request.grid().map_or(0, |grid| grid.rows.len());
    if entries.len() != rows {
        return Err(ReviewError::Malformed(format!("this request has {rows} rows, not {}", entries.len())));
    }
    match request {
        Request::Proposal(Proposal { grid, .. }) => judged(grid, grid.submission(entries)).map(Some),
        Request::Approval(Approval { form: Some(form), .. }) => judged(&form.grid, form.submission(entries)).map(Some),
        Request::Approval(Approval { form: None, .. }) | Request::Selection(_) => Ok(None),
    }
}

/// The included values in declared order, if neither our rules nor the final word find a fault.
fn judged(grid: &Grid, (values, mut faults): (Map<String, Value>, Vec<RowFault>)) -> Result<Map<String, Value>, ReviewError> {
    // the final word is asked about the sound rows in any case, so that the reviewer hears of all faults at once
    if let Err(found) = judge::submission(grid, &values) {
        faults.extend(found);
    }
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.row);
        return Err(ReviewError::Faults(faults));
    }
    let size = serde_json::to_vec(&values).map_err(|_| Failed::noting("values that are no JSON"))?.len();
    if size > SUBMISSION_BYTES {
        return Err(ReviewError::Malformed(format!("a submission may have {SUBMISSION_BYTES} bytes, this one has {size}")));
    }
    Ok(values)
}
