//! `cargo xtask run`: builds both halves and serves them, with a link to try and what an agent needs to connect.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::{self, Site};
use crate::{client, process, server};

/// Serves until it is stopped, on `target/run/countersign.db` unless `--database` says otherwise. Its other arguments are those of
/// `countersign serve`, and `--release`.
pub fn serve(arguments: &[String]) -> Result<()> {
    let mut options = arguments.to_vec();
    options.retain(|option| option != "--release");
    let is_release = options.len() < arguments.len();
    let listen = given(&options, "--listen", "COUNTERSIGN_LISTEN").map_or_else(|| Ok(Site::read()?.site_addr), anyhow::Ok)?;
    let own_database = given(&options, "--database", "COUNTERSIGN_DATABASE").is_some();

    client::build()?;
    let binary = if is_release { server::release()? } else { server::debug()? };
    let folder = workspace::root().join("target/run");
    if !own_database {
        make_private(&folder)?;
        options.push(format!("--database=sqlite:{}", folder.join("countersign.db").display()));
    }
    // a port that is taken is the server's to report; there is nothing to announce then
    if let Some(address) = free(&listen) {
        remove(&mut options, "--listen");
        options.push(format!("--listen={address}"));
        let countersign = |arguments: &[&str]| process::command_at(&binary, arguments, &options);
        if !own_database {
            announce_agent(&folder, address, countersign)?;
        }
        let link = process::output_or_fault(&mut countersign(&["demo"]))?;
        println!("A demo review: {link}\n");
    }
    become_server(&mut process::command_at(&binary, &["serve"], &options))
}

/// The value of an option, from the command line or else the environment.
fn given(options: &[String], name: &str, variable: &str) -> Option<String> {
    let mut rest = options.iter();
    while let Some(option) = rest.next() {
        if option == name {
            return rest.next().cloned();
        }
        if let Some(value) = option.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')) {
            return Some(value.to_owned());
        }
    }
    std::env::var(variable).ok().filter(|value| !value.trim().is_empty())
}

fn remove(options: &mut Vec<String>, name: &str) {
    if let Some(at) = options.iter().position(|option| option == name) {
        options.drain(at..options.len().min(at + 2));
    }
    options.retain(|option| !option.strip_prefix(name).is_some_and(|rest| rest.starts_with('=')));
}

/// The address with a real port, when nobody listens there.
fn free(listen: &str) -> Option<SocketAddr> {
    let listen = listen.replace("localhost:", "127.0.0.1:");
    TcpListener::bind(listen.parse::<SocketAddr>().ok()?).ok()?.local_addr().ok()
}

/// Makes the try-out's token when its database is new, and says once how an agent connects.
fn announce_agent(folder: &Path, address: SocketAddr, countersign: impl Fn(&[&str]) -> Command) -> Result<()> {
    let (database, file) = (folder.join("countersign.db"), folder.join("token"));
    println!("\nThis is a try-out: its database is {}; remove the folder to start afresh.\n", database.display());
    if database.exists() && file.exists() {
        println!("The agent that you connected before still fits; its token is in {}.\n", file.display());
        return Ok(());
    }
    let token = process::output_or_fault(&mut countersign(&["token", "create", "default"]))
        .with_context(|| format!("cannot make a token; remove {} to start afresh", folder.display()))?;
    fs::write(&file, format!("{token}\n")).with_context(|| format!("cannot write {}", file.display()))?;
    println!("{}", connection(&format!("http://{address}/mcp"), &token));
    Ok(())
}

/// What to paste into an agent.
fn connection(url: &str, token: &str) -> String {
    format!(
        "Connect Claude Code:\n\n  claude mcp add --transport http countersign {url} --header \"Authorization: Bearer {token}\"\n\n\
         or any agent that reads mcpServers:\n\n  {{\"mcpServers\":{{\"countersign\":{{\"type\":\"http\",\"url\":\"{url}\",\"headers\":{{\"Authorization\":\"Bearer {token}\"}}}}}}}}\n"
    )
}

#[cfg(unix)]
fn make_private(folder: &Path) -> Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(|| format!("cannot make {}", folder.display()))
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// The server takes this process's place: Ctrl-C and other signals reach it, and its exit status is ours.
#[cfg(unix)]
fn become_server(server: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(server.exec()).context("cannot start the server")
}

#[cfg(not(unix))]
fn become_server(server: &mut Command) -> Result<()> {
    let status = server.status().context("cannot start the server")?;
    std::process::exit(status.code().unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::{connection, given, remove};

    fn options(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn options_are_found_in_both_spellings() {
        for line in ["--listen 1.2.3.4:5", "--x --listen=1.2.3.4:5", "--database a --listen 1.2.3.4:5"] {
            assert_eq!(given(&options(line), "--listen", "XTASK_NO_SUCH_VARIABLE").as_deref(), Some("1.2.3.4:5"), "{line}");
        }
        assert_eq!(given(&options("--listener 1"), "--listen", "XTASK_NO_SUCH_VARIABLE"), None);
    }

    #[test]
    fn an_option_is_removed_with_its_value() {
        for (line, rest) in [("--listen a --x", "--x"), ("--x --listen=a", "--x"), ("--x --listen", "--x"), ("--x", "--x")] {
            let mut left = options(line);
            remove(&mut left, "--listen");
            assert_eq!(left, options(rest), "{line}");
        }
    }

    #[test]
    fn what_is_pasted_is_json() {
        let text = connection("http://127.0.0.1:3000/mcp", "secret");
        let json: serde_json::Value = serde_json::from_str(text.lines().last().unwrap().trim()).unwrap();
        assert_eq!(json["mcpServers"]["countersign"]["headers"]["Authorization"], "Bearer secret");
        assert_eq!(json["mcpServers"]["countersign"]["url"], "http://127.0.0.1:3000/mcp");
    }
}
