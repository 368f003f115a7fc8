//! Just enough HTTP/1.1 to ask a server on this machine, over one connection that is kept.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// Longer than any answer that is measured; the longest `elicit_await` window is 300 s.
const PATIENCE: Duration = Duration::from_secs(320);

pub struct Connection {
    reader: BufReader<TcpStream>,
    address: SocketAddr,
}

pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    /// As it came over the wire: still compressed, if it was.
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Connection {
    pub fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).with_context(|| format!("cannot connect to {address}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self { reader: BufReader::new(stream), address })
    }

    pub fn get(&mut self, path: &str, headers: &[(&str, &str)]) -> Result<Answer> {
        self.send("GET", path, headers, b"")?;
        self.receive()
    }

    /// Posts a form, as a browser does without scripts. Names and values need no encoding.
    pub fn post_form(&mut self, path: &str, pairs: &[(&str, &str)]) -> Result<Answer> {
        let body: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.send("POST", path, &[("content-type", "application/x-www-form-urlencoded")], body.join("&").as_bytes())?;
        self.receive()
    }

    /// Sends a request without waiting for its answer.
    pub fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<()> {
        let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n", self.address, body.len());
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += "\r\n";
        let bytes = [request.as_bytes(), body].concat();
        Ok(self.reader.get_mut().write_all(&bytes)?)
    }

    /// Reads the next answer to its end.
    pub fn receive(&mut self) -> Result<Answer> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok()).with_context(|| format!("no HTTP answer: {first}"))?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':') {
                headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
        let mut answer = Answer { status, headers, body: Vec::new() };
        if answer.header("transfer-encoding").is_some_and(|encoding| encoding.eq_ignore_ascii_case("chunked")) {
            while self.chunk(&mut answer.body)? {}
        } else {
            let length = answer.header("content-length").map_or(Ok(0), str::parse).context("content-length")?;
            answer.body.resize(length, 0);
            self.reader.read_exact(&mut answer.body)?;
        }
        Ok(answer)
    }

    fn chunk(&mut self, body: &mut Vec<u8>) -> Result<bool> {
        let line = self.line()?;
        let length =
            usize::from_str_radix(line.split(';').next().unwrap_or_default().trim(), 16).with_context(|| format!("no chunk: {line}"))?;
        let start = body.len();
        body.resize(start + length, 0);
        self.reader.read_exact(&mut body[start..])?;
        self.line()?;
        Ok(length > 0)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.reader.read_line(&mut line)? == 0 {
            bail!("the server closed the connection");
        }
        Ok(line.trim_end_matches(['\r', '\n']).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn reads_answers_of_both_lengths_over_one_connection() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let answers = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX-A: b\r\n\r\nabcHTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n";
            stream.write_all(answers.as_bytes()).unwrap();
            // until the client has both
            stream.read_to_end(&mut Vec::new()).unwrap();
        });
        let mut connection = Connection::open(address).unwrap();
        let answer = connection.get("/", &[]).unwrap();
        assert_eq!((answer.status, answer.header("x-a"), &answer.body[..]), (200, Some("b"), &b"abc"[..]));
        let answer = connection.get("/", &[]).unwrap();
        assert_eq!((answer.status, &answer.body[..]), (404, &b"abc0123456789"[..]));
        drop(connection);
        server.join().unwrap();
    }
}
