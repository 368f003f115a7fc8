//! What the page asks of the server: leptos server functions and their plain types. Bodies may name `crate::server`, nothing else here may.

use serde::{Deserialize, Serialize};

use crate::domain::grid::{Entry, Grid, RowFault};
use crate::domain::labels::Labels;

/// Everything the grid island needs, sent with the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// The link's secret: the page's own address, and what the server functions are asked with.
    pub link: String,
    pub grid: Grid,
    /// One a row: the opening, or what a form POST brought.
    pub entries: Vec<Entry>,
    /// The server's word on rows (patterns; all faults after a refused form POST).
    pub faults: Vec<RowFault>,
    pub labels: Labels,
    /// Milliseconds left when the page was drawn.
    pub remaining_ms: u64,
}
