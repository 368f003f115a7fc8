//! What a reviewer sees of a request.

use serde_json::Value;

use super::{Door, Failed, Happened, ReviewError, Service};
use crate::domain::approval::{Approval, Form};
use crate::domain::elicitation::State;
use crate::domain::grid::{Entry, Grid, RowFault};
use crate::domain::labels::Labels;
use crate::domain::proposal::Proposal;
use crate::domain::request::Request;
use crate::domain::selection::{Options, Rows, Selection};
use crate::domain::time::Timestamp;
use crate::domain::unsent::Unsent;
use crate::server::judge;
use crate::server::store::{Key, Record};

/// What the review page shows.
#[derive(Clone, Debug)]
pub struct Review {
    /// The name of the token that asked.
    pub asked_by: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// The server's now, for the time left.
    pub now: Timestamp,
    pub message: String,
    /// What the display template gave: sanitised HTML, or why there is none.
    pub banner: Option<Result<String, String>>,
    pub request: Asked,
    /// One entry a row: as somebody left it without sending it, else as it opens.
    pub entries: Vec<Entry>,
    /// The ids of a selection's options that were chosen and not sent.
    pub selected: Vec<String>,
    /// How often unsent work was kept; 0 when it never was.
    pub revision: u32,
    /// When unsent work was kept, if there is any.
    pub kept_at: Option<Timestamp>,
    pub labels: Labels,
    pub state: State,
    /// Who decided, as the audit says it (`link`, `reviewer:NAME`), once decided.
    pub decided_by: Option<String>,
    /// What happened to it so far: for admins, else empty.
    pub story: Vec<Happened>,
    /// Who alone decides it, when whoever looks may not.
    pub waits_for: Option<String>,
}

/// What the reviewer is asked, by the kind of request.
#[derive(Clone, Debug)]
pub enum Asked {
    /// Decided by [`Service::submit`], one entry a row.
    Proposal(Grid),
    /// Decided by [`Service::submit`], one entry a field of the form; none in JSON mode, which has no form.
    Approval {
        form: Option<Form>,
        /// What to read; `null` when nothing was sent. A display template shows it instead.
        context: Value,
    },
    /// Decided by [`Service::select`].
    Selection {
        options: Options,
        /// The options as the row template draws them; `None` without one.
        rows: Option<Rows>,
    },
}

impl Service {
    /// What the page behind `door` shows. Writes nothing, but an expiry that it finds.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`].
    pub async fn review(&self, door: &Door) -> Result<Review, ReviewError> {
        let (key, waits_for) = self.entered(door).await?;
        let record = self.record(&key).await?;
        let story = match door.admin() {
            Some(admin) => self.story(admin, &record.head.id).await?,
            None => Vec::new(),
        };
        let draft = self.store.draft(&record.head.id).await.map_err(Failed::from)?;
        let kept_at = draft.as_ref().filter(|draft| !draft.unsent.is_empty()).map(|draft| draft.at);
        let revision = draft.as_ref().map_or(0, |draft| draft.revision);
        let unsent = draft.map_or_else(Unsent::default, |draft| draft.unsent);
        Ok(Review {
            entries: unsent.entries(&record.request),
            selected: unsent.selected().to_vec(),
            revision,
            kept_at,
            asked_by: record.agent,
            created_at: record.created_at,
            expires_at: record.head.expires_at,
            now: self.clock.now(),
            message: record.request.message().to_owned(),
            labels: record.request.labels().clone(),
            banner: record.banner,
            request: asked(record.request, record.rows),
            state: record.head.state,
            decided_by: record.decided_by,
            story,
            waits_for: waits_for.map(|named| named.name),
        })
    }

    /// The opened page says it was seen: the `viewed` event, once for everybody who comes.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`].
    pub async fn viewed(&self, door: &Door) -> Result<(), ReviewError> {
        let head = self.head(&self.admitted(door).await?).await?.ok_or(ReviewError::NotFound)?;
        let (store, actor, now) = (self.store.clone(), door.actor(), self.clock.now());
        super::to_the_end(async move { store.note_view(&head.id, &actor, now).await }).await?.map_err(Failed::from)?;
        Ok(())
    }

    /// The faults of `texts` (row index and text) against their rows' patterns.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`]; [`ReviewError::Malformed`] for a row that isn't there.
    pub async fn match_patterns(&self, door: &Door, texts: &[(usize, String)]) -> Result<Vec<RowFault>, ReviewError> {
        let request = self.record(&self.admitted(door).await?).await?.request;
        let rows = request.grid().map_or(&[][..], |grid| &grid.rows);
        if texts.len() > rows.len() || texts.iter().any(|(row, _)| *row >= rows.len()) {
            return Err(ReviewError::Malformed("these are not rows of this request".into()));
        }
        let texts = texts.to_vec();
        let matched = super::aside(move || {
            let fault = |(row, text): &(usize, String)| {
                let message = judge::pattern_fault(&request.grid()?.rows[*row].field, text)?;
                Some(RowFault { row: *row, message })
            };
            texts.iter().filter_map(fault).collect()
        });
        Ok(matched.await?)
    }

    /// The request of `key`, whole, as this moment finds it.
    pub(super) async fn record(&self, key: &Key) -> Result<Record, ReviewError> {
        let mut record = self.store.record(key).await.map_err(Failed::from)?.ok_or(ReviewError::NotFound)?;
        if record.head.state.clone().at(self.clock.now(), record.head.expires_at) != record.head.state {
            // its time has come: that is written first
            record.head = self.head(key).await?.ok_or(ReviewError::NotFound)?;
        }
        Ok(record)
    }
}

fn asked(request: Request, rows: Option<Rows>) -> Asked {
    match request {
        Request::Proposal(Proposal { grid, .. }) => Asked::Proposal(grid),
        Request::Approval(Approval { form, context, .. }) => Asked::Approval { form, context },
        Request::Selection(Selection { options, .. }) => Asked::Selection { options, rows },
    }
}
