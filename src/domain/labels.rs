//! The two buttons of the footer (contract § 3): an agent may rename them, nothing else.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::violation::Violations;

/// The texts of the footer's buttons. Each 1–40 characters, trimmed, and not the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels {
    pub ok: String,
    pub cancel: String,
}

impl Labels {
    /// Parses the `labels` argument (absent: `None`) over the tool's own defaults; notes every fault.
    pub fn parse(labels: Option<&Value>, default_ok: &str, default_cancel: &str, faults: &mut Violations) -> Self {
        todo!()
    }
}
