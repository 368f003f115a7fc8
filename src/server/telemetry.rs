//! Logging: never a secret, never a value.

use std::any::Any;
use std::panic::Location;

use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Sends our own log lines from `info` up to standard error, and panics without what they quote.
pub fn start() {
    // a second start, as in tests, keeps the first
    if tracing_subscriber::registry().with(lines(std::io::stderr)).try_init().is_ok() {
        std::panic::set_hook(Box::new(|panic| eprintln!("{}", told(panic.payload(), panic.location()))));
    }
}

/// What is logged, as lines to `writer`.
pub fn lines<S, W>(writer: W) -> impl Layer<S>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    W: for<'writer> MakeWriter<'writer> + 'static,
{
    tracing_subscriber::fmt::layer().with_writer(writer).with_target(false).with_filter(heard())
}

/// What is heard at all, and that is no setting. Crates below us are, from `warn` up only: what the HTTP one says below that holds headers
/// and paths, which are secrets here. The MCP one is not: its warnings quote what a caller sent, which may be anything, of any length; what
/// goes wrong on our side of a call is said by `server::mcp`.
fn heard() -> Targets {
    Targets::new().with_default(LevelFilter::WARN).with_target("countersign", LevelFilter::INFO).with_target("rmcp", LevelFilter::OFF)
}

/// What is said of a panic: where, and its text when that is a literal. One that was put together may quote what somebody sent (`byte index 1
/// is not a char boundary; it is inside 'é' of …`).
fn told(payload: &(dyn Any + Send), location: Option<&Location<'_>>) -> String {
    let place = location.map_or_else(String::new, |place| format!(" at {}:{}", place.file(), place.line()));
    let text = payload.downcast_ref::<&'static str>().map_or_else(String::new, |text| format!(": {text}"));
    format!("a fault in this program{place}{text}")
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

    #[test]
    fn a_panic_is_told_without_what_it_quotes() {
        let place = Location::caller();
        let literal: Box<dyn Any + Send> = Box::new("there is always one");
        let quoting: Box<dyn Any + Send> = Box::new("it is inside 'é' of `a secret`".to_owned());
        assert_eq!(
            told(literal.as_ref(), Some(place)),
            format!("a fault in this program at {}:{}: there is always one", file!(), place.line())
        );
        assert_eq!(told(quoting.as_ref(), None), "a fault in this program");
    }
}
