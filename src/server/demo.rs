//! `countersign demo`: an example proposal, to see the product without an agent.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::clock::Clock;
use super::config::Config;
use super::run::{StartError, local_agent, say};
use super::service::Service;
use super::store::Store;
use crate::domain::request::Kind;

/// The agent that the example is from. It has no token: nobody can call as it.
const AGENT: &str = "demo";

/// The arguments of the example's `elicit_proposal` call.
const EXAMPLE: &str = include_str!("demo.json");

/// Makes the example proposal in `store` and prints its review link, alone, on standard output.
///
/// # Errors
/// [`StartError`] when the database fails.
pub async fn run(store: Arc<dyn Store>, clock: Arc<dyn Clock>, config: &Config) -> Result<(), StartError> {
    let agent = local_agent(&*store, AGENT, clock.now()).await?;
    let refused = |why: &str| StartError::Refused(format!("the example can't be made: {why}"));
    let arguments: Map<String, Value> = serde_json::from_str(EXAMPLE).map_err(|error| refused(&error.to_string()))?;
    let service = Service::new(store.clone(), clock, &config.public_url());
    let service = if config.public_url.is_some() { service } else { service.deferring() };
    let opened = service.open(&agent, Kind::Proposal, &arguments).await.map_err(|error| refused(&error.to_string()))?;
    if config.public_url.is_none() && store.announced().await.is_none() {
        eprintln!("Open it once `countersign serve` runs: nobody serves this database now.");
    }
    say(&opened.review_url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_json() {
        let arguments: Map<String, Value> = serde_json::from_str(EXAMPLE).unwrap();
        assert_eq!(arguments["requestedSchema"]["properties"].as_object().unwrap().len(), 4);
    }
}
