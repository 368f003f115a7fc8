//! `cargo xtask build`: one file to copy and run.

use anyhow::Result;

use crate::{client, server, workspace};

/// Builds both halves and says what they weigh.
pub fn build() -> Result<()> {
    client::build()?;
    let binary = server::release()?;
    let megabytes = std::fs::metadata(&binary)?.len().div_ceil(100_000);
    let shown = binary.strip_prefix(workspace::root()).unwrap_or(&binary);
    println!("{} ({}.{} MB, everything embedded)", shown.display(), megabytes / 10, megabytes % 10);
    Ok(())
}
