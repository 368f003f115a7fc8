//! Logging: never a secret, never a value.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Sends our own log lines from `info` up to standard error.
pub fn start() {
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false);
    // a second start, as in tests, keeps the first
    let _ = tracing_subscriber::registry().with(lines).with(heard()).try_init();
}

/// What is heard at all, and that is no setting. Crates below us are, from `warn` up only: what the HTTP one says below that holds headers
/// and paths, which are secrets here. The MCP one is not: its warnings quote what a caller sent, which may be anything, of any length; what
/// goes wrong on our side of a call is said by `server::mcp`.
fn heard() -> Targets {
    Targets::new().with_default(LevelFilter::WARN).with_target("countersign", LevelFilter::INFO).with_target("rmcp", LevelFilter::OFF)
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn nothing_that_quotes_a_caller_is_heard() {
        for (target, level, wanted) in [
            ("countersign::server::run", Level::INFO, true),
            ("countersign::server::mcp", Level::DEBUG, false),
            ("hyper::proto::h1", Level::WARN, true),
            ("hyper::proto::h1", Level::DEBUG, false),
            ("sqlx::query", Level::INFO, false),
            ("rmcp::service", Level::WARN, false),
            ("rmcp::transport::streamable_http_server::tower", Level::ERROR, false),
        ] {
            assert_eq!(heard().would_enable(target, &level), wanted, "{target} {level}");
        }
    }
}
