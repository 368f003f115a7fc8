//! `cargo xtask test`: everything that must hold, step by step; what a step needs is set up by it.

mod browser;
mod clients;
mod debian;
mod dependencies;
mod npm;
mod postgres;
mod python;
mod steps;

use anyhow::{Result, bail};

use crate::client::{self, TARGET};
use crate::process;
use steps::Steps;

/// The parts, in the order in which they run: what is quick to fail comes first.
const PARTS: [&str; 6] = ["lint", "unit", "integration", "postgres", "clients", "browser"];

/// Runs the named parts, or all; stops at the first step that fails, unless `--keep-going` is among the arguments.
pub fn test(arguments: &[String]) -> Result<()> {
    let (flags, parts): (Vec<_>, Vec<_>) = arguments.iter().map(String::as_str).partition(|argument| argument.starts_with("--"));
    if let Some(unknown) = parts.iter().find(|part| !PARTS.contains(part)).or(flags.iter().find(|flag| **flag != "--keep-going")) {
        bail!("cargo xtask test: unknown `{unknown}`; the parts are {}, and --keep-going runs on after a failure", PARTS.join(", "));
    }
    let mut steps = Steps::new(!flags.is_empty());
    for part in PARTS {
        if parts.is_empty() || parts.contains(&part) {
            match part {
                "lint" => lint(&mut steps),
                "unit" => unit(&mut steps),
                "integration" => integration(&mut steps),
                "postgres" => {
                    built(&mut steps);
                    steps.run("PostgreSQL", postgres::test);
                }
                "clients" => clients::test(&mut steps),
                _ => browser::test(&mut steps),
            }
        }
    }
    steps.finish()
}

fn lint(steps: &mut Steps) {
    steps.run("format", || {
        add_component("rustfmt", &["fmt", "--version"])?;
        process::run(&mut process::cargo(&["fmt", "--all", "--check"]))
    });
    steps.run("dependencies", dependencies::check);
    steps.run("cargo-deny", dependencies::cargo_deny);
    steps.run("clippy, server", || {
        add_component("clippy", &["clippy", "--version"])?;
        process::run(&mut process::cargo(&["clippy", "--all-targets", "--", "--deny", "warnings"]))
    });
    steps.run("clippy, browser", || {
        client::add_target()?;
        let options = ["clippy", "--lib", "--no-default-features", "--features", "hydrate", "--target", TARGET, "--", "--deny", "warnings"];
        process::run(&mut process::cargo(&options))
    });
    steps.run("clippy, xtask", || {
        process::run(&mut process::cargo(&["clippy", "--package", "xtask", "--all-targets", "--", "--deny", "warnings"]))
    });
}

fn unit(steps: &mut Steps) {
    steps.run("unit tests", || process::run(&mut process::cargo(&["test", "--lib", "--bins"])));
    steps.run("xtask's tests", || process::run(&mut process::cargo(&["test", "--package", "xtask"])));
}

fn integration(steps: &mut Steps) {
    built(steps);
    steps.run("integration tests", || process::run(&mut process::cargo(&["test", "--test", "*"])));
}

/// A debug server reads the site as it answers.
fn built(steps: &mut Steps) {
    steps.run_once("client", client::build);
}

/// Adds a part of the toolchain when `version` shows that it is not there.
fn add_component(name: &str, version: &[&str]) -> Result<()> {
    if process::output(&mut process::cargo(version)).is_some() {
        return Ok(());
    }
    eprintln!("adding the toolchain's {name}");
    process::run(process::command("rustup").args(["component", "add", name]))
}
