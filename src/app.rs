//! What the reviewer sees, in leptos' islands mode: pages are drawn on the server; the grid wakes up in the browser.
//!
//! [`page`] is the shell and the pages without anything to work on; [`inbox`] lists requests; [`grid`], [`approval`], [`selection`] and [`closed`] draw what is reviewed,
//! on the server alone;
//! [`review`] is the island that brings it to life and repaints what changes.

pub mod approval;
pub mod closed;
pub mod deadline;
pub mod footer;
pub mod grid;
pub mod hidden;
pub mod inbox;
pub mod markup;
pub mod matter;
pub mod opening;
pub mod page;
pub mod picker;
pub mod review;
pub mod selection;
pub mod sign_in;
pub mod story;
