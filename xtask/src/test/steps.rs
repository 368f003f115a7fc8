//! Named steps with their times and a summary.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// What ran so far.
pub struct Steps {
    keep_going: bool,
    done: Vec<Step>,
}

struct Step {
    name: &'static str,
    took: Duration,
    outcome: Outcome,
}

#[derive(PartialEq)]
enum Outcome {
    Passed,
    Failed,
    NotRun,
}

impl Steps {
    pub fn new(keep_going: bool) -> Self {
        Self { keep_going, done: Vec::new() }
    }

    /// Runs a step, unless an earlier one failed and nobody asked to go on.
    pub fn run(&mut self, name: &'static str, step: impl FnOnce() -> Result<()>) {
        if self.is_broken() && !self.keep_going {
            self.done.push(Step { name, took: Duration::ZERO, outcome: Outcome::NotRun });
            return;
        }
        eprintln!("\n== {name}");
        let started = Instant::now();
        let outcome = match step() {
            Ok(()) => Outcome::Passed,
            Err(error) => {
                eprintln!("== {name}: {error:#}");
                Outcome::Failed
            }
        };
        let took = started.elapsed();
        eprintln!("== {name}: {:.1} s", took.as_secs_f32());
        self.done.push(Step { name, took, outcome });
    }

    /// Runs a step that several parts need, for the first of them.
    pub fn run_once(&mut self, name: &'static str, step: impl FnOnce() -> Result<()>) {
        if self.done.iter().all(|done| done.name != name) {
            self.run(name, step);
        }
    }

    fn is_broken(&self) -> bool {
        self.done.iter().any(|step| step.outcome == Outcome::Failed)
    }

    /// Prints the summary; an error when a step failed.
    pub fn finish(self) -> Result<()> {
        eprintln!("\n{}", self.summary());
        if self.is_broken() {
            bail!("the tests failed");
        }
        Ok(())
    }

    fn summary(&self) -> String {
        let mut text = String::new();
        for step in &self.done {
            let outcome = match step.outcome {
                Outcome::Passed => "passed",
                Outcome::Failed => "FAILED",
                Outcome::NotRun => "not run",
            };
            _ = writeln!(text, "{outcome:8}{:8.1} s  {}", step.took.as_secs_f32(), step.name);
        }
        let total: Duration = self.done.iter().map(|step| step.took).sum();
        _ = write!(text, "{:8}{:8.1} s  in all", "", total.as_secs_f32());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Steps;
    use anyhow::{Ok, bail};

    #[test]
    fn a_failure_stops_what_follows_and_is_told() {
        for (keep_going, after) in [(false, "not run"), (true, "passed")] {
            let mut steps = Steps::new(keep_going);
            steps.run("first", || Ok(()));
            steps.run("second", || bail!("broken"));
            steps.run_once("third", || Ok(()));
            steps.run_once("third", || bail!("twice"));
            let summary = steps.summary();
            let words: Vec<&str> = summary.lines().map(|line| line.split("  ").next().unwrap()).collect();
            assert_eq!((&words[..3], words.len()), (&["passed", "FAILED", after][..], 4));
            assert!(steps.finish().is_err());
        }
    }

    #[test]
    fn all_passed_is_success() {
        let mut steps = Steps::new(false);
        steps.run("only", || Ok(()));
        assert!(steps.finish().is_ok());
    }
}
