//! The same tools over a pipe: a host that started this process itself writes messages to its standard input, a line each, and reads the
//! answers from its standard output, on which nothing else is written.
//!
//! Reading and writing have a thread each, for a pipe may keep either waiting. What is read passes the same checks as an HTTP body.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, GetExtensions as _, JsonRpcMessage, ServerJsonRpcMessage};
use rmcp::service::{QuitReason, ServerInitializeError, serve_server_with_ct};
use rmcp::transport::Transport;
use tokio::sync::mpsc as channel;
use tokio_util::sync::CancellationToken;

use super::handler::Handler;
use super::message::{MAX_BYTES, Message};
use super::refusal::Refusal;
use crate::server::auth::Agent;
use crate::server::service::Service;

/// How many lines are read before the first of them is taken.
const AHEAD: usize = 4;

/// Answers `agent`, who writes to `input` and reads `output`, until the input ends or `stop`. Whoever waits then is answered `pending`.
///
/// # Errors
/// Why the protocol could not begin, as one sentence.
pub async fn serve(
    service: Service,
    agent: Agent,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    stop: CancellationToken,
) -> Result<(), String> {
    let pipe = Pipe::between(service.clone(), agent, input, output).map_err(|error| format!("can't start a thread: {error}"))?;
    match serve_server_with_ct(Handler::new(service), pipe, stop).await {
        Ok(running) => match running.waiting().await {
            Ok(QuitReason::JoinError(error)) | Err(error) => Err(format!("the conversation broke off: {error}")),
            Ok(_) => Ok(()),
        },
        // who says nothing wants nothing
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => Ok(()),
        Err(error) => Err(format!("the conversation did not begin as MCP has it: {error}")),
    }
}

/// A line as it was read, without its end; or why it was not.
type Line = Result<Vec<u8>, Refusal>;

/// Both directions.
struct Pipe {
    service: Service,
    agent: Agent,
    lines: channel::Receiver<Line>,
    /// Gone once closed.
    answers: Option<mpsc::Sender<String>>,
    writing: Option<JoinHandle<()>>,
}

impl Pipe {
    fn between(
        service: Service,
        agent: Agent,
        input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<Self> {
        let (read, lines) = channel::channel(AHEAD);
        let (answers, written) = mpsc::channel();
        // never joined: it ends with the input, and a process that ends does not ask it
        thread::Builder::new().name("stdin".into()).spawn(move || read_lines(input, &read))?;
        let writing = thread::Builder::new().name("stdout".into()).spawn(move || write_lines(output, &written))?;
        Ok(Self { service, agent, lines, answers: Some(answers), writing: Some(writing) })
    }

    fn answer(&self, message: String) -> io::Result<()> {
        let sent = self.answers.as_ref().and_then(|answers| answers.send(message).ok());
        sent.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    /// The message of a line, with what [`Handler`] wants to know of it.
    fn message(&self, line: Line) -> Result<ClientJsonRpcMessage, Refusal> {
        let Message { id, rest, given } = Message::parse(&line?)?;
        let mut message: ClientJsonRpcMessage = serde_json::from_str(&rest).map_err(|_| Refusal::not_message(id))?;
        if let JsonRpcMessage::Request(request) = &mut message {
            let extensions = request.request.extensions_mut();
            extensions.insert(self.agent.clone());
            if let Some(given) = given {
                extensions.insert(given);
            }
        }
        Ok(message)
    }
}

impl Transport<RoleServer> for Pipe {
    type Error = io::Error;

    fn send(&mut self, message: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let text = serde_json::to_string(&message).map_err(io::Error::from);
        std::future::ready(text.and_then(|text| self.answer(text)))
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        while let Some(line) = self.lines.recv().await {
            match self.message(line) {
                Ok(message) => return Some(message),
                Err(refusal) => self.answer(refusal.message().to_string()).ok()?,
            }
        }
        // nothing more will be asked: what is under way is to come to its end
        self.service.drain();
        None
    }

    async fn close(&mut self) -> io::Result<()> {
        self.answers = None;
        if let Some(writing) = self.writing.take() {
            // all that was answered gets written
            let _ = tokio::task::spawn_blocking(move || writing.join()).await;
        }
        Ok(())
    }
}

/// Reads lines until the input ends or nobody wants them. A blank one is none.
fn read_lines(mut input: impl BufRead, lines: &channel::Sender<Line>) {
    loop {
        let mut line = Vec::new();
        let most = MAX_BYTES as u64 + 1;
        match input.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let whole = line.ends_with(b"\n");
        let line = if !whole && line.len() > MAX_BYTES {
            if input.skip_until(b'\n').is_err() {
                return;
            }
            Err(Refusal::TooLarge { limit: MAX_BYTES, what: "the message" })
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            Ok(line)
        };
        if lines.blocking_send(line).is_err() {
            return;
        }
    }
}

/// Writes a line for each text, until there will be no more or nobody reads them.
fn write_lines(mut output: impl Write, texts: &mpsc::Receiver<String>) {
    for text in texts {
        if output.write_all(format!("{text}\n").as_bytes()).and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn lines_are_read_whole_or_refused() {
        let long = "x".repeat(MAX_BYTES);
        let input = format!("a\r\n\n \t\n{long}\n{long}y\nb\n{long}yz");
        let (send, mut lines) = channel::channel(9);
        read_lines(Cursor::new(input), &send);
        drop(send);
        let mut read = Vec::new();
        while let Some(line) = lines.blocking_recv() {
            read.push(line.map(|line| (line.len(), line[0])));
        }
        let refused = Err(Refusal::TooLarge { limit: MAX_BYTES, what: "the message" });
        assert_eq!(read, [Ok((3, b'a')), Ok((MAX_BYTES + 1, b'x')), refused.clone(), Ok((2, b'b')), refused]);
    }
}
