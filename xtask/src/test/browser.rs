//! The tests in `end2end`: Node.js, its packages and Chromium are there afterwards, whatever was there before.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::steps::Steps;
use super::{debian, npm};
use crate::{client, process, server};

/// A page that is broken as a whole fails every test, each after a minute.
const MAX_FAILURES: &str = "--max-failures=20";

pub fn test(steps: &mut Steps) {
    steps.run_once("client", client::build);
    let mut binary = PathBuf::new();
    steps.run("server", || {
        binary = server::tested()?;
        Ok(())
    });
    steps.run_once("Node.js packages", || npm::install(&npm::end2end()));
    let mut chromium = None;
    steps.run("Chromium", || {
        chromium = find_chromium()?;
        Ok(())
    });
    let script = |program: &str, arguments: &[&str]| {
        let mut command = process::command(program);
        command.args(arguments).current_dir(npm::end2end()).env("COUNTERSIGN_BIN", &binary);
        if let Some(chromium) = &chromium {
            command.env("CHROMIUM_PATH", chromium);
        }
        process::run(&mut command)
    };
    steps.run("browser tests", || script("npx", &["playwright", "test", MAX_FAILURES]));
    steps.run("cases", || script("npm", &["run", "--silent", "cases"]));
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
    // the font has Latin, Greek, Cyrillic, Hebrew and Arabic letters; Ubuntu's chromium only points at a snap
    if debian::install(&["chromium", "fonts-dejavu-core"])
        && let Some(found) = installed_chromium()
    {
        return Ok(Some(found));
    }
    eprintln!("installing Playwright's Chromium; an installed one can be named with CHROMIUM=/path/to/chromium");
    let with_libraries: &[&str] = if debian::is_root() { &["--with-deps"] } else { &[] };
    let mut install = process::command("npx");
    install.args(["playwright", "install", "chromium"]).args(with_libraries).current_dir(npm::end2end());
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
