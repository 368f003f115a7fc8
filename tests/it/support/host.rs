//! A host that starts the program itself and talks to it over a pipe.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use super::process::{Addressed, countersign, url};
use super::proposal;

/// A host that started the program itself.
pub struct Host {
    pub child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The id of what was asked last.
    pub asked: u64,
}

impl Host {
    pub fn start(database: &(impl Addressed + ?Sized), options: &[&str]) -> Self {
        let mut command = countersign();
        command.args(["mcp", "--database", &url(database)]).args(options);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { input: child.stdin.take(), output, child, asked: 0 }
    }

    /// Starts one and shakes hands.
    pub fn greeted(database: &(impl Addressed + ?Sized), options: &[&str]) -> Self {
        let mut host = Self::start(database, options);
        let greeting = host.ask(
            "initialize",
            &json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "host", "version": "1" } }),
        );
        assert_eq!((&greeting["serverInfo"]["name"], &greeting["protocolVersion"]), (&json!("countersign"), &json!("2025-11-25")));
        host.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        host
    }

    pub fn send(&mut self, line: &str) {
        self.input.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The next line, which is a message of the protocol as every line is.
    pub fn heard(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    /// Begins a call of a tool.
    pub fn begin(&mut self, tool: &str, arguments: &Value) {
        self.asked += 1;
        let params = json!({ "name": tool, "arguments": arguments });
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": "tools/call", "params": params }).to_string());
    }

    /// The result of what was asked last.
    pub fn result(&mut self) -> Value {
        let answer = self.heard();
        assert_eq!(answer["id"], self.asked, "{answer}");
        answer["result"].clone()
    }

    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }).to_string());
        self.result()
    }

    pub fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.begin(tool, arguments);
        let result = self.result();
        if result["isError"] == true { result["content"][0]["text"].clone() } else { result["structuredContent"].clone() }
    }

    /// A new proposal: its id as arguments, and its link.
    pub fn propose(&mut self) -> (Value, String) {
        let opened = self.call("elicit_proposal", &proposal());
        (json!({ "elicitationId": opened["elicitationId"] }), opened["reviewUrl"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned())
    }

    /// Closes the input; what was still said, and the exit code.
    pub fn end(mut self) -> (Vec<Value>, Option<i32>) {
        self.input = None;
        let lines = (&mut self.output).lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        (lines, self.child.wait().unwrap().code())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
