//! Other programs, run in the project's root and judged by their exit status.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// `program` in the project's root, without what `cargo run` told xtask about itself: build scripts that watch those variables would run again for nothing.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace::root());
    for (name, _) in std::env::vars_os() {
        let known = name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"));
        if known {
            command.env_remove(name);
        }
    }
    command
}

/// The cargo that started xtask.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    command.args(arguments);
    command
}

/// A program by its path, with arguments and then options.
pub fn command_at(program: &Path, arguments: &[&str], options: &[String]) -> Command {
    let mut command = command(&program.to_string_lossy());
    command.args(arguments).args(options);
    command
}

/// Runs to the end, its output shown as it comes; an error names the command line that failed.
pub fn run(command: &mut Command) -> Result<()> {
    let line = describe(command);
    let status = command.stdin(Stdio::null()).status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// What the command prints on stdout; `None` when it cannot be started or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What the command prints on stdout; when it fails, what it said on stderr is shown.
pub fn output_or_fault(command: &mut Command) -> Result<String> {
    let line = describe(command);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().with_context(|| format!("cannot start `{line}`"))?;
    if !output.status.success() {
        bail!("`{line}` failed ({})", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn describe(command: &Command) -> String {
    let mut line = command.get_program().to_string_lossy().into_owned();
    if let Some((_, name)) = line.rsplit_once(std::path::MAIN_SEPARATOR) {
        line = name.to_owned();
    }
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}
