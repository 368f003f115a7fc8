//! What the command line asked for, checked before anything is opened.

mod openid;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;

use super::args::Options;
use super::outbound::is_private;
pub use super::store::Database;
use super::store::postgres::Address;
pub use openid::{ClientSecret, OpenId};

/// As many calls as a busy agent makes, and a runaway one soon exceeds.
pub const CALLS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(3000).expect("not zero");

/// More than a team can review in the longest time that a request may live.
pub const MAX_PENDING: NonZeroU32 = NonZeroU32::new(10_000).expect("not zero");

/// A checked configuration (contract § 11).
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// Where links point, without a trailing slash; `None`: the address that was bound. Always given once the server runs.
    pub public_url: Option<String>,
    pub database: Database,
    pub retention_days: u32,
    /// How many calls an agent may make in a minute.
    pub calls_per_minute: NonZeroU32,
    /// How many pending requests an agent may have at once.
    pub max_pending: NonZeroU32,
    /// Whether signed-in reviewers alone decide.
    pub require_sign_in: bool,
    /// Where reviewers sign in, besides with sign-in links.
    pub openid: Option<OpenId>,
    /// Whose access tokens let agents in, spelled as its tokens do; `None`: nobody's.
    pub oauth_issuer: Option<String>,
}

/// What is wrong with an option, as one line that says what to do.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadOption(String);

impl Config {
    /// The configuration with the port that was really bound, and a public URL in any case.
    #[must_use]
    pub fn bound(self, listen: SocketAddr) -> Self {
        let public_url = Some(self.public_url.unwrap_or_else(|| format!("http://{}", reachable(listen))));
        Self { listen, public_url, ..self }
    }

    /// Where links point, without a trailing slash.
    #[must_use]
    pub fn public_url(&self) -> String {
        self.public_url.clone().unwrap_or_else(|| format!("http://{}", reachable(self.listen)))
    }

    /// Whether reviewers reach this server by https.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url().starts_with("https://")
    }

    /// Where agents reach this server.
    #[must_use]
    pub fn mcp_url(&self) -> String {
        format!("{}/mcp", self.public_url())
    }

    /// The origins that are this server: the public URL's, and the machine's names for itself while it listens there.
    #[must_use]
    pub fn origins(&self) -> Vec<String> {
        let mut origins = vec![self.public_url()];
        let ip = self.listen.ip();
        if ip.is_loopback() || ip.is_unspecified() {
            let port = self.listen.port();
            for name in ["localhost", "127.0.0.1", "[::1]"] {
                let origin = format!("http://{name}:{port}");
                if !origins.contains(&origin) {
                    origins.push(origin);
                }
            }
        }
        origins
    }
}

/// `listen` as a person's browser on this machine reaches it: "any address" is this machine's own.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

impl TryFrom<&Options> for Config {
    type Error = BadOption;

    fn try_from(options: &Options) -> Result<Self, BadOption> {
        Ok(Self {
            listen: listen(given(options.listen.as_deref()).unwrap_or("127.0.0.1:3000"))?,
            public_url: given(options.public_url.as_deref()).map(public_url).transpose()?,
            database: given(options.database.as_deref()).map_or_else(default_database, database)?,
            retention_days: given(options.retention_days.as_deref()).map_or(Ok(90), retention_days)?,
            calls_per_minute: count("--calls-per-minute", options.calls_per_minute.as_deref(), CALLS_PER_MINUTE)?,
            max_pending: count("--max-pending", options.max_pending.as_deref(), MAX_PENDING)?,
            require_sign_in: options.require_sign_in,
            openid: openid::read(options)?,
            oauth_issuer: given(options.oauth_issuer.as_deref()).map(oauth_issuer).transpose()?,
        })
    }
}

/// An option that is blank, as an environment variable often is, was not given.
fn given(option: Option<&str>) -> Option<&str> {
    option.map(str::trim).filter(|text| !text.is_empty())
}

fn listen(text: &str) -> Result<SocketAddr, BadOption> {
    let numeric = text.strip_prefix("localhost:").map_or_else(|| text.to_owned(), |port| format!("127.0.0.1:{port}"));
    numeric.parse().map_err(|_| BadOption(format!("--listen {text}: give an IP address and a port, such as 127.0.0.1:3000 or [::1]:3000")))
}

fn public_url(text: &str) -> Result<String, BadOption> {
    let wanted = || {
        BadOption(format!("--public-url {text}: give http:// or https:// and a host, without a path, such as https://review.example.com"))
    };
    let uri: http::Uri = text.parse().map_err(|_| wanted())?;
    let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme)).ok_or_else(wanted)?;
    let authority =
        uri.authority().filter(|authority| !authority.as_str().contains('@') && !authority.host().is_empty()).ok_or_else(wanted)?;
    if !matches!(uri.path(), "" | "/") || uri.query().is_some() || text.contains('#') {
        return Err(wanted());
    }
    // written as browsers write an origin: lower case, no port that goes without saying
    let host = authority.host().to_ascii_lowercase();
    let usual = if scheme == "https" { 443 } else { 80 };
    match authority.port_u16() {
        Some(port) if port != usual => Ok(format!("{scheme}://{host}:{port}")),
        None if authority.as_str().len() > authority.host().len() => Err(wanted()),
        _ => Ok(format!("{scheme}://{host}")),
    }
}

fn database(text: &str) -> Result<Database, BadOption> {
    if Address::is_meant(text) {
        return Address::read(text).map(Database::Postgres).map_err(|wanted| BadOption(format!("--database: {wanted}")));
    }
    let wanted = || {
        let text = unsigned(text);
        let ways = "give postgres://…, or sqlite: and the path of a file, such as sqlite:/var/lib/countersign/countersign.db";
        BadOption(format!("--database {text}: {ways}"))
    };
    let path = text.strip_prefix("sqlite:").map_or(text, |path| path.strip_prefix("//").unwrap_or(path));
    if path.is_empty() || path.contains("://") || path.starts_with(':') || path.contains(['?', '\0']) {
        return Err(wanted());
    }
    // absolute, so that the driver can't read a scheme into it
    std::path::absolute(path).map(Database::Sqlite).map_err(|_| wanted())
}

/// A URL without whoever signs in by it, and their password.
fn unsigned(text: &str) -> String {
    match (text.split_once("://"), text.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, rest))) => format!("{scheme}://…@{rest}"),
        _ => text.to_owned(),
    }
}

/// As it is typed: an issuer is compared letter by letter, a slash at the end included.
fn oauth_issuer(text: &str) -> Result<String, BadOption> {
    issuer("--oauth-issuer", text)
}

/// The URL of an issuer, spelled as it spells itself.
fn issuer(option: &str, text: &str) -> Result<String, BadOption> {
    let simple =
        text.parse::<http::Uri>().is_ok_and(|uri| uri.query().is_none() && uri.authority().is_some_and(|at| !at.as_str().contains('@')));
    if simple && is_private(text) && !text.contains('#') {
        return Ok(text.to_owned());
    }
    let wanted = "give the issuer's https:// URL exactly as its tokens and its metadata spell it (http:// for one on this machine)";
    Err(BadOption(format!("{option} {text}: {wanted}")))
}

fn default_database() -> Result<Database, BadOption> {
    directories::ProjectDirs::from("", "", "countersign")
        .map(|dirs| Database::Sqlite(dirs.data_dir().join("countersign.db")))
        .ok_or_else(|| BadOption("there is no home directory to keep the database in; give one with --database sqlite:PATH".into()))
}

/// A whole number from 1, where nothing is given `default`.
fn count(option: &str, text: Option<&str>, default: NonZeroU32) -> Result<NonZeroU32, BadOption> {
    let Some(text) = given(text) else { return Ok(default) };
    text.parse().map_err(|_| BadOption(format!("{option} {text}: give a whole number from 1")))
}

fn retention_days(text: &str) -> Result<u32, BadOption> {
    let days = text.parse().ok().filter(|days| (1..=36_500).contains(days));
    days.ok_or_else(|| BadOption(format!("--retention-days {text}: give a whole number of days from 1 to 36500")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(change: impl FnOnce(&mut Options)) -> Result<Config, String> {
        let mut options = Options { database: Some("sqlite:/tmp/x.db".into()), ..Options::default() };
        change(&mut options);
        Config::try_from(&options).map_err(|fault| fault.to_string())
    }

    #[test]
    fn defaults_are_the_contracts() {
        let config = config(|_| {}).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:3000");
        assert_eq!(config.public_url(), "http://127.0.0.1:3000");
        assert_eq!(config.retention_days, 90);
        assert_eq!((config.calls_per_minute, config.max_pending), (CALLS_PER_MINUTE, MAX_PENDING));
        assert!(!config.require_sign_in);
    }

    #[test]
    fn blank_options_count_as_absent() {
        let config = config(|options| {
            options.listen = Some(String::new());
            options.public_url = Some(" ".into());
            options.retention_days = Some(String::new());
        });
        assert_eq!(config.unwrap().public_url(), "http://127.0.0.1:3000");
    }

    #[test]
    fn databases() {
        for (text, path) in
            [("sqlite:/a/b.db", "/a/b.db"), ("sqlite:///a/b.db", "/a/b.db"), ("/a/b.db", "/a/b.db"), ("sqlite:/a/b c.db", "/a/b c.db")]
        {
            assert_eq!(database(text), Ok(Database::Sqlite(path.into())), "{text}");
        }
        assert!(matches!(database("sqlite:b.db"), Ok(Database::Sqlite(path)) if path.is_absolute()));
        for text in ["sqlite:", "sqlite://", "sqlite::memory:", "mysql://x/y", "sqlite:/a.db?mode=ro"] {
            assert!(database(text).unwrap_err().0.contains("or sqlite:"), "{text}");
        }
        assert!(!database("mysql://u:secret@h/d").unwrap_err().0.contains("secret"));
        for text in ["postgres://x/y", "postgresql://x/y"] {
            assert!(matches!(database(text), Ok(Database::Postgres(_))), "{text}");
        }
    }

    #[test]
    fn public_urls_are_origins() {
        for (text, origin) in [
            ("https://Review.Example.com/", "https://review.example.com"),
            ("https://review.example.com:443", "https://review.example.com"),
            ("http://review.example.com:8080", "http://review.example.com:8080"),
            ("http://[::1]:3000", "http://[::1]:3000"),
        ] {
            assert_eq!(public_url(text).unwrap(), origin);
        }
        for text in [
            "review.example.com",
            "ftp://x",
            "https://",
            "https://x/path",
            "https://x?q",
            "https://x#f",
            "https://u:p@x",
            "https://x:99999",
            "https://x y",
        ] {
            assert!(public_url(text).is_err(), "{text}");
        }
    }

    #[test]
    fn addresses() {
        for (text, bound) in [("0.0.0.0:80", "0.0.0.0:80"), ("[::1]:3000", "[::1]:3000"), ("localhost:0", "127.0.0.1:0")] {
            assert_eq!(listen(text).unwrap().to_string(), bound);
        }
        for text in ["3000", "127.0.0.1", "localhost", "example.com:80", "127.0.0.1:99999", ":3000"] {
            assert!(listen(text).is_err(), "{text}");
        }
    }

    #[test]
    fn other_refusals_say_what_to_do() {
        for days in ["0", "-1", "x", "1.5", "99999999999"] {
            assert!(config(|options| options.retention_days = Some(days.into())).unwrap_err().contains("1 to 36500"), "{days}");
        }
    }

    #[test]
    fn limits_are_numbers_from_1() {
        let given = config(|options| options.max_pending = Some(" 5 ".into())).unwrap();
        assert_eq!(given.max_pending.get(), 5);
        for text in ["0", "-1", "x", "1.5", "99999999999"] {
            assert!(config(|options| options.calls_per_minute = Some(text.into())).unwrap_err().contains("--calls-per-minute"), "{text}");
        }
    }

    #[test]
    fn issuers_are_taken_as_they_are_spelled() {
        for text in ["https://tenant.auth0.example/", "https://sso.example/realms/a", "http://127.0.0.1:8080", "http://localhost/realms/a"]
        {
            assert_eq!(oauth_issuer(text).as_deref(), Ok(text));
        }
        for text in [
            "sso.example",
            "http://sso.example",
            "https://",
            "https://sso.example?a",
            "https://sso.example#a",
            "https://u@sso.example",
            "x y",
        ] {
            assert!(oauth_issuer(text).unwrap_err().0.contains("--oauth-issuer"), "{text}");
        }
        assert_eq!(config(|options| options.oauth_issuer = Some(" ".into())).unwrap().oauth_issuer, None);
    }

    #[test]
    fn the_server_knows_itself_by_its_names() {
        let local = config(|_| {}).unwrap().bound("127.0.0.1:4567".parse().unwrap());
        assert_eq!(local.origins(), ["http://127.0.0.1:4567", "http://localhost:4567", "http://[::1]:4567"]);
        let open =
            config(|options| options.public_url = Some("https://r.example".into())).unwrap().bound("192.0.2.1:3000".parse().unwrap());
        assert_eq!(open.origins(), ["https://r.example"]);
        let any = config(|_| {}).unwrap().bound("[::]:3000".parse().unwrap());
        assert_eq!(any.origins(), ["http://[::1]:3000", "http://localhost:3000", "http://127.0.0.1:3000"]);
    }
}
