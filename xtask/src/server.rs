//! The server's half: one binary, built for trying out or for keeps.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::{process, workspace};

const NAME: &str = "countersign";

/// Builds the debug server, which reads the site from `target/site`; its path.
pub fn debug() -> Result<PathBuf> {
    process::run(&mut process::cargo(&["build", "--bin", NAME]))?;
    Ok(workspace::target()?.join("debug").join(file_name()))
}

/// Builds the debug server as the integration tests do, whose dependencies have features of their own: nothing is compiled twice.
pub fn tested() -> Result<PathBuf> {
    process::run(&mut process::cargo(&["test", "--no-run", "--test", "it"]))?;
    Ok(workspace::target()?.join("debug").join(file_name()))
}

/// Builds the release server, with the site embedded; its path, which is in the root's `target/release` wherever cargo builds.
pub fn release() -> Result<PathBuf> {
    process::run(&mut process::cargo(&["build", "--release", "--bin", NAME]))?;
    let built = workspace::target()?.join("release").join(file_name());
    let wanted = workspace::root().join("target/release").join(file_name());
    if built != wanted {
        std::fs::create_dir_all(workspace::root().join("target/release"))?;
        std::fs::copy(&built, &wanted).with_context(|| format!("cannot copy {} to {}", built.display(), wanted.display()))?;
    }
    Ok(wanted)
}

fn file_name() -> String {
    format!("{NAME}{}", std::env::consts::EXE_SUFFIX)
}
