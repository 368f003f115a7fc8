//! A server of its own for the run: a new database, a free port, one agent's token and the demo proposal.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::http::{Answer, Connection};
use crate::{process, workspace};

pub struct Serving {
    pub address: SocketAddr,
    /// The demo proposal's review page, as a path.
    pub review: String,
    token: String,
    child: Child,
    folder: PathBuf,
}

impl Serving {
    /// Starts the server and waits until it answers.
    pub fn start(binary: &Path) -> Result<Self> {
        let folder = workspace::scratch()?.join(format!("bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let options = [format!("--database=sqlite:{}", folder.join("bench.db").display()), format!("--listen={address}")];
        let token = process::output_or_fault(&mut process::command_at(binary, &["token", "create", "bench"], &options))?;
        let link = process::output_or_fault(&mut process::command_at(binary, &["demo"], &options))?;
        let review = link.strip_prefix(&format!("http://{address}")).with_context(|| format!("not a review link: {link}"))?.to_owned();
        let child = process::command_at(binary, &["serve"], &options).stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
        let serving = Self { address, review, token, child, folder };
        serving.wait_until_ready()?;
        Ok(serving)
    }

    fn wait_until_ready(&self) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(10) {
            if self.connect().and_then(|mut connection| connection.get("/healthz", &[])).is_ok_and(|answer| answer.status == 200) {
                return Ok(());
            }
            sleep(Duration::from_millis(20));
        }
        bail!("the server does not answer at {}", self.address);
    }

    pub fn connect(&self) -> Result<Connection> {
        Connection::open(self.address)
    }

    /// Calls a tool and gives its structured content.
    pub fn call(&self, connection: &mut Connection, tool: &str, arguments: &Value) -> Result<Value> {
        self.send_call(connection, tool, arguments)?;
        content(&connection.receive()?)
    }

    /// Calls a tool without waiting for its answer.
    pub fn send_call(&self, connection: &mut Connection, tool: &str, arguments: &Value) -> Result<()> {
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

    /// The memory that the server holds, in bytes; `None` where there is no `/proc` to tell.
    pub fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? * 1024)
    }
}

/// The structured content of a tool's success.
pub fn content(answer: &Answer) -> Result<Value> {
    let text = String::from_utf8_lossy(&answer.body);
    // an answer that announces progress comes as events
    let message = text.lines().rev().find_map(|line| line.strip_prefix("data:")).unwrap_or(&text);
    let mut message: Value = serde_json::from_str(message).with_context(|| format!("{}: {text}", answer.status))?;
    if answer.status != 200 || message["result"]["isError"] == true || message["result"]["structuredContent"].is_null() {
        bail!("{}: {text}", answer.status);
    }
    Ok(message["result"]["structuredContent"].take())
}

impl Drop for Serving {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
        _ = std::fs::remove_dir_all(&self.folder);
    }
}
