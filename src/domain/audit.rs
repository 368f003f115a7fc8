//! The audit log (contract § 9): the kinds of event, and the canonical JSON of an event and of what it is about, which is what gets hashed.
//!
//! **An event** is hashed as one JSON object with these members in this order; `contentHash` is `null` where there is nothing more to tell:
//!
//! ```json
//! {"number":2,"elicitationId":"…","kind":"submitted","at":"2026-01-31T09:30:00.000Z","actor":"link","contentHash":"…","previousHash":"…"}
//! ```
//!
//! Numbers count from 1 without a gap through the whole database. `previousHash` is the hash of the event before, that of the first 64 zeros.
//! So the hash of the last event stands for all of them, in their order.
//!
//! **Its content** is a JSON object of its own, so that it can leave while its hash stays: [`Asked`] of `created`, [`Answered`] of
//! `submitted`. Each begins with a `salt`, 128 random bits that leave with it: nobody can try likely values against the hash that stays.
//!
//! **Canonical** is: UTF-8, no white space between tokens; members in the order given here, and within what an agent or a reviewer sent in
//! the order in which they sent them (it is the order of rows); numbers by their own text; in strings `\"`, `\\`, `\b`, `\f`, `\n`, `\r` and
//! `\t`, other characters below U+0020 as `\u` and four lower-case digits, and everything else as it is. Hashes are SHA-256 in 64 lower-case
//! hexadecimal digits.

use std::fmt;

use serde_json::{Map, Value};

use super::request;

/// What happened to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Created,
    /// The opened page said so.
    Viewed,
    /// A draft was kept.
    Drafted,
    Submitted,
    Declined,
    Canceled,
    Expired,
    /// The agent fetched the outcome.
    Consumed,
    /// The request was removed after its time, with all that it said.
    Purged,
}

impl Kind {
    /// All of them, in the order of a life.
    pub const ALL: [Self; 9] = [
        Self::Created,
        Self::Viewed,
        Self::Drafted,
        Self::Submitted,
        Self::Declined,
        Self::Canceled,
        Self::Expired,
        Self::Consumed,
        Self::Purged,
    ];

    /// The word in the log.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Viewed => "viewed",
            Self::Drafted => "drafted",
            Self::Submitted => "submitted",
            Self::Declined => "declined",
            Self::Canceled => "canceled",
            Self::Expired => "expired",
            Self::Consumed => "consumed",
            Self::Purged => "purged",
        }
    }

    /// The kind of `word`.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// What happened, for people: what follows the actor's name.
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Self::Created => "asked for the review",
            Self::Viewed => "opened the page",
            Self::Drafted => "kept a draft",
            Self::Submitted => "submitted",
            Self::Declined => "declined",
            Self::Canceled => "canceled the request",
            Self::Expired => "closed it: its time ran out",
            Self::Consumed => "fetched the outcome",
            Self::Purged => "removed it after its time",
        }
    }
}

/// A SHA-256. `Display` gives 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first event has for the hash of the one before.
    pub const NONE: Self = Self([0; 32]);
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An event as it is hashed.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// From 1 up, without a gap.
    pub number: i64,
    pub elicitation_id: &'a str,
    /// A [`Kind`]'s word.
    pub kind: &'a str,
    /// RFC 3339 in UTC, with milliseconds.
    pub at: &'a str,
    /// `agent:NAME`, `reviewer:NAME`, `link` (whoever holds it) or `server`.
    pub actor: &'a str,
    pub content_hash: Option<Hash>,
    pub previous_hash: Hash,
}

impl Event<'_> {
    /// The canonical JSON, whose SHA-256 is the event's hash.
    #[must_use]
    pub fn canonical(&self) -> String {
        let Self { number, elicitation_id, kind, at, actor, content_hash, previous_hash } = self;
        let content = content_hash.map_or_else(|| "null".to_owned(), |hash| format!("\"{hash}\""));
        let [elicitation_id, kind, at, actor] = [elicitation_id, kind, at, actor].map(|text| quoted(text));
        format!(
            r#"{{"number":{number},"elicitationId":{elicitation_id},"kind":{kind},"at":{at},"actor":{actor},"contentHash":{content},"previousHash":"{previous_hash}"}}"#
        )
    }

    /// The event in one line of an export: its canonical JSON, and after it `hash` and `content`. What was hashed can be cut out of it.
    #[must_use]
    pub fn line(&self, hash: Hash, content: Option<&str>) -> String {
        let mut line = self.canonical();
        line.pop();
        line + &format!(r#","hash":"{hash}","content":{}}}"#, content.unwrap_or("null"))
    }
}

/// The content of `created`: what was asked, and what the templates made of it. JSON texts are kept as they are.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub salt: &'a [u8],
    /// The tool that made the request.
    pub tool: &'a str,
    /// The number of the agent that called it.
    pub agent: i64,
    pub message: &'a str,
    /// JSON: everything that the page shows of the arguments; Proposed as it opens is the `default` of each row.
    pub request: &'a str,
    /// JSON.
    pub context: &'a str,
    /// What the display template gave, or why there is nothing.
    pub banner: Option<Result<&'a str, &'a str>>,
    /// JSON: what a selection's row template gave.
    pub rows: Option<&'a str>,
    /// RFC 3339 in UTC, with milliseconds.
    pub expires_at: &'a str,
    /// The number and the name of the reviewer that it is for. Where that is nobody, it is as it was before there was this.
    pub reviewer: Option<(i64, &'a str)>,
}

impl Asked<'_> {
    /// The canonical JSON.
    #[must_use]
    pub fn canonical(&self) -> String {
        let Self { agent, request, context, .. } = self;
        let banner = match self.banner {
            Some(Ok(html)) => format!(r#"{{"html":{}}}"#, quoted(html)),
            Some(Err(error)) => format!(r#"{{"error":{}}}"#, quoted(error)),
            None => "null".to_owned(),
        };
        let [tool, message, expires_at] = [self.tool, self.message, self.expires_at].map(quoted);
        let salt = hex(self.salt);
        let rows = self.rows.unwrap_or("null");
        let reviewer = match self.reviewer {
            Some((id, name)) => format!(r#","reviewer":{{"id":{id},"name":{}}}"#, quoted(name)),
            None => String::new(),
        };
        format!(
            r#"{{"salt":"{salt}","tool":{tool},"agentId":{agent},"message":{message},"request":{request},"context":{context},"banner":{banner},"rows":{rows},"expiresAt":{expires_at}{reviewer}}}"#
        )
    }
}

/// The content of `submitted`: what the agent gets.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    pub salt: &'a [u8],
    pub kind: request::Kind,
    /// What was submitted; `None` where there was no form.
    pub values: Option<&'a Map<String, Value>>,
    /// The same as it is kept, as JSON.
    pub text: &'a str,
}

impl Answered<'_> {
    /// The canonical JSON.
    #[must_use]
    pub fn canonical(&self) -> String {
        let included: Vec<String> = included(self.kind, self.values).into_iter().map(quoted).collect();
        format!(r#"{{"salt":"{}","included":[{}],"values":{}}}"#, hex(self.salt), included.join(","), self.text)
    }
}

/// What the reviewer included: the fields by name, or the selected options by id.
#[must_use]
pub fn included(kind: request::Kind, values: Option<&Map<String, Value>>) -> Vec<&str> {
    let values = values.into_iter();
    match kind {
        request::Kind::Selection => values.flat_map(Map::values).filter_map(Value::as_array).flatten().filter_map(Value::as_str).collect(),
        request::Kind::Proposal | request::Kind::Approval => values.flat_map(Map::keys).map(String::as_str).collect(),
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
