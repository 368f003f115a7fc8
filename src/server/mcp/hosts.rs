//! Which `Host` and `Origin` a call may name (contract § 8): a page of a foreign site that had its name pointed at us is turned away.

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Uri};

use super::refusal::Refusal;
use crate::server::config::Config;

/// The names this server goes by: those of the machine's loopback, the address it listens on, and its public URL.
#[derive(Clone, Debug)]
pub struct Hosts {
    listen: IpAddr,
    public: Option<Origin>,
}

/// Where a page comes from: scheme, host and port (the scheme's own when none is written).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Origin {
    scheme: String,
    host: String,
    port: Option<u16>,
}

impl Hosts {
    pub fn new(config: &Config) -> Self {
        let public = config.public_url.as_deref().and_then(Origin::parse);
        Self { listen: config.listen.ip(), public }
    }

    /// Whether a request with this target and these headers may go on.
    ///
    /// # Errors
    /// [`Refusal::Foreign`] for a host that is missing or not ours, or an origin that is not ours.
    pub fn check(&self, target: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let named = headers.get_all(HOST).iter().map(authority).chain(target.authority().map(|name| Some(name.clone())));
        let mut count = 0;
        for name in named {
            count += 1;
            if !name.is_some_and(|name| self.is_ours(&host(&name))) {
                return Err(Refusal::Foreign("this Host is not allowed (countersign serve --public-url URL allows URL's host)"));
            }
        }
        if count == 0 {
            return Err(Refusal::Foreign("a Host header is required"));
        }
        if headers.get_all(ORIGIN).iter().all(|origin| self.is_our_origin(origin)) {
            Ok(())
        } else {
            Err(Refusal::Foreign("this Origin is not allowed"))
        }
    }

    fn is_ours(&self, host: &str) -> bool {
        is_loopback(host) || host.parse() == Ok(self.listen) || self.public.as_ref().is_some_and(|public| public.host == host)
    }

    fn is_our_origin(&self, origin: &HeaderValue) -> bool {
        let Some(origin) = origin.to_str().ok().and_then(Origin::parse) else { return false };
        is_loopback(&origin.host) || origin.host.parse() == Ok(self.listen) || self.public.as_ref() == Some(&origin)
    }
}

impl Origin {
    /// `null` and anything without a host is none.
    fn parse(text: &str) -> Option<Self> {
        let uri: Uri = text.parse().ok()?;
        let scheme = uri.scheme_str()?.to_ascii_lowercase();
        let port = uri.port_u16().or(match scheme.as_str() {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        });
        Some(Self { host: host(uri.authority()?), scheme, port })
    }
}

fn authority(host: &HeaderValue) -> Option<Authority> {
    Authority::try_from(host.as_bytes()).ok()
}

/// The host alone, in lower case and without the brackets of an IPv6 address.
fn host(authority: &Authority) -> String {
    authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase()
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::server::config::{CALLS_PER_MINUTE, Database, MAX_PENDING};

    fn allowed(listen: &str, public_url: Option<&str>, host: Option<&str>, origin: Option<&str>) -> bool {
        let config = Config {
            listen: listen.parse().unwrap(),
            public_url: public_url.map(str::to_owned),
            database: Database::Sqlite(PathBuf::new()),
            retention_days: 90,
            calls_per_minute: CALLS_PER_MINUTE,
            max_pending: MAX_PENDING,
            require_sign_in: false,
            openid: None,
            oauth_issuer: None,
        };
        let mut headers = HeaderMap::new();
        for (name, value) in [(HOST, host), (ORIGIN, origin)] {
            if let Some(value) = value {
                headers.insert(name, HeaderValue::from_str(value).unwrap());
            }
        }
        Hosts::new(&config).check(&Uri::from_static("/mcp"), &headers).is_ok()
    }

    #[test]
    fn hosts() {
        for (host, expected) in [
            ("localhost", true),
            ("localhost:3000", true),
            ("LOCALHOST:1", true),
            ("127.0.0.1:3000", true),
            ("127.0.0.2", true),
            ("[::1]:3000", true),
            ("10.0.0.5:3000", true),
            ("10.0.0.6:3000", false),
            ("countersign.example", true),
            ("Countersign.Example:443", true),
            ("evil.example", false),
            ("countersign.example.evil.example", false),
            ("localhost.evil.example", false),
            ("127.0.0.1.evil.example", false),
            ("localhost@evil.example", false),
            ("", false),
            ("a b", false),
        ] {
            assert_eq!(allowed("10.0.0.5:3000", Some("https://countersign.example/base"), Some(host), None), expected, "{host}");
        }
        assert!(!allowed("127.0.0.1:3000", None, None, None), "no Host at all");
        assert!(!allowed("127.0.0.1:3000", None, Some("countersign.example"), None), "no public URL names it");
    }

    #[test]
    fn origins() {
        for (origin, expected) in [
            ("http://localhost:5173", true),
            ("http://127.0.0.1:3000", true),
            ("http://[::1]", true),
            ("https://countersign.example", true),
            ("https://countersign.example:443", true),
            ("http://countersign.example", false),
            ("https://countersign.example:8443", false),
            ("http://evil.example", false),
            ("null", false),
            ("", false),
            ("localhost", false),
        ] {
            let host = Some("countersign.example");
            assert_eq!(allowed("127.0.0.1:3000", Some("https://countersign.example"), host, Some(origin)), expected, "{origin}");
        }
        assert!(!allowed("127.0.0.1:3000", None, Some("evil.example"), Some("http://localhost")), "both must be ours");
    }

    #[test]
    fn every_name_of_a_request_counts() {
        let config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            public_url: None,
            database: Database::Sqlite(PathBuf::new()),
            retention_days: 90,
            calls_per_minute: CALLS_PER_MINUTE,
            max_pending: MAX_PENDING,
            require_sign_in: false,
            openid: None,
            oauth_issuer: None,
        };
        let hosts = Hosts::new(&config);
        let mut headers = HeaderMap::new();
        headers.append(HOST, HeaderValue::from_static("localhost"));
        assert!(hosts.check(&Uri::from_static("http://localhost/mcp"), &headers).is_ok());
        assert!(hosts.check(&Uri::from_static("http://evil.example/mcp"), &headers).is_err());
        headers.append(HOST, HeaderValue::from_static("evil.example"));
        assert!(hosts.check(&Uri::from_static("/mcp"), &headers).is_err());
    }
}
