//! The audit log as `countersign audit export` tells it, read on from where it was read last.

use std::collections::{HashMap, HashSet};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::ledger::{End, Found};
use crate::serving::Serving;

#[derive(Default)]
pub struct Log {
    created: HashSet<String>,
    ends: HashMap<String, Vec<End>>,
    /// The number and the hash of the last event that was read.
    last: Option<(u64, String)>,
}

impl Log {
    /// Has the chain verified, then reads what is new in it. An error when it is broken, or no longer holds what was read before.
    pub fn read_on(&mut self, serving: &Serving) -> Result<()> {
        let said = serving.run(&["audit", "verify"])?;
        if !said.starts_with("intact: ") {
            bail!("audit verify said: {said}");
        }
        let since = self.last.as_ref().map_or(1, |(number, _)| *number).to_string();
        self.take(&serving.run(&["audit", "export", "--since", &since])?)
    }

    /// Takes in an export that begins with the last event that is known.
    fn take(&mut self, export: &str) -> Result<()> {
        let mut lines = export.lines();
        if let Some((number, hash)) = &self.last {
            let event: Value = serde_json::from_str(lines.next().unwrap_or("null")).context("audit export")?;
            if event["number"] != *number || event["hash"] != hash.as_str() {
                bail!("event {number} was {hash} and now is {event}: what was acknowledged is gone");
            }
        }
        for line in lines {
            let event: Value = serde_json::from_str(line).context("audit export")?;
            self.add(&event).with_context(|| format!("audit export: {line}"))?;
        }
        Ok(())
    }

    fn add(&mut self, event: &Value) -> Result<()> {
        let text = |key: &str| event[key].as_str().map(str::to_owned).with_context(|| format!("no {key}"));
        let id = text("elicitationId")?;
        self.last = Some((event["number"].as_u64().context("no number")?, text("hash")?));
        let end = match event["kind"].as_str().context("no kind")? {
            "created" => {
                self.created.insert(id);
                return Ok(());
            }
            "submitted" => End::Submitted(event["content"]["values"].clone()),
            "declined" => End::Declined,
            "canceled" => End::Canceled,
            "expired" => End::Expired(text("at")?),
            _ => return Ok(()),
        };
        self.ends.entry(id).or_default().push(end);
        Ok(())
    }

    /// What the log has of a request.
    pub fn found(&self, id: &str) -> Found {
        Found { created: self.created.contains(id), ends: self.ends.get(id).cloned().unwrap_or_default(), told: None }
    }

    /// How many events it has.
    pub fn len(&self) -> u64 {
        self.last.as_ref().map_or(0, |(number, _)| *number)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn line(number: u64, kind: &str) -> String {
        json!({ "number": number, "elicitationId": "r", "kind": kind, "at": "T", "hash": format!("h{number}"), "content": { "values": { "a": 1 } } }).to_string()
    }

    #[test]
    fn it_is_read_on_from_the_last_known_event() {
        let mut log = Log::default();
        log.take(&[line(1, "created"), line(2, "viewed")].join("\n")).unwrap();
        log.take(&[line(2, "viewed"), line(3, "submitted"), line(4, "expired")].join("\n")).unwrap();
        let found = log.found("r");
        assert_eq!((found.created, found.ends), (true, vec![End::Submitted(json!({ "a": 1 })), End::Expired("T".into())]));
        assert_eq!(log.len(), 4);
        assert!(log.take("").is_err(), "cut off");
        assert!(log.take(&line(4, "expired").replace("h4", "h5")).is_err(), "another chain");
    }
}
