//! Hostile bytes against everything that reads what strangers and agents send: each target is a function of bytes that panics when a law does not
//! hold. Here they run for a moment, the same way every time; `cargo xtask fuzz` runs them for as long as one likes, from another seed if asked;
//! the folder `fuzz` hands the same functions to libFuzzer.
#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod corpus;
mod mutate;
mod run;
mod targets;

#[path = "../it/checker_law/generate.rs"]
mod generate;
#[path = "../it/checker_law/texts.rs"]
mod texts;
#[path = "../it/checker_law/verdict.rs"]
mod verdict;

use run::fuzz;

#[test]
fn schema() {
    fuzz("schema", targets::schema::run, corpus::schemas());
}

#[test]
fn request() {
    fuzz("request", targets::request::run, corpus::requests());
}

#[test]
fn checker() {
    fuzz("checker", targets::checker::run, corpus::pairs());
}

#[test]
fn template() {
    fuzz("template", targets::template::run, corpus::templates());
}

#[test]
fn form() {
    fuzz("form", targets::form::run, corpus::forms());
}

#[test]
fn message() {
    fuzz("message", targets::message::run, corpus::messages());
}
