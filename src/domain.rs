//! What the product is: pure functions on plain types, compiled for the server and for the browser.
//!
//! Nothing here does I/O, reads a clock, draws a random number or knows a framework. "Now" is an argument.

pub mod access;
pub mod approval;
pub mod arguments;
pub mod audit;
pub mod decimal;
pub mod elicitation;
pub mod form;
pub mod format;
pub mod grid;
pub mod history;
pub mod identity;
pub mod inbox;
pub mod labels;
pub mod named;
pub mod proposal;
pub mod request;
pub mod schema;
pub mod selection;
pub mod time;
pub mod unsent;
pub mod validate;
pub mod value;
pub mod violation;
