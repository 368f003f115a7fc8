//! The chain of the audit log: each event is hashed with the hash of the one before it ([`crate::domain::audit`]).

use sha2::{Digest as _, Sha256};

use super::clock::rfc3339;
use crate::domain::audit::{Event, Hash, Kind};
use crate::domain::time::Timestamp;

/// The SHA-256 of `text`.
#[must_use]
pub fn hash(text: &str) -> Hash {
    Hash(Sha256::digest(text.as_bytes()).into())
}

/// An event as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// From 1 up, without a gap, through the whole database.
    pub number: i64,
    pub elicitation_id: String,
    /// A [`Kind`]'s word.
    pub kind: String,
    pub at: Timestamp,
    pub actor: String,
    /// `None` where there is nothing more to tell. Stays when the content leaves.
    pub content_hash: Option<Hash>,
    pub previous_hash: Hash,
    pub hash: Hash,
}

impl Link {
    /// The hash that these facts should have.
    fn due(&self) -> Hash {
        self.written(|event| hash(&event.canonical()))
    }

    /// Where the chain ends with it.
    #[must_use]
    pub const fn end(&self) -> End {
        End { number: self.number, hash: self.hash }
    }

    /// The event in one line of an export.
    #[must_use]
    pub fn line(&self, content: Option<&str>) -> String {
        self.written(|event| event.line(self.hash, content))
    }

    fn written<T>(&self, write: impl FnOnce(&Event) -> T) -> T {
        write(&Event {
            number: self.number,
            elicitation_id: &self.elicitation_id,
            kind: &self.kind,
            at: &rfc3339(self.at),
            actor: &self.actor,
            content_hash: self.content_hash,
            previous_hash: self.previous_hash,
        })
    }
}

/// Where a chain ends: what stands for all that is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// How many events there are.
    pub number: i64,
    /// The hash of the last one.
    pub hash: Hash,
}

impl Default for End {
    fn default() -> Self {
        Self { number: 0, hash: Hash::NONE }
    }
}

/// Why an event is not the next of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("it is missing")]
    Missing,
    #[error("it was changed: its hash does not fit it")]
    Changed,
    #[error("it does not follow the event before it: that one was replaced, hash and all")]
    Detached,
}

impl End {
    /// The next event: what happened to `elicitation_id`, with the content that is hashed in it.
    #[must_use]
    pub fn next(self, elicitation_id: &str, kind: Kind, at: Timestamp, actor: &str, content: Option<&str>) -> Link {
        let mut link = Link {
            number: self.number + 1,
            elicitation_id: elicitation_id.to_owned(),
            kind: kind.word().to_owned(),
            at,
            actor: actor.to_owned(),
            content_hash: content.map(hash),
            previous_hash: self.hash,
            hash: Hash::NONE,
        };
        link.hash = link.due();
        link
    }

    /// Where the chain ends with `link`.
    ///
    /// # Errors
    /// [`Fault`] when it is not the next event.
    pub fn then(self, link: &Link) -> Result<Self, Fault> {
        if link.number != self.number + 1 {
            return Err(Fault::Missing);
        }
        if link.hash != link.due() {
            return Err(Fault::Changed);
        }
        if link.previous_hash != self.hash {
            return Err(Fault::Detached);
        }
        Ok(link.end())
    }
}

#[cfg(test)]
mod tests;
