//! `cargo xtask soak`: whether the server loses or doubles anything when it is killed under load, and whether it stands a heavy one.

mod kills;
mod ledger;
mod load;
mod log;
mod report;
mod requests;
mod stage;

use anyhow::{Context, Result, bail};

use crate::server;
use ledger::Found;

/// One token makes the calls of thousands of agents here.
const UNLIMITED: [&str; 2] = ["--calls-per-minute=1000000000", "--max-pending=1000000000"];

/// What to do, and how much of it.
#[derive(Clone, Debug, PartialEq)]
struct Plan {
    kills: usize,
    requests: u64,
    waiters: usize,
    /// The same seed does the same things, though not at the same moments.
    seed: u64,
    is_debug: bool,
}

/// Builds the server, kills it, loads it and prints what came of it; an error when anything was lost, decided twice or failed.
pub fn soak(arguments: &[String]) -> Result<()> {
    let plan = Plan::read(arguments)?;
    let binary = if plan.is_debug { server::tested()? } else { server::release()? };
    let mut rng = fastrand::Rng::with_seed(plan.seed);
    let mut is_well = true;
    if plan.kills > 0 {
        is_well &= report::killed(&plan, &kills::run(&binary, plan.kills, &mut rng)?);
    }
    if plan.requests > 0 {
        is_well &= report::loaded(&load::run(&binary, plan.requests, plan.waiters, &mut rng)?);
    }
    if !is_well {
        bail!("the soak found faults (seed {})", plan.seed);
    }
    Ok(())
}

impl Plan {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut plan = Self { kills: 50, requests: 10_000, waiters: 2_000, seed: fastrand::u64(..), is_debug: false };
        let mut rest = arguments.iter();
        while let Some(option) = rest.next() {
            if option == "--debug" {
                plan.is_debug = true;
                continue;
            }
            let number =
                |text: Option<&String>| text.and_then(|text| text.parse::<u64>().ok()).with_context(|| format!("{option} takes a number"));
            match option.as_str() {
                "--kills" => plan.kills = usize::try_from(number(rest.next())?)?,
                "--requests" => plan.requests = number(rest.next())?,
                "--waiters" => plan.waiters = usize::try_from(number(rest.next())?.max(1))?,
                "--seed" => plan.seed = number(rest.next())?,
                _ => bail!(
                    "cargo xtask soak takes --kills N, --requests N, --waiters N (0 leaves a part out), --seed N and --debug, not {option}"
                ),
            }
        }
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;

    #[test]
    fn options_are_numbers() {
        let read = |line: &str| Plan::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(
            read("--kills 3 --requests 10 --waiters 4 --seed 7 --debug").unwrap(),
            Plan { kills: 3, requests: 10, waiters: 4, seed: 7, is_debug: true }
        );
        let usual = read("").unwrap();
        assert_eq!((usual.kills, usual.requests, usual.waiters, usual.is_debug), (50, 10_000, 2_000, false));
        for wrong in ["--kills", "--kills x", "--kill 3", "3"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
