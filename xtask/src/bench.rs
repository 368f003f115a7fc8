//! `cargo xtask bench`: what the release server costs, measured beside itself. Times are multiples of `/healthz` in the same run, so that
//! one machine's numbers can be held against another's.

mod latency;
mod waiters;
mod weight;

use anyhow::{Result, bail};

use crate::client;
use crate::server;
use crate::serving::Serving;

/// Builds, measures and prints; an error when the review page weighs more than its budget.
pub fn bench(arguments: &[String]) -> Result<()> {
    let is_debug = match arguments {
        [] => false,
        [flag] if flag == "--debug" => true,
        _ => bail!("cargo xtask bench takes --debug (a debug server: quicker to build, its times mean little) or nothing"),
    };
    client::build()?;
    let binary = if is_debug { server::debug()? } else { server::release()? };
    let serving = Serving::start(&binary, "bench", &[])?;
    let agent = serving.agent("bench")?;
    let review = serving.demo()?;
    let is_light = weight::measure(&serving, &review);
    let timed = latency::measure(&serving, &agent, &review);
    let waited = waiters::measure(&serving, &agent);
    timed.and(waited)?;
    if !is_light? {
        bail!("the review page is over its budget of {} kB", weight::BUDGET / 1000);
    }
    Ok(())
}
