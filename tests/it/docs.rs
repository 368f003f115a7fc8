//! `docs/` says what is so: every call on a page is made and gets the page's answer, every table is the tool's own schema, every link leads
//! somewhere, every option exists.
//!
//! `COUNTERSIGN_DOCS=write cargo test --test it docs` writes the answers that differ into the pages.

mod arguments;
mod calls;
mod links;
mod options;
mod page;
mod values;
