//! Questions to other servers over HTTP: soon answered, small, never redirected.

use std::error::Error as _;
use std::net::IpAddr;
use std::time::Duration;

use http::{Request, Response, StatusCode, Uri};

/// How long the other side may take to take the connection, and to answer whole.
const CONNECT_TIME: Duration = Duration::from_secs(3);
const ANSWER_TIME: Duration = Duration::from_secs(8);

/// The most that an answer may have.
const ANSWER_BYTES: usize = 512 * 1024;

/// Asks other servers. Cheap to clone: one pool of connections.
#[derive(Clone)]
pub struct Outbound(reqwest::Client);

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Unanswered {
    #[error("its answer is larger than {ANSWER_BYTES} bytes")]
    Large,
    #[error("it answered with the status {0}")]
    Status(StatusCode),
    #[error("{0}")]
    Failed(String),
}

/// Makes ring the cryptography of every TLS connection of this process, unless another one was chosen.
pub fn choose_cryptography() {
    // an error says that there is one already
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Whether what goes to `url` can't be read or changed on its way: by https, or http within this machine.
#[must_use]
pub fn is_private(url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let Some(host) = uri.host().filter(|host| !host.is_empty()) else { return false };
    match uri.scheme_str() {
        Some("https") => true,
        Some("http") => {
            let host = host.trim_start_matches('[').trim_end_matches(']');
            host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        _ => false,
    }
}

impl Outbound {
    /// A client that trusts the certificates that this machine trusts.
    ///
    /// # Errors
    /// What is missing, when there are no such certificates.
    pub fn new() -> Result<Self, String> {
        choose_cryptography();
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_TIME)
            .timeout(ANSWER_TIME)
            .user_agent(concat!("countersign/", env!("CARGO_PKG_VERSION")))
            .build();
        client.map(Self).map_err(|error| told(&error))
    }

    /// Sends `request` and takes in the answer, whatever its status.
    ///
    /// # Errors
    /// [`Unanswered`] when none came whole, in time and size.
    pub async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Unanswered> {
        let request = request.try_into().map_err(|error: reqwest::Error| Unanswered::Failed(told(&error)))?;
        let failed = |error: reqwest::Error| Unanswered::Failed(told(&error.without_url()));
        let mut answer = self.0.execute(request).await.map_err(failed)?;
        let mut whole = Response::new(Vec::new());
        *whole.status_mut() = answer.status();
        *whole.headers_mut() = answer.headers().clone();
        while let Some(chunk) = answer.chunk().await.map_err(failed)? {
            if whole.body().len() + chunk.len() > ANSWER_BYTES {
                return Err(Unanswered::Large);
            }
            whole.body_mut().extend_from_slice(&chunk);
        }
        Ok(whole)
    }

    /// What `url` gives, with the status 200.
    ///
    /// # Errors
    /// [`Unanswered`], for another status too: a redirection is one.
    pub async fn get(&self, url: &str) -> Result<Vec<u8>, Unanswered> {
        let request = Request::get(url).header(http::header::ACCEPT, "application/json").body(Vec::new());
        let answer = self.send(request.map_err(|error| Unanswered::Failed(error.to_string()))?).await?;
        match answer.status() {
            StatusCode::OK => Ok(answer.into_body()),
            status => Err(Unanswered::Status(status)),
        }
    }
}

/// The error with what is behind it: the outermost alone says nothing.
fn told(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_can_read_on_its_way_is_private() {
        for (url, wanted) in [
            ("https://issuer.example", true),
            ("https://issuer.example/realms/a", true),
            ("http://localhost:8080/a", true),
            ("http://LOCALHOST", true),
            ("http://127.0.0.2:1", true),
            ("http://[::1]:1", true),
            ("http://issuer.example", false),
            ("http://localhost.example", false),
            ("http://192.0.2.1", false),
            ("ftp://localhost", false),
            ("localhost", false),
            ("/path", false),
            ("https://", false),
            ("https:///path", false),
            ("", false),
        ] {
            assert_eq!(is_private(url), wanted, "{url}");
        }
    }
}
