//! What a request gives to read or to choose from, beside the rows that are edited.

use serde_json::Value;

use crate::api::Asks;
use crate::domain::selection::{Options, Rows};

/// By the kind of request.
#[derive(Clone, Debug)]
pub enum Matter {
    Proposal,
    Approval {
        /// What to read; `None` when nothing was sent, or the banner shows it.
        context: Option<Value>,
        /// Whether there is a form to fill in.
        form: bool,
    },
    Selection {
        options: Options,
        /// What the row template gave.
        rows: Option<Rows>,
        /// The ids of the chosen options.
        selected: Vec<String>,
    },
}

impl Matter {
    /// What the browser's half has to know of it.
    #[must_use]
    pub const fn asks(&self) -> Asks {
        match self {
            Self::Proposal => Asks::Proposal,
            Self::Approval { .. } => Asks::Approval,
            Self::Selection { options, .. } => {
                Asks::Selection { fewest: options.min_selections, most: options.max_selections, options: options.items.len() }
            }
        }
    }
}
