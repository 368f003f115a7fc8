//! What the reviewer sees, in leptos' islands mode: pages are drawn on the server; the grid wakes up in the browser.
//!
//! [`page`] is the shell and the pages without a grid to work on; [`review`] the island with the grid; [`deadline`] the island with the
//! time left. What never changes in a page ([`markup`]) is drawn as text on the server alone: the browser's half does not carry it.

pub mod closed;
pub mod deadline;
pub mod hidden;
pub mod markup;
pub mod page;
pub mod picker;
pub mod review;
