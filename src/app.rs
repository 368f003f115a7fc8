//! What the reviewer sees, in leptos' islands mode: pages are drawn on the server; the grid wakes up in the browser.
//!
//! [`page`] is the shell and the pages without a grid to work on, [`grid`] and [`closed`] draw the grid, on the server alone;
//! [`review`] is the island that brings it to life and repaints what changes.

pub mod closed;
pub mod deadline;
pub mod grid;
pub mod hidden;
pub mod markup;
pub mod page;
pub mod picker;
pub mod review;
