//! Rows of `events`.

use serde_json::{Map, Value};

use crate::domain::audit::{Hash, included};
use crate::domain::request::Kind;
use crate::domain::time::Timestamp;
use crate::server::chain::Link;
use crate::server::store::driver::{FromRow, Row};
use crate::server::store::{Event, StoreError};

/// An event with what its request says of it.
pub struct EventRow {
    number: i64,
    elicitation_id: String,
    kind: String,
    at: i64,
    actor: String,
    /// `None` once the request was removed.
    tool: Option<String>,
    decision_values: Option<String>,
}

impl FromRow for EventRow {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self {
            number: row.get("id")?,
            elicitation_id: row.get("elicitation_id")?,
            kind: row.get("kind")?,
            at: row.get("at")?,
            actor: row.get("actor")?,
            tool: row.get("tool")?,
            decision_values: row.get("decision_values")?,
        })
    }
}

impl TryFrom<EventRow> for Event {
    type Error = StoreError;

    fn try_from(row: EventRow) -> Result<Self, StoreError> {
        let corrupt = |column| StoreError::Corrupt { table: "elicitations", column, id: row.elicitation_id.clone() };
        let included = match (&row.tool, &row.decision_values) {
            (Some(tool), Some(values)) => {
                let kind = Kind::of(tool).ok_or_else(|| corrupt("tool"))?;
                let values: Option<Map<String, Value>> = serde_json::from_str(values).map_err(|_| corrupt("decision_values"))?;
                included(kind, values.as_ref()).into_iter().map(str::to_owned).collect()
            }
            _ => Vec::new(),
        };
        Ok(Self { number: row.number, kind: row.kind, at: Timestamp::from_millis(row.at), actor: row.actor, included })
    }
}

impl FromRow for Link {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self {
            number: row.get("id")?,
            elicitation_id: row.get("elicitation_id")?,
            kind: row.get("kind")?,
            at: Timestamp::from_millis(row.get("at")?),
            actor: row.get("actor")?,
            content_hash: row.get::<Option<Vec<u8>>>("content_hash")?.map(|bytes| hash("content_hash", &bytes)).transpose()?,
            previous_hash: hash("previous_hash", &row.get::<Vec<u8>>("previous_hash")?)?,
            hash: hash("hash", &row.get::<Vec<u8>>("hash")?)?,
        })
    }
}

/// The hash that is kept as `bytes`.
pub fn hash(column: &'static str, bytes: &[u8]) -> sqlx::Result<Hash> {
    let wrong = |_| sqlx::Error::ColumnDecode { index: column.to_owned(), source: format!("{} bytes are no SHA-256", bytes.len()).into() };
    bytes.try_into().map(Hash).map_err(wrong)
}
