//! Debian's packages, where this is Debian (or kin) and we are root; elsewhere the caller says what to install.

use anyhow::Result;

use crate::process;

/// Whether we may install what we like.
pub fn is_root() -> bool {
    process::output(process::command("id").arg("-u")).is_some_and(|id| id == "0")
}

/// Whether these packages are there now; where they can't be installed, nothing is tried.
pub fn install(packages: &[&str]) -> bool {
    if !is_root() || process::output(process::command("apt-get").arg("--version")).is_none() {
        return false;
    }
    eprintln!("installing Debian's {}", packages.join(", "));
    apt(&["update"]).is_ok() && apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat()).is_ok()
}

fn apt(arguments: &[&str]) -> Result<()> {
    process::run(process::command("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}
