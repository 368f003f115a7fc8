//! What the server acknowledged, written down before anything else happens, and held against what is found later.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::requests::Kind;

/// How late an expiry may be told: the server looks every second, and this machine is busy.
const LATE: Duration = Duration::from_secs(10);

/// How a request left `pending`.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    Submitted(Value),
    Declined,
    Canceled,
    /// At this time, as the server writes it.
    Expired(String),
}

/// A request whose creation was acknowledged.
#[derive(Clone, Debug)]
pub struct Request {
    pub agent: usize,
    pub kind: Kind,
    /// The path of its review page.
    pub page: String,
    /// As the server said it.
    pub expires_at: String,
    pub opened: Instant,
    pub lives: Duration,
    /// What somebody began to do to it, acknowledged or not.
    tried: Vec<End>,
    /// What somebody was told is done.
    acknowledged: Vec<End>,
}

/// What there is of a request.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Whether the audit log has its creation.
    pub created: bool,
    /// The closing events that the audit log has of it.
    pub ends: Vec<End>,
    pub told: Option<Told>,
}

/// What the tools tell of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub status: String,
    /// The `formSubmission` of the result; `None` when there is no result.
    pub submission: Option<Value>,
    /// When they were asked.
    pub at: Instant,
}

/// What a comparison came to.
#[derive(Debug, Default)]
pub struct Verdict {
    pub requests: usize,
    pub decisions: usize,
    pub cancels: usize,
    pub found: usize,
    pub twice: usize,
    /// What was not found as it was acknowledged, or happened without anybody's doing.
    pub faults: Vec<String>,
}

impl Verdict {
    pub const fn acknowledged(&self) -> usize {
        self.requests + self.decisions + self.cancels
    }

    pub const fn lost(&self) -> usize {
        self.acknowledged() - self.found
    }
}

/// Everything that was acknowledged, by request id.
#[derive(Default)]
pub struct Ledger(BTreeMap<String, Request>);

impl Ledger {
    pub fn opened(&mut self, id: &str, (agent, kind): (usize, Kind), page: String, expires_at: String, lives: Duration, now: Instant) {
        let request = Request { agent, kind, page, expires_at, opened: now, lives, tried: Vec::new(), acknowledged: Vec::new() };
        self.0.insert(id.to_owned(), request);
    }

    pub fn get(&self, id: &str) -> Option<&Request> {
        self.0.get(id)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&String, &Request)> {
        self.0.iter()
    }

    /// Somebody is about to do this.
    pub fn tries(&mut self, id: &str, end: End) {
        if let Some(request) = self.0.get_mut(id) {
            request.tried.push(end);
        }
    }

    /// Somebody was told that this is done. A cancel may be told as often as it is asked for.
    pub fn acknowledged(&mut self, id: &str, end: End) {
        if let Some(request) = self.0.get_mut(id)
            && !(end == End::Canceled && request.acknowledged.contains(&end))
        {
            request.acknowledged.push(end);
        }
    }

    /// Holds everything against what `find` has of it.
    pub fn compare(&self, now: Instant, find: impl Fn(&str) -> Found) -> Verdict {
        let mut verdict = Verdict::default();
        for (id, request) in &self.0 {
            request.compare(id, &find(id), now, &mut verdict);
        }
        verdict
    }
}

impl Request {
    /// Whether something is known to have closed it.
    pub fn is_closed(&self) -> bool {
        !self.acknowledged.is_empty()
    }

    fn compare(&self, id: &str, found: &Found, now: Instant, verdict: &mut Verdict) {
        let end = found.ends.first();
        let fault = match () {
            () if !found.created => Some("its creation is not in the audit log".to_owned()),
            () if end.is_some_and(|end| !self.may_be(end)) => Some(format!("nobody did that: {:?}", found.ends)),
            () if matches!(end, Some(End::Expired(_))) && now < self.opened + self.lives => Some("it expired before its time".to_owned()),
            () => found.told.as_ref().and_then(|told| self.told_otherwise(told, end)),
        };
        verdict.requests += 1;
        verdict.found += usize::from(fault.is_none());
        for acknowledged in &self.acknowledged {
            match acknowledged {
                End::Canceled => verdict.cancels += 1,
                _ => verdict.decisions += 1,
            }
            if found.ends.contains(acknowledged) && fault.is_none() {
                verdict.found += 1;
            } else {
                verdict.faults.push(format!("{id}: acknowledged {acknowledged:?}, found {:?}", found.ends));
            }
        }
        if found.ends.len() > 1 || self.acknowledged.len() > 1 {
            verdict.twice += 1;
            verdict.faults.push(format!("{id}: acknowledged {:?}, in the log {:?}", self.acknowledged, found.ends));
        }
        verdict.faults.extend(fault.map(|fault| format!("{id}: {fault}")));
    }

    fn may_be(&self, end: &End) -> bool {
        match end {
            End::Expired(at) => *at == self.expires_at,
            end => self.tried.contains(end),
        }
    }

    /// What is wrong with what the tools told before the log was read, which ends with `end`.
    fn told_otherwise(&self, told: &Told, end: Option<&End>) -> Option<String> {
        let fits = match (told.status.as_str(), end) {
            // its time may have come between the two looks
            ("pending", None | Some(End::Expired(_))) => told.at < self.opened + self.lives + LATE,
            ("submitted" | "consumed", Some(End::Submitted(values))) => told.submission.as_ref() == Some(values),
            ("declined" | "consumed", Some(End::Declined)) => told.submission == Some(Value::Null),
            ("canceled", Some(End::Canceled)) | ("expired", Some(End::Expired(_))) => told.submission.is_none(),
            _ => false,
        };
        (!fits).then(|| format!("the tools tell {told:?}, the log {end:?}"))
    }
}

#[cfg(test)]
mod tests;
