//! A server of its own for the run: a new database, a free port, agents' tokens; stopped as gently or as rudely as the run wants.

pub mod http;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::{process, workspace};
use http::{Answer, Connection};

/// The program and what it works on; with a process, once [`Serving::serve`] started one.
pub struct Serving {
    binary: PathBuf,
    folder: PathBuf,
    options: Vec<String>,
    served: Option<Served>,
}

struct Served {
    address: SocketAddr,
    child: Child,
    /// Open as long as the process is: it may want to say something.
    _output: BufReader<ChildStdout>,
}

impl Serving {
    /// A new database in a folder named after `name`, served with `options` beside what is usual.
    pub fn start(binary: &Path, name: &str, options: &[&str]) -> Result<Self> {
        let folder = workspace::scratch()?.join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let mut all = vec![format!("--database=sqlite:{}", folder.join("countersign.db").display())];
        all.extend(options.iter().map(|option| (*option).to_owned()));
        let mut serving = Self { binary: binary.to_owned(), folder, options: all, served: None };
        serving.serve()?;
        Ok(serving)
    }

    /// Starts a process on the database, on any free port, and returns once it listens.
    pub fn serve(&mut self) -> Result<()> {
        let mut child = self.spawn()?;
        let mut output = BufReader::new(child.stdout.take().context("its standard output")?);
        let mut line = String::new();
        output.read_line(&mut line)?;
        let Some(address) = line.trim().strip_prefix("Listening on http://").and_then(|address| address.parse().ok()) else {
            let status = child.wait()?;
            bail!("the server did not start ({status}): {line}{}", std::fs::read_to_string(self.said())?);
        };
        self.served = Some(Served { address, child, _output: output });
        Ok(())
    }

    fn spawn(&self) -> Result<Child> {
        let said = std::fs::OpenOptions::new().create(true).append(true).open(self.said())?;
        let mut command = process::command_at(&self.binary, &["serve", "--listen=127.0.0.1:0"], &self.options);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(said);
        command.spawn().with_context(|| format!("cannot start {}", self.binary.display()))
    }

    /// Where its standard error goes.
    fn said(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// The errors and panics that it has logged.
    pub fn complaints(&self) -> Result<Vec<String>> {
        let said = std::fs::read_to_string(self.said())?;
        Ok(said.lines().filter(|line| line.contains("ERROR") || line.contains("panicked")).map(str::to_owned).collect())
    }

    /// Ends the process as nothing in it can see coming (SIGKILL).
    pub fn kill(&mut self) -> Result<()> {
        if let Some(mut served) = self.served.take() {
            served.child.kill()?;
            served.child.wait()?;
        }
        Ok(())
    }

    /// Starts a process and kills it `after` a moment, in which it may still be at the database's recovery.
    pub fn kill_at_start(&self, after: std::time::Duration) -> Result<()> {
        let mut child = self.spawn()?;
        std::thread::sleep(after);
        child.kill()?;
        child.wait()?;
        Ok(())
    }

    /// Runs another command of the program on the same database; what it prints.
    pub fn run(&self, arguments: &[&str]) -> Result<String> {
        process::output_or_fault(&mut process::command_at(&self.binary, arguments, &self.options))
    }

    /// A new agent.
    pub fn agent(&self, name: &str) -> Result<Agent> {
        Ok(Agent { token: self.run(&["token", "create", name])? })
    }

    /// The review page of the example, as a path.
    pub fn demo(&self) -> Result<String> {
        path(&self.run(&["demo"])?)
    }

    pub fn connect(&self) -> Result<Connection> {
        Connection::open(self.address()?)
    }

    pub fn address(&self) -> Result<SocketAddr> {
        Ok(self.served.as_ref().context("the server is not started")?.address)
    }

    /// The memory that the server holds now (`VmRSS`) or held at most (`VmHWM`), in bytes; `None` where there is no `/proc` to tell.
    pub fn memory(&self, which: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.served.as_ref()?.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(which)?.strip_prefix(':'))?;
        Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? * 1024)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        _ = self.kill();
        _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The path of a link, which leads there whatever port the server has next time.
pub fn path(link: &str) -> Result<String> {
    let rest = link.strip_prefix("http://").and_then(|rest| rest.split_once('/'));
    rest.map(|(_, path)| format!("/{path}")).with_context(|| format!("not a link: {link}"))
}

/// Who calls tools.
#[derive(Clone)]
pub struct Agent {
    token: String,
}

impl Agent {
    /// Calls a tool and gives its structured content.
    pub fn call(&self, connection: &mut Connection, tool: &str, arguments: &Value) -> Result<Value> {
        content(&self.ask(connection, tool, arguments)?)
    }

    /// Calls a tool; its answer, whatever it is.
    pub fn ask(&self, connection: &mut Connection, tool: &str, arguments: &Value) -> Result<Answer> {
        self.send(connection, tool, arguments)?;
        connection.receive()
    }

    /// Calls a tool without waiting for its answer.
    pub fn send(&self, connection: &mut Connection, tool: &str, arguments: &Value) -> Result<()> {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
        let headers = [
            ("authorization", format!("Bearer {}", self.token)),
            ("content-type", "application/json".to_owned()),
            ("accept", "application/json, text/event-stream".to_owned()),
            ("mcp-protocol-version", "2025-11-25".to_owned()),
        ];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        connection.send("POST", "/mcp", &headers, request.to_string().as_bytes())
    }
}

/// The structured content of a tool's success.
pub fn content(answer: &Answer) -> Result<Value> {
    let mut message = message(answer)?;
    if answer.status != 200 || message["result"]["isError"] == true || message["result"]["structuredContent"].is_null() {
        bail!("{}: {message}", answer.status);
    }
    Ok(message["result"]["structuredContent"].take())
}

/// The text of a tool's fault; `None` for anything else.
pub fn fault(answer: &Answer) -> Option<String> {
    let message = message(answer).ok()?;
    let result = &message["result"];
    (result["isError"] == true).then(|| result["content"][0]["text"].as_str().unwrap_or_default().to_owned())
}

fn message(answer: &Answer) -> Result<Value> {
    let text = String::from_utf8_lossy(&answer.body);
    // an answer that announces progress comes as events
    let message = text.lines().rev().find_map(|line| line.strip_prefix("data:")).unwrap_or(&text);
    serde_json::from_str(message).with_context(|| format!("{}: {text}", answer.status))
}
