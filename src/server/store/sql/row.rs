//! Rows, and what they are to the rest of the server.

mod event;

use crate::domain::elicitation::{Decision, State, Status};
use crate::domain::request::{Kind, Request};
use crate::domain::time::Timestamp;
use crate::server::auth::Agent;
use crate::server::store::driver::{FromRow, Row};
use crate::server::store::{AgentRecord, Head, Item, Record, StoreError};
pub(super) use event::{EventRow, hash};

/// Where a request stands.
pub(super) struct HeadRow {
    pub id: String,
    tool: String,
    status: String,
    decision: Option<String>,
    decision_values: Option<String>,
    expires_at: i64,
    closed_at: Option<i64>,
}

/// A request, whole.
pub(super) struct RecordRow {
    head: HeadRow,
    agent: String,
    request: String,
    context: Option<String>,
    banner_html: Option<String>,
    banner_error: Option<String>,
    option_rows: Option<String>,
    decided_by: Option<String>,
    created_at: i64,
}

impl FromRow for HeadRow {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            tool: row.get("tool")?,
            status: row.get("status")?,
            decision: row.get("decision")?,
            decision_values: row.get("decision_values")?,
            expires_at: row.get("expires_at")?,
            closed_at: row.get("closed_at")?,
        })
    }
}

impl FromRow for RecordRow {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self {
            head: HeadRow::from_row(row)?,
            agent: row.get("agent")?,
            request: row.get("request")?,
            context: row.get("context")?,
            banner_html: row.get("banner_html")?,
            banner_error: row.get("banner_error")?,
            option_rows: row.get("option_rows")?,
            decided_by: row.get("decided_by")?,
            created_at: row.get("created_at")?,
        })
    }
}

impl FromRow for Agent {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self { id: row.get("id")?, name: row.get("name")?, admin: row.get("admin")? })
    }
}

impl FromRow for AgentRecord {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        let time = |column| Ok::<_, sqlx::Error>(row.get::<Option<i64>>(column)?.map(Timestamp::from_millis));
        Ok(Self {
            agent: Agent::from_row(row)?,
            has_token: row.get("has_token")?,
            created_at: Timestamp::from_millis(row.get("created_at")?),
            last_used_at: time("last_used_at")?,
            revoked_at: time("revoked_at")?,
        })
    }
}

impl FromRow for Item {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            kind: word(row, "tool", Kind::of)?,
            message: row.get("message")?,
            status: word(row, "status", Status::from_word)?,
            created_at: time(row, "created_at")?,
            expires_at: time(row, "expires_at")?,
            decided_at: row.get::<Option<i64>>("decided_at")?.map(Timestamp::from_millis),
        })
    }
}

/// What the word in `column` stands for.
pub(super) fn word<T>(row: &Row, column: &str, of: impl Fn(&str) -> Option<T>) -> sqlx::Result<T> {
    let word: String = row.get(column)?;
    of(&word).ok_or_else(|| sqlx::Error::Decode(format!("{word:?} is none of ours").into()))
}

/// The moment in `column`.
pub(super) fn time(row: &Row, column: &str) -> sqlx::Result<Timestamp> {
    Ok(Timestamp::from_millis(row.get(column)?))
}

impl HeadRow {
    fn kind(&self) -> Result<Kind, StoreError> {
        Kind::of(&self.tool).ok_or_else(|| self.corrupt("tool"))
    }

    fn corrupt(&self, column: &'static str) -> StoreError {
        StoreError::Corrupt { table: "elicitations", column, id: self.id.clone() }
    }

    fn state(&self) -> Result<State, StoreError> {
        let status = Status::from_word(&self.status).ok_or_else(|| self.corrupt("status"))?;
        if status == Status::Pending {
            return Ok(State::Pending);
        }
        let at = self.closed_at.map(Timestamp::from_millis).ok_or_else(|| self.corrupt("closed_at"))?;
        Ok(match status {
            Status::Pending => State::Pending,
            Status::Canceled => State::Canceled { at },
            Status::Expired => State::Expired { at },
            Status::Submitted | Status::Declined | Status::Consumed => {
                State::Decided { decision: self.decision()?, at, consumed: status == Status::Consumed }
            }
        })
    }

    fn decision(&self) -> Result<Decision, StoreError> {
        match (self.decision.as_deref(), &self.decision_values) {
            (Some("submitted"), Some(values)) => {
                serde_json::from_str(values).map(Decision::Submitted).map_err(|_| self.corrupt("decision_values"))
            }
            (Some("declined"), None) => Ok(Decision::Declined),
            _ => Err(self.corrupt("decision")),
        }
    }
}

impl TryFrom<HeadRow> for Head {
    type Error = StoreError;

    fn try_from(row: HeadRow) -> Result<Self, StoreError> {
        Ok(Self { kind: row.kind()?, state: row.state()?, expires_at: Timestamp::from_millis(row.expires_at), id: row.id })
    }
}

impl TryFrom<RecordRow> for Record {
    type Error = StoreError;

    fn try_from(row: RecordRow) -> Result<Self, StoreError> {
        let mut request = Request::from_json(row.head.kind()?, &row.request).map_err(|_| row.head.corrupt("request"))?;
        if let Some(context) = row.context {
            *request.context_mut() = serde_json::from_str(&context).map_err(|_| row.head.corrupt("context"))?;
        }
        let rows = row.option_rows.map(|rows| serde_json::from_str(&rows));
        Ok(Self {
            request,
            rows: rows.transpose().map_err(|_| row.head.corrupt("option_rows"))?,
            head: row.head.try_into()?,
            agent: row.agent,
            created_at: Timestamp::from_millis(row.created_at),
            banner: row.banner_html.map(Ok).or(row.banner_error.map(Err)),
            decided_by: row.decided_by,
        })
    }
}
