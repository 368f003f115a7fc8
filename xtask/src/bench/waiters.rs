//! What an agent that waits costs the server, and how soon it hears.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::latency::proposal;
use crate::serving::{Agent, Serving, content};

const WAITERS: usize = 1_000;

/// Prints the memory per waiting `elicit_await`, and the time until the last of them has its answer.
pub fn measure(serving: &Serving, agent: &Agent) -> Result<()> {
    let mut caller = serving.connect()?;
    let opened = agent.call(&mut caller, "elicit_proposal", &proposal())?;
    let wait = json!({ "elicitationId": opened["elicitationId"], "waitSeconds": 300 });
    let before = serving.memory("VmRSS");

    let mut waiters = Vec::with_capacity(WAITERS);
    for _ in 0..WAITERS {
        let mut waiter = serving.connect().context("the shell's limit of open files may be too low: ulimit -n 4096")?;
        agent.send(&mut waiter, "elicit_await", &wait)?;
        waiters.push(waiter);
    }
    // all of them are read and waiting once a later request is answered at its usual speed
    sleep(Duration::from_secs(2));
    let during = serving.memory("VmRSS");

    let canceled = Instant::now();
    agent.call(&mut caller, "elicit_cancel", &json!({ "elicitationId": opened["elicitationId"] }))?;
    for waiter in &mut waiters {
        let answer = content(&waiter.receive()?)?;
        if answer["status"] != "canceled" {
            bail!("a waiter was told {answer}");
        }
    }
    println!("\n{WAITERS} agents waiting on one request");
    match before.zip(during) {
        Some((before, during)) => {
            let each = during.saturating_sub(before) / 1024 / WAITERS as u64;
            println!("  memory: {} MB before, {} MB with them, {each} kB each", before >> 20, during >> 20);
        }
        None => println!("  memory: not known here (no /proc)"),
    }
    println!("  all of them told of its cancelation within {} ms", canceled.elapsed().as_millis());
    Ok(())
}
