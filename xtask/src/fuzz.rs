//! `cargo xtask fuzz`: the targets of tests/fuzz, for as long as one likes.

use anyhow::{Context, Result, bail};

use crate::{process, workspace};

/// What is compiled for speed, and how much: ours, and what templates spend their time in. The rest is as the tests have built it. `memchr` is
/// vector code, a hundred times slower when its parts are not inlined.
const QUICK: [(&str, u8); 6] = [("countersign", 1), ("html5ever", 1), ("markup5ever", 1), ("ammonia", 1), ("tendril", 1), ("memchr", 3)];

/// What was asked for.
#[derive(Debug, PartialEq)]
struct Plan {
    /// At least so long, and so often, each.
    seconds: u64,
    runs: u64,
    /// Another seed tries other inputs.
    seed: Option<u64>,
    /// All, when there is none.
    targets: Vec<String>,
}

/// Runs the named targets, or all, one after the other; an error when one of them found something.
pub fn fuzz(arguments: &[String]) -> Result<()> {
    let plan = Plan::read(arguments)?;
    let configs: Vec<String> = QUICK.iter().map(|(name, level)| format!("profile.dev.package.{name}.opt-level={level}")).collect();
    let mut options = vec!["test", "--test", "fuzz"];
    options.extend(configs.iter().flat_map(|config| ["--config", config]));
    options.extend(["--", "--nocapture", "--test-threads=1", "--exact"]);
    options.extend(plan.targets.iter().map(String::as_str));
    let mut command = process::cargo(&options);
    command.env("FUZZ_SECONDS", plan.seconds.to_string()).env("FUZZ_RUNS", plan.runs.to_string());
    if let Some(seed) = plan.seed {
        command.env("FUZZ_SEED", seed.to_string());
    }
    command.env("FUZZ_CORPUS", workspace::root().join("fuzz/corpus"));
    process::run(&mut command)?;
    println!(
        "cargo-fuzz goes on from what was kept, led by coverage: `cargo +nightly fuzz run TARGET`, or `cargo fuzz run --dev -s none TARGET` on stable"
    );
    Ok(())
}

impl Plan {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut plan = Self { seconds: 60, runs: 100_000, seed: None, targets: Vec::new() };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut number = || -> Result<u64> {
                arguments
                    .next()
                    .and_then(|number| number.parse().ok())
                    .with_context(|| format!("cargo xtask fuzz: {argument} wants a number"))
            };
            match argument.as_str() {
                "--seconds" => plan.seconds = number()?,
                "--runs" => plan.runs = number()?,
                "--seed" => plan.seed = Some(number()?),
                flag if flag.starts_with('-') => bail!("cargo xtask fuzz: unknown `{flag}`; there are --seconds, --runs and --seed"),
                target => plan.targets.push(target.to_owned()),
            }
        }
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;

    #[test]
    fn reads_what_is_asked_for() {
        let read = |line: &str| Plan::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let usual = Plan { seconds: 60, runs: 100_000, seed: None, targets: Vec::new() };
        assert_eq!(read("").unwrap(), usual);
        let some = Plan { seconds: 5, seed: Some(7), targets: vec!["form".to_owned(), "schema".to_owned()], ..usual };
        assert_eq!(read("form --seconds 5 --seed 7 schema").unwrap(), some);
        for wrong in ["--seconds", "--runs x", "--second 5"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
