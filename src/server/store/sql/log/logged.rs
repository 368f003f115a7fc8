//! An event beside what its request says, which has to bear it out.

use serde_json::{Map, Value};

use crate::domain::access::is_called;
use crate::domain::audit::{Answered, Asked, Kind};
use crate::domain::request;
use crate::domain::time::Timestamp;
use crate::server::chain::{Link, hash};
use crate::server::clock::rfc3339;
use crate::server::store::driver::{FromRow, Row};

/// Up to $2 events later than $1, each with what its request says; what is long only with the event that tells it.
pub(super) const SELECT: &str = "\
    select e.id, e.elicitation_id, e.kind, e.at, e.actor, e.content_hash, e.previous_hash, e.hash, \
           r.id is not null as kept, \
           r.id is null and exists (select 1 from events o where o.elicitation_id = e.elicitation_id and o.kind = 'purged') as purged, \
           exists (select 1 from events o where o.elicitation_id = e.elicitation_id \
                   and o.kind in ('submitted', 'declined', 'canceled', 'expired')) as closed, \
           exists (select 1 from events o where o.elicitation_id = e.elicitation_id and o.kind = 'consumed') as fetched, \
           exists (select 1 from events o where o.elicitation_id = e.elicitation_id and o.kind = 'consumed' and o.id < e.id) as fetched_before, \
           r.agent_id, coalesce((select name from agents where id = r.agent_id), '') as agent, r.tool, r.salt, r.status, r.decision, r.decided_by, r.created_at, r.expires_at, r.closed_at, r.consumed_at, \
           case e.kind when 'created' then r.message end as message, case e.kind when 'created' then r.request end as request, \
           case e.kind when 'created' then r.context end as context, case e.kind when 'created' then r.banner_html end as banner_html, \
           case e.kind when 'created' then r.banner_error end as banner_error, \
           case e.kind when 'created' then r.option_rows end as option_rows, \
           r.reviewer_id, coalesce((select name from reviewers where id = r.reviewer_id), '') as reviewer, \
           case e.kind when 'submitted' then r.decision_values end as decision_values \
    from events e left join elicitations r on r.id = e.elicitation_id where e.id > $1 order by e.id limit $2";

/// An event, and its request unless that was removed.
pub(super) struct Logged {
    pub link: Link,
    request: Option<RequestRow>,
    /// Whether the log has such events of the same request.
    purged: bool,
    closed: bool,
    fetched: bool,
    fetched_before: bool,
}

/// A request as its row has it. What is long is `None` but with the event that tells it.
pub struct RequestRow {
    agent: i64,
    /// What the agent is called.
    asked_by: String,
    tool: String,
    salt: Vec<u8>,
    status: String,
    decision: Option<String>,
    decided_by: Option<String>,
    created_at: Timestamp,
    expires_at: Timestamp,
    /// Whom it is for.
    reviewer: Option<(i64, String)>,
    closed_at: Option<Timestamp>,
    consumed_at: Option<Timestamp>,
    message: Option<String>,
    request: Option<String>,
    context: Option<String>,
    banner_html: Option<String>,
    banner_error: Option<String>,
    rows: Option<String>,
    values: Option<String>,
}

impl FromRow for Logged {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        Ok(Self {
            link: Link::from_row(row)?,
            request: if row.get("kept")? { Some(RequestRow::from_row(row)?) } else { None },
            purged: row.get("purged")?,
            closed: row.get("closed")?,
            fetched: row.get("fetched")?,
            fetched_before: row.get("fetched_before")?,
        })
    }
}

impl FromRow for RequestRow {
    fn from_row(row: &Row) -> sqlx::Result<Self> {
        let time = |column| Ok::<_, sqlx::Error>(row.get::<Option<i64>>(column)?.map(Timestamp::from_millis));
        Ok(Self {
            agent: row.get("agent_id")?,
            asked_by: row.get("agent")?,
            tool: row.get("tool")?,
            salt: row.get("salt")?,
            status: row.get("status")?,
            decision: row.get("decision")?,
            decided_by: row.get("decided_by")?,
            created_at: Timestamp::from_millis(row.get("created_at")?),
            expires_at: Timestamp::from_millis(row.get("expires_at")?),
            reviewer: row.get::<Option<i64>>("reviewer_id")?.map(|id| Ok::<_, sqlx::Error>((id, row.get("reviewer")?))).transpose()?,
            closed_at: time("closed_at")?,
            consumed_at: time("consumed_at")?,
            message: row.get("message")?,
            request: row.get("request")?,
            context: row.get("context")?,
            banner_html: row.get("banner_html")?,
            banner_error: row.get("banner_error")?,
            rows: row.get("option_rows")?,
            values: row.get("decision_values")?,
        })
    }
}

impl Logged {
    /// The content of the event as its request has it now; `None` where there is none, or none any more.
    pub(super) fn content(&self) -> Option<String> {
        let row = self.request.as_ref()?;
        row.content(Kind::from_word(&self.link.kind)?)
    }

    /// Why the request does not bear the event out, if it doesn't.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let kind = Kind::from_word(&self.link.kind)?;
        let row = self.request.as_ref()?;
        if kind == Kind::Purged {
            return Some("the request that it says was removed is there");
        }
        if self.content().as_deref().map(hash) != self.link.content_hash {
            return Some(if kind == Kind::Created {
                "what was asked was changed since: message, request, context, banner, rows, reviewer or the time it ends"
            } else {
                "what was submitted was changed since"
            });
        }
        let holds = match kind {
            Kind::Created => row.created_at == self.link.at && row.asked(&self.link),
            Kind::Submitted | Kind::Declined => row.decided(&self.link),
            Kind::Canceled | Kind::Expired => row.status == self.link.kind && row.closed_at == Some(self.link.at),
            Kind::Viewed | Kind::Drafted | Kind::Consumed | Kind::Purged => true,
        };
        (!holds).then_some("the request says something else: its status, or who did it and when, was changed since")
    }

    /// What is wrong with its request as a whole, unless a later event turns out to be broken and the cause of it.
    pub(super) fn doubt(&self) -> Option<&'static str> {
        let Some(row) = &self.request else {
            return (!self.purged).then_some("its request is gone, though no event says that it was removed");
        };
        let holds = match Kind::from_word(&self.link.kind)? {
            Kind::Created => (row.status != "pending") == self.closed && (row.status == "consumed") == self.fetched,
            Kind::Consumed => self.fetched_before || row.consumed_at == Some(self.link.at),
            _ => true,
        };
        (!holds).then_some("the request says that something happened of which there is no event, or nothing of what did")
    }
}

impl RequestRow {
    /// The content of an event of `kind` as the row has it; `None` where there is none.
    pub fn content(&self, kind: Kind) -> Option<String> {
        match kind {
            Kind::Created => self.asking(),
            Kind::Submitted => self.answered(),
            _ => None,
        }
    }

    fn asking(&self) -> Option<String> {
        let banner = match (self.banner_html.as_deref(), self.banner_error.as_deref()) {
            (Some(html), None) => Some(Ok(html)),
            (None, Some(error)) => Some(Err(error)),
            (None, None) => None,
            (Some(_), Some(_)) => return None,
        };
        // JSON each for itself, so that nothing can move from one to the next
        let texts = [self.request.as_deref()?, self.context.as_deref()?, self.rows.as_deref().unwrap_or("{}")];
        if self.rows.as_deref() == Some("null") || !texts.into_iter().all(is_json) {
            return None;
        }
        let asked = Asked {
            salt: &self.salt,
            tool: &self.tool,
            agent: self.agent,
            message: self.message.as_deref()?,
            request: texts[0],
            context: texts[1],
            banner,
            rows: self.rows.as_deref(),
            expires_at: &rfc3339(self.expires_at),
            reviewer: self.reviewer.as_ref().map(|(id, name)| (*id, name.as_str())),
        };
        Some(asked.canonical())
    }

    fn answered(&self) -> Option<String> {
        let text = self.values.as_deref()?;
        let values: Option<Map<String, Value>> = serde_json::from_str(text).ok()?;
        let kind = request::Kind::of(&self.tool)?;
        Some(Answered { salt: &self.salt, kind, values: values.as_ref(), text }.canonical())
    }

    /// Whether the page names who asked as the event does.
    fn asked(&self, event: &Link) -> bool {
        event.actor.strip_prefix("agent:").is_some_and(|logged| is_called(&self.asked_by, logged))
    }

    /// Whether the decision is that of the event.
    fn decided(&self, event: &Link) -> bool {
        self.decision.as_ref() == Some(&event.kind)
            && (self.status == event.kind || self.status == "consumed")
            && self.closed_at == Some(event.at)
            && self.decided_by.as_ref() == Some(&event.actor)
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}
