//! Other people's programs against ours: the official Python SDK, the Inspector's command line, the conformance suite, and LiquidJS. The
//! TypeScript SDKs are among the browser tests.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::steps::Steps;
use super::{npm, python};
use crate::{client, process, server};

pub fn test(steps: &mut Steps) {
    steps.run_once("client", client::build);
    let mut binary = PathBuf::new();
    steps.run("server", || {
        binary = server::tested()?;
        Ok(())
    });
    steps.run_once("Node.js packages", || npm::install(&npm::end2end()));
    steps.run("LiquidJS", || {
        process::run(&mut process::cargo(&["test", "--test", "it", "shows_what_liquidjs_shows_live", "--", "--ignored", "--nocapture"]))
    });
    let mut interpreter = PathBuf::new();
    steps.run("Python packages", || {
        interpreter = python::environment()?;
        Ok(())
    });
    steps.run("Python SDK", || {
        let mut tests = process::command_at(&interpreter, &["-B", "-m", "unittest", "--verbose"], &[]);
        process::run(tests.current_dir(python::folder()).env("COUNTERSIGN_BIN", &binary))
    });
    steps.run("Inspector and conformance suite", || conformance(&binary));
}

/// Both want a newer Node.js than we do, which comes with them.
fn conformance(binary: &Path) -> Result<()> {
    let folder = npm::end2end().join("conformance");
    npm::install(&folder)?;
    let node = folder.join("node_modules/node/bin/node");
    let options = ["--experimental-transform-types", "--disable-warning=ExperimentalWarning", "run.ts"];
    process::run(process::command_at(&node, &options, &[]).current_dir(&folder).env("COUNTERSIGN_BIN", binary))
}
