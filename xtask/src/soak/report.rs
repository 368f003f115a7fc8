//! What came of it, as a table.

use std::time::Duration;

use super::Plan;
use super::kills::Killed;
use super::ledger::Verdict;
use super::load::{Loaded, TIMED};
use super::log::Log;

/// How many faults are told one by one.
const SHOWN: usize = 20;

/// Prints what came of the kill loop; whether all is well.
pub fn killed(plan: &Plan, killed: &Killed) -> bool {
    println!("\n{} kills under load, {:.0} s, seed {}", plan.kills, killed.took.as_secs_f32(), plan.seed);
    let is_well = counted(&killed.verdict, &killed.log, killed.broken, &killed.strange);
    println!("  {:<22}{:>9}", "of them expired", killed.expired);
    is_well
}

/// Prints what came of the load; whether all is well.
pub fn loaded(loaded: &Loaded) -> bool {
    println!("\n{} requests, {} waiters at once, {:.0} s", loaded.verdict.requests, loaded.waiting_at_most, loaded.took.as_secs_f32());
    let is_well = counted(&loaded.verdict, &loaded.log, loaded.broken, &loaded.strange);
    match loaded.memory {
        Some(bytes) => println!("  {:<22}{:>6} MB", "memory at most", bytes >> 20),
        None => println!("  memory at most: not known here (no /proc)"),
    }
    println!("  {:<28}{:>9}{:>12}", "", "p50", "p99");
    for (name, times) in TIMED.iter().zip(&loaded.times) {
        let [p50, p99] = [50, 99].map(|percent| percentile(times, percent).as_secs_f64() * 1e3);
        println!("  {name:<28}{p50:>9.1} ms{p99:>9.1} ms");
    }
    is_well
}

fn counted(verdict: &Verdict, log: &Log, broken: u64, strange: &[String]) -> bool {
    let Verdict { requests, decisions, cancels, .. } = verdict;
    println!("  {:<22}{:>9}   {requests} requests, {decisions} decisions, {cancels} cancels", "acknowledged", verdict.acknowledged());
    for (name, count) in [("found", verdict.found), ("lost", verdict.lost()), ("decided twice", verdict.twice)] {
        println!("  {name:<22}{count:>9}");
    }
    println!("  {:<22}{broken:>9}", "5xx");
    println!("  {:<22}{:>9}", "other faults", strange.len());
    println!("  {:<22}{:>9}   intact, {} events", "audit log", "", log.len());
    for fault in verdict.faults.iter().chain(strange).take(SHOWN) {
        println!("  ! {fault}");
    }
    verdict.lost() == 0 && verdict.twice == 0 && broken == 0 && verdict.faults.is_empty() && strange.is_empty()
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}
