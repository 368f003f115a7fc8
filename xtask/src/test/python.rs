//! Python with the packages of end2end/python, in an environment of its own.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{debian, npm};
use crate::client::hash;
use crate::{process, workspace};

/// What the official SDK runs on.
const OLDEST: (u32, u32) = (3, 10);
const MISSING: &str = "install Python 3.10 or newer with its venv module (Debian: apt-get install python3 python3-venv)";

/// The folder of the tests in Python.
pub fn folder() -> PathBuf {
    npm::end2end().join("python")
}

/// The Python of the environment, with what requirements.txt names; made unless it is what is there.
pub fn environment() -> Result<PathBuf> {
    let wanted = folder().join("requirements.txt");
    let wanted_hash = hash(&std::fs::read(&wanted).with_context(|| format!("cannot read {}", wanted.display()))?);
    let home = workspace::scratch()?.join("python");
    let python = home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let stamp = home.join(".made-of");
    // one that was moved, or whose Python is gone, does not start
    let made_of = |python: &Path| version(python).map(|(major, minor)| format!("{wanted_hash} {major}.{minor} {}", home.display()));
    if std::fs::read_to_string(&stamp).is_ok_and(|is| Some(is) == made_of(&python)) {
        return Ok(python);
    }
    make(&home)?;
    process::run(
        process::command_at(&python, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"], &[])
            .arg(&wanted),
    )?;
    std::fs::write(&stamp, made_of(&python).context(MISSING)?).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(python)
}

/// An empty environment at `home`.
fn make(home: &Path) -> Result<()> {
    let venv = |python: &Path| process::output(process::command_at(python, &["-m", "venv", "--clear"], &[]).arg(home)).is_some();
    // Debian's python3 comes without what venv needs
    if installed().is_some_and(|python| venv(&python)) {
        return Ok(());
    }
    if debian::install(&["python3", "python3-venv"]) && installed().is_some_and(|python| venv(&python)) {
        return Ok(());
    }
    bail!(MISSING)
}

/// The first Python that is new enough.
fn installed() -> Option<PathBuf> {
    ["python3", "python3.13", "python3.12", "python3.11", "python3.10", "python"]
        .map(PathBuf::from)
        .into_iter()
        .find(|python| version(python).is_some_and(|version| version >= OLDEST))
}

fn version(python: &Path) -> Option<(u32, u32)> {
    let text = process::output(&mut process::command_at(python, &["-c", "import sys; print(*sys.version_info[:2])"], &[]))?;
    let (major, minor) = text.split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
