//! What the holder of a review link sees.

use super::{Failed, LINK, Review, ReviewError, Service, linked};
use crate::domain::grid::RowFault;
use crate::server::judge;
use crate::server::store::{Key, Record};

impl Service {
    /// What the page of link `secret` shows. Writes nothing, but an expiry that it finds.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`].
    pub async fn review(&self, secret: &str) -> Result<Review, ReviewError> {
        let record = self.record(&linked(secret)).await?;
        Ok(Review {
            asked_by: record.agent,
            created_at: record.created_at,
            expires_at: record.head.expires_at,
            now: self.clock.now(),
            message: record.proposal.message,
            banner: record.banner,
            grid: record.proposal.grid,
            labels: record.proposal.labels,
            state: record.head.state,
            decided_by: record.decided_by,
        })
    }

    /// The opened page says it was seen: the `viewed` event, once a request.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`].
    pub async fn viewed(&self, secret: &str) -> Result<(), ReviewError> {
        let head = self.head(&linked(secret)).await?.ok_or(ReviewError::NotFound)?;
        let (store, now) = (self.store.clone(), self.clock.now());
        super::to_the_end(async move { store.note_view(&head.id, LINK, now).await }).await?.map_err(Failed::from)?;
        Ok(())
    }

    /// The faults of `texts` (row index and text) against their rows' patterns.
    ///
    /// # Errors
    /// [`ReviewError::NotFound`]; [`ReviewError::Malformed`] for a row that isn't there.
    pub async fn match_patterns(&self, secret: &str, texts: &[(usize, String)]) -> Result<Vec<RowFault>, ReviewError> {
        let grid = self.record(&linked(secret)).await?.proposal.grid;
        if texts.len() > grid.rows.len() || texts.iter().any(|(row, _)| *row >= grid.rows.len()) {
            return Err(ReviewError::Malformed("these are not rows of this request".into()));
        }
        let texts = texts.to_vec();
        let matched = super::aside(move || {
            let fault = |(row, text): &(usize, String)| {
                let message = judge::pattern_fault(&grid.rows[*row].field, text)?;
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
