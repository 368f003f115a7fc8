//! What agents and reviewers share, and the single things that they do. What was acknowledged is written down before anything else happens.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::ledger::{End, Ledger, Request, Told};
use super::requests::Kind;
use crate::serving::http::{Answer, Connection};
use crate::serving::{self, Agent, Serving};

pub struct Stage {
    pub agents: Vec<Agent>,
    ledger: Mutex<Ledger>,
    /// Requests that may still be pending, for whoever looks for something to do.
    open: Mutex<Vec<String>>,
    submissions: AtomicU64,
    /// Answers with a status from 500, and tools' internal errors.
    broken: AtomicU64,
    /// Calls that broke off, and answers that make no sense.
    strange: Mutex<Vec<String>>,
}

/// What became of an attempt to close a request.
#[derive(PartialEq)]
pub enum Outcome {
    Done,
    /// Something else closed it before.
    TooLate,
}

impl Stage {
    pub fn new(agents: Vec<Agent>) -> Self {
        Self {
            agents,
            ledger: Mutex::default(),
            open: Mutex::default(),
            submissions: AtomicU64::new(0),
            broken: AtomicU64::new(0),
            strange: Mutex::default(),
        }
    }

    pub fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn open(&self) -> MutexGuard<'_, Vec<String>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request that may be pending, and what is known of it.
    pub fn any_open(&self, rng: &mut fastrand::Rng) -> Option<(String, Request)> {
        let id = rng.choice(self.open().iter()).cloned()?;
        let request = self.ledger().get(&id).cloned()?;
        Some((id, request))
    }

    pub fn no_longer_open(&self, id: &str) {
        self.open().retain(|open| open != id);
    }

    /// Notes what an answer should not have been.
    pub fn note(&self, what: String) {
        self.strange.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }

    /// How many answers were the server's failures; and whatever else should not have been, what the server logged included.
    pub fn faults(&self, serving: &Serving) -> Result<(u64, Vec<String>)> {
        let mut strange = std::mem::take(&mut *self.strange.lock().unwrap_or_else(PoisonError::into_inner));
        strange.extend(serving.complaints()?);
        Ok((self.broken.load(Ordering::Relaxed), strange))
    }

    /// The answer, counted when the server failed.
    fn counted(&self, answer: Answer) -> Answer {
        if answer.status >= 500 || String::from_utf8_lossy(&answer.body).contains("\"code\":-32603") {
            self.broken.fetch_add(1, Ordering::Relaxed);
        }
        answer
    }

    fn ask(&self, connection: &mut Connection, agent: usize, tool: &str, arguments: &Value) -> Result<Answer> {
        Ok(self.counted(self.agents[agent].ask(connection, tool, arguments)?))
    }

    /// Makes a request that lives for `lives`; its id.
    pub fn create(&self, connection: &mut Connection, agent: usize, kind: Kind, lives: Duration) -> Result<String> {
        let asked = Instant::now();
        let answer = self.ask(connection, agent, kind.tool(), &kind.arguments(lives.as_secs()))?;
        let opened = serving::content(&answer)?;
        let text = |key: &str| opened[key].as_str().map(str::to_owned).with_context(|| format!("no {key} in {opened}"));
        let (id, page) = (text("elicitationId")?, serving::path(&text("reviewUrl")?)?);
        self.ledger().opened(&id, (agent, kind), page, text("expiresAt")?, lives, asked);
        Ok(id)
    }

    /// Submits or declines by the page's form.
    pub fn decide(&self, connection: &mut Connection, id: &str, request: &Request, submits: bool) -> Result<Outcome> {
        let number = self.submissions.fetch_add(1, Ordering::Relaxed);
        let (pairs, end) = if submits {
            let (pairs, values) = request.kind.submission(number);
            (pairs, End::Submitted(values))
        } else {
            (vec![("action", "cancel".to_owned())], End::Declined)
        };
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.ledger().tries(id, end.clone());
        let answer = self.counted(connection.post_form(&request.page, &pairs)?);
        match answer.status {
            303 => {
                self.ledger().acknowledged(id, end);
                Ok(Outcome::Done)
            }
            409 => Ok(Outcome::TooLate),
            status => bail!("{id}: the form was answered {status}: {}", String::from_utf8_lossy(&answer.body)),
        }
    }

    /// Withdraws a request.
    pub fn cancel(&self, connection: &mut Connection, id: &str, request: &Request) -> Result<Outcome> {
        self.ledger().tries(id, End::Canceled);
        let answer = self.ask(connection, request.agent, "elicit_cancel", &json!({ "elicitationId": id }))?;
        if serving::fault(&answer).is_some_and(|fault| fault.starts_with("cannot cancel (status=")) {
            return Ok(Outcome::TooLate);
        }
        if serving::content(&answer)?["status"] != "canceled" {
            bail!("{id}: elicit_cancel answered {}", String::from_utf8_lossy(&answer.body));
        }
        self.ledger().acknowledged(id, End::Canceled);
        Ok(Outcome::Done)
    }

    /// Where a request is said to be, by `elicit_status` or `elicit_await`.
    pub fn status(&self, connection: &mut Connection, id: &str, agent: usize, window: Option<u64>) -> Result<String> {
        let answer = match window {
            None => self.ask(connection, agent, "elicit_status", &json!({ "elicitationId": id }))?,
            Some(seconds) => self.ask(connection, agent, "elicit_await", &json!({ "elicitationId": id, "waitSeconds": seconds }))?,
        };
        if let Some(fault) = serving::fault(&answer) {
            return Ok(fault);
        }
        Ok(serving::content(&answer)?["status"].as_str().unwrap_or_default().to_owned())
    }

    /// What the tools tell of a request: its status and, when there is one, its result.
    pub fn told(&self, connection: &mut Connection, id: &str, agent: usize) -> Result<Told> {
        let at = Instant::now();
        let status = self.status(connection, id, agent, None)?;
        if !["submitted", "declined", "consumed"].contains(&status.as_str()) {
            return Ok(Told { status, submission: None, at });
        }
        let answer = self.ask(connection, agent, "elicit_result", &json!({ "elicitationId": id }))?;
        let result = serving::content(&answer)?;
        if result["context"] != json!({ "n": 1 }) {
            self.note(format!("{id}: the context came back as {}", result["context"]));
        }
        Ok(Told { status, submission: Some(result["formSubmission"].clone()), at })
    }

    /// Opens a request's page, as a reviewer does before deciding.
    pub fn look(&self, connection: &mut Connection, page: &str) -> Result<()> {
        let answer = self.counted(connection.get(page, &[])?);
        if answer.status != 200 {
            bail!("{page} was answered {}", answer.status);
        }
        Ok(())
    }

    /// Every request that `elicit_history` has of an agent, with its status.
    pub fn history(&self, connection: &mut Connection, agent: usize) -> Result<Vec<(String, String)>> {
        let (mut all, mut arguments) = (Vec::new(), json!({ "page": 1, "pageSize": 100 }));
        loop {
            let page = serving::content(&self.ask(connection, agent, "elicit_history", &arguments)?)?;
            let items = page["items"].as_array().context("no items")?;
            if items.is_empty() {
                return Ok(all);
            }
            let text = |item: &Value, key: &str| item[key].as_str().unwrap_or_default().to_owned();
            all.extend(items.iter().map(|item| (text(item, "elicitationId"), text(item, "status"))));
            arguments["page"] = json!(arguments["page"].as_u64().unwrap_or_default() + 1);
            arguments["asOf"] = page["asOf"].clone();
        }
    }
}
