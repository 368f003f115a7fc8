//! The three kinds of request (contract § 2): they differ in what the reviewer is given, and share one life.

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use super::approval::{Approval, Form};
use super::grid::Grid;
use super::labels::Labels;
use super::proposal::Proposal;
use super::schema::Syntax;
use super::selection::Selection;
use super::violation::Violations;

/// Which kind a request is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Proposal,
    Approval,
    Selection,
}

impl Kind {
    /// All of them, in the order of their tools.
    pub const ALL: [Self; 3] = [Self::Proposal, Self::Approval, Self::Selection];

    /// The tool that makes such a request.
    #[must_use]
    pub const fn tool(self) -> &'static str {
        match self {
            Self::Proposal => "elicit_proposal",
            Self::Approval => "elicit_approval",
            Self::Selection => "elicit_selection",
        }
    }

    /// The kind that `tool` makes.
    #[must_use]
    pub fn of(tool: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.tool() == tool)
    }
}

/// A request that can't be wrong. Kept as one JSON text, read back by its [`Kind`].
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    Proposal(Proposal),
    Approval(Approval),
    Selection(Selection),
}

impl Request {
    /// Parses the arguments of a call of `kind`'s tool.
    ///
    /// # Errors
    /// Every fault by path, not the first.
    pub fn parse(kind: Kind, arguments: &Map<String, Value>, syntax: &dyn Syntax) -> Result<Self, Violations> {
        match kind {
            Kind::Proposal => Proposal::parse(arguments, syntax).map(Self::Proposal),
            Kind::Approval => Approval::parse(arguments, syntax).map(Self::Approval),
            Kind::Selection => Selection::parse(arguments, syntax).map(Self::Selection),
        }
    }

    /// The request of `kind` whose JSON text is `json`.
    ///
    /// # Errors
    /// What no request of that kind is written as.
    pub fn from_json(kind: Kind, json: &str) -> serde_json::Result<Self> {
        match kind {
            Kind::Proposal => serde_json::from_str(json).map(Self::Proposal),
            Kind::Approval => serde_json::from_str(json).map(Self::Approval),
            Kind::Selection => serde_json::from_str(json).map(Self::Selection),
        }
    }

    /// The request as JSON text.
    ///
    /// # Errors
    /// None that a request can cause.
    pub fn to_json(&self) -> serde_json::Result<String> {
        match self {
            Self::Proposal(proposal) => serde_json::to_string(proposal),
            Self::Approval(approval) => serde_json::to_string(approval),
            Self::Selection(selection) => serde_json::to_string(selection),
        }
    }

    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Proposal(_) => Kind::Proposal,
            Self::Approval(_) => Kind::Approval,
            Self::Selection(_) => Kind::Selection,
        }
    }

    /// The page's heading, plain text.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Proposal(Proposal { message, .. })
            | Self::Approval(Approval { message, .. })
            | Self::Selection(Selection { message, .. }) => message,
        }
    }

    #[must_use]
    pub const fn labels(&self) -> &Labels {
        match self {
            Self::Proposal(Proposal { labels, .. })
            | Self::Approval(Approval { labels, .. })
            | Self::Selection(Selection { labels, .. }) => labels,
        }
    }

    /// What was sent as `context`, `null` when nothing was.
    pub const fn context_mut(&mut self) -> &mut Value {
        match self {
            Self::Proposal(Proposal { context, .. })
            | Self::Approval(Approval { context, .. })
            | Self::Selection(Selection { context, .. }) => context,
        }
    }

    /// The display template, with the context that it shows.
    #[must_use]
    pub fn display_template(&self) -> Option<(&str, &Value)> {
        match self {
            Self::Proposal(Proposal { display_template, context, .. })
            | Self::Approval(Approval { display_template, context, .. })
            | Self::Selection(Selection { display_template, context, .. }) => Some((display_template.as_deref()?, context)),
        }
    }

    /// How long the request stays decidable: 60–86400.
    #[must_use]
    pub const fn timeout_seconds(&self) -> u32 {
        match self {
            Self::Proposal(Proposal { timeout_seconds, .. })
            | Self::Approval(Approval { timeout_seconds, .. })
            | Self::Selection(Selection { timeout_seconds, .. }) => *timeout_seconds,
        }
    }

    /// How much there is to decide on: a proposal's rows, a form's fields, a selection's options.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Selection(Selection { options, .. }) => options.items.len(),
            Self::Proposal(_) | Self::Approval(_) => self.grid().map_or(0, |grid| grid.rows.len()),
        }
    }

    /// The rows with their editors: a proposal's grid, an approval's form; `None` where there is nothing to edit.
    #[must_use]
    pub const fn grid(&self) -> Option<&Grid> {
        match self {
            Self::Proposal(Proposal { grid, .. }) | Self::Approval(Approval { form: Some(Form { grid }), .. }) => Some(grid),
            Self::Approval(Approval { form: None, .. }) | Self::Selection(_) => None,
        }
    }
}
