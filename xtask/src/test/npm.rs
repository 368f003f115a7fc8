//! Node.js' packages of a folder, as its package-lock.json names them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::client::hash;
use crate::{process, workspace};

const OLDEST_NODE: u32 = 20;

/// The folder of the tests that need Node.js.
pub fn end2end() -> PathBuf {
    workspace::root().join("end2end")
}

/// Installs what `folder`'s lock file names, unless it is what is there.
pub fn install(folder: &Path) -> Result<()> {
    let version = process::output(process::command("node").arg("--version"))
        .context("install Node.js 20 or newer: the tests in end2end are written for it")?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < OLDEST_NODE) {
        bail!("install Node.js {OLDEST_NODE} or newer: this one is {version}");
    }
    let lock = folder.join("package-lock.json");
    let key = hash(&std::fs::read(&lock).with_context(|| format!("cannot read {}", lock.display()))?) + &version;
    let stamp = folder.join("node_modules/.made-of");
    if std::fs::read_to_string(&stamp).is_ok_and(|made_of| made_of == key) {
        return Ok(());
    }
    let mut install = process::command("npm");
    // browsers are found or fetched by a step of their own
    install.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    process::run(&mut install)?;
    std::fs::write(&stamp, key).with_context(|| format!("cannot write {}", stamp.display()))
}
