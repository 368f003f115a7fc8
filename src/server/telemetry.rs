//! Logging: never a secret, never a value.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Sends our own log lines from `info` up to standard error. Crates below us (the HTTP and MCP ones) are heard from `warn` up only,
/// and that is no setting: what they say below that holds headers, paths and arguments, which are secrets here.
pub fn start() {
    let filter = Targets::new().with_default(LevelFilter::WARN).with_target("countersign", LevelFilter::INFO);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_target(false);
    // a second start, as in tests, keeps the first
    let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
}
