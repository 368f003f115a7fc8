//! The tests in `end2end`: Node.js, its packages and Chromium are there afterwards, whatever was there before.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::steps::Steps;
use crate::client::hash;
use crate::{client, process, server, workspace};

const OLDEST_NODE: u32 = 20;
/// A page that is broken as a whole fails every test, each after a minute.
const MAX_FAILURES: &str = "--max-failures=20";

pub fn test(steps: &mut Steps) {
    steps.run_once("client", client::build);
    let mut binary = PathBuf::new();
    steps.run("server", || {
        binary = server::tested()?;
        Ok(())
    });
    steps.run("Node.js packages", packages);
    let mut chromium = None;
    steps.run("Chromium", || {
        chromium = find_chromium()?;
        Ok(())
    });
    let script = |program: &str, arguments: &[&str]| {
        let mut command = process::command(program);
        command.args(arguments).current_dir(folder()).env("COUNTERSIGN_BIN", &binary);
        if let Some(chromium) = &chromium {
            command.env("CHROMIUM_PATH", chromium);
        }
        process::run(&mut command)
    };
    steps.run("browser tests", || script("npx", &["playwright", "test", MAX_FAILURES]));
    steps.run("cases", || script("npm", &["run", "--silent", "cases"]));
}

fn folder() -> PathBuf {
    workspace::root().join("end2end")
}

/// Installs what package-lock.json names, unless it is what is there.
fn packages() -> Result<()> {
    let version = process::output(process::command("node").arg("--version"))
        .context("install Node.js 20 or newer: the browser tests are written for it")?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < OLDEST_NODE) {
        bail!("install Node.js {OLDEST_NODE} or newer: this one is {version}");
    }
    let lock = folder().join("package-lock.json");
    let key = hash(&std::fs::read(&lock).with_context(|| format!("cannot read {}", lock.display()))?) + &version;
    let stamp = folder().join("node_modules/.made-of");
    if std::fs::read_to_string(&stamp).is_ok_and(|made_of| made_of == key) {
        return Ok(());
    }
    let mut install = process::command("npm");
    // browsers are found or fetched by the next step
    install.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder()).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    process::run(&mut install)?;
    std::fs::write(&stamp, key).with_context(|| format!("cannot write {}", stamp.display()))
}

/// The Chromium to test with, installed where there is none; `None` stands for Playwright's own.
fn find_chromium() -> Result<Option<PathBuf>> {
    if let Some(given) = std::env::var_os("CHROMIUM").filter(|given| !given.is_empty()) {
        return Ok(Some(PathBuf::from(given)));
    }
    if let Some(found) = installed_chromium() {
        eprintln!("{}", found.display());
        return Ok(Some(found));
    }
    let is_root = process::output(process::command("id").arg("-u")).is_some_and(|id| id == "0");
    if is_root && process::output(process::command("apt-get").arg("--version")).is_some() {
        eprintln!("installing Debian's chromium, and a font with Latin, Greek, Cyrillic, Hebrew and Arabic letters");
        let apt = |arguments: &[&str]| process::run(process::command("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"));
        apt(&["update"])?;
        // Ubuntu's package of this name only points at a snap
        if apt(&["install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"]).is_ok()
            && let Some(found) = installed_chromium()
        {
            return Ok(Some(found));
        }
    }
    eprintln!("installing Playwright's Chromium; an installed one can be named with CHROMIUM=/path/to/chromium");
    let with_libraries: &[&str] = if is_root { &["--with-deps"] } else { &[] };
    let mut install = process::command("npx");
    install.args(["playwright", "install", "chromium"]).args(with_libraries).current_dir(folder());
    process::run(&mut install).context("no Chromium could be installed: install one, or name it with CHROMIUM=/path/to/chromium")?;
    Ok(None)
}

fn installed_chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let folders: Vec<PathBuf> = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let on_path = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let of_the_system =
        ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];
    // a snap's or a stub's chromium is there and does not start
    on_path
        .chain(of_the_system.map(PathBuf::from))
        .filter(|file| file.is_file())
        .find(|file| process::output(process::command(&file.to_string_lossy()).arg("--version")).is_some())
}
