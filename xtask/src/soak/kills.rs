//! The kill loop: agents and reviewers at work, SIGKILL at a random moment, a start on the same file, and everything compared.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::ledger::{Told, Verdict};
use super::log::Log;
use super::requests::Kind;
use super::stage::{Outcome, Stage};
use super::{Found, UNLIMITED};
use crate::serving::Serving;
use crate::serving::http::Connection;

const AGENTS: usize = 6;
const REVIEWERS: usize = 6;

/// How long most requests live, and those that are left to expire: the shortest life there is.
const LIVES: [Duration; 2] = [Duration::from_secs(3600), Duration::from_secs(60)];

/// How long the load lasts before a kill, in milliseconds.
const ROUND: std::ops::Range<u64> = 150..2000;

/// Everything after `kills` kills.
pub struct Killed {
    pub verdict: Verdict,
    pub log: Log,
    pub broken: u64,
    pub strange: Vec<String>,
    pub expired: usize,
    pub took: Duration,
}

/// Kills the server `kills` times.
pub fn run(binary: &Path, kills: usize, rng: &mut fastrand::Rng) -> Result<Killed> {
    let started = Instant::now();
    let mut serving = Serving::start(binary, "soak-kills", &UNLIMITED)?;
    let agents = (0..3).map(|agent| serving.agent(&format!("agent{agent}"))).collect::<Result<_>>()?;
    let (stage, mut log) = (Stage::new(agents), Log::default());
    for round in 1..=kills {
        work(&stage, &mut serving, rng)?;
        if rng.u8(..5) == 0 {
            serving.kill_at_start(Duration::from_millis(rng.u64(..40)))?;
        }
        serving.serve()?;
        let is_last = round == kills;
        let told = told(&stage, &serving, is_last)?;
        log.read_on(&serving)?;
        let verdict = compare(&stage, &log, &told);
        eprintln!("kill {round}: {} acknowledged, {} lost, {} decided twice", verdict.acknowledged(), verdict.lost(), verdict.twice);
    }
    listed(&stage, &serving)?;
    let told = told(&stage, &serving, true)?;
    log.read_on(&serving)?;
    let verdict = compare(&stage, &log, &told);
    let expired = told.values().filter(|told| told.status == "expired").count();
    let (broken, strange) = stage.faults(&serving)?;
    Ok(Killed { verdict, log, broken, strange, expired, took: started.elapsed() })
}

/// Lets everybody work until the server is killed, at a random moment.
fn work(stage: &Stage, serving: &mut Serving, rng: &mut fastrand::Rng) -> Result<()> {
    let (address, killed) = (serving.address()?, AtomicBool::new(false));
    std::thread::scope(|scope| {
        for worker in 0..AGENTS + REVIEWERS {
            let (mut rng, killed) = (rng.fork(), &killed);
            scope.spawn(move || {
                let worked = Connection::open(address).and_then(|mut connection| {
                    // who finds nothing to do does not notice that the server is gone
                    while !killed.load(Ordering::SeqCst) {
                        if worker < AGENTS { call(stage, &mut connection, &mut rng) } else { review(stage, &mut connection, &mut rng) }?;
                    }
                    Ok(())
                });
                // until the kill, every call is answered
                if let Err(error) = worked
                    && !killed.load(Ordering::SeqCst)
                {
                    stage.note(format!("before the kill: {error:#}"));
                }
            });
        }
        std::thread::sleep(Duration::from_millis(rng.u64(ROUND)));
        killed.store(true, Ordering::SeqCst);
        serving.kill()
    })
}

/// Something that an agent does.
fn call(stage: &Stage, connection: &mut Connection, rng: &mut fastrand::Rng) -> Result<()> {
    match rng.u8(..20) {
        0..11 => {
            let is_left = rng.u8(..10) == 0;
            let kind = Kind::ALL[rng.usize(..Kind::ALL.len())];
            let id = stage.create(connection, rng.usize(..stage.agents.len()), kind, LIVES[usize::from(is_left)])?;
            if !is_left {
                stage.open().push(id);
            }
        }
        11..14 => {
            let Some((id, request)) = stage.any_open(rng) else { return Ok(()) };
            stage.cancel(connection, &id, &request)?;
            stage.no_longer_open(&id);
        }
        14..16 => {
            let Some((id, request)) = stage.any_open(rng) else { return Ok(()) };
            stage.status(connection, &id, request.agent, Some(1))?;
        }
        _ => {
            let Some((id, request)) = stage.any_open(rng) else { return Ok(()) };
            let was_closed = stage.ledger().get(&id).is_some_and(|request| request.is_closed());
            let told = stage.told(connection, &id, request.agent)?;
            if was_closed && told.status == "pending" {
                stage.note(format!("{id}: pending after it was closed"));
            }
        }
    }
    Ok(())
}

/// Something that a reviewer does.
fn review(stage: &Stage, connection: &mut Connection, rng: &mut fastrand::Rng) -> Result<()> {
    let Some((id, request)) = stage.any_open(rng) else {
        std::thread::sleep(Duration::from_millis(1));
        return Ok(());
    };
    if rng.u8(..4) == 0 {
        stage.look(connection, &request.page)?;
    }
    let outcome = stage.decide(connection, &id, &request, rng.u8(..4) != 0)?;
    // some are left for another to come too late
    if outcome == Outcome::TooLate || rng.u8(..3) != 0 {
        stage.no_longer_open(&id);
    }
    Ok(())
}

/// What the tools tell: of every request, or of those that may have changed and some others.
fn told(stage: &Stage, serving: &Serving, is_all: bool) -> Result<HashMap<String, Told>> {
    let mut connection = serving.connect()?;
    let requests: Vec<_> = stage.ledger().iter().map(|(id, request)| (id.clone(), request.agent)).collect();
    let open: std::collections::HashSet<_> = stage.open().iter().cloned().collect();
    let recent = Duration::from_secs(5);
    let mut all = HashMap::new();
    for (number, (id, agent)) in requests.iter().enumerate() {
        let is_recent = stage.ledger().get(id).is_some_and(|request| request.opened.elapsed() < recent);
        if is_all || is_recent || open.contains(id) || number % 50 == 0 {
            let told = stage.told(&mut connection, id, *agent).with_context(|| format!("request {id} after the kill"))?;
            all.insert(id.clone(), told);
        }
    }
    Ok(all)
}

fn compare(stage: &Stage, log: &Log, told: &HashMap<String, Told>) -> Verdict {
    stage.ledger().compare(Instant::now(), |id| Found { told: told.get(id).cloned(), ..log.found(id) })
}

/// Notes which requests are not in their agents' histories.
fn listed(stage: &Stage, serving: &Serving) -> Result<()> {
    let mut connection = serving.connect()?;
    for agent in 0..stage.agents.len() {
        let listed: HashMap<_, _> = stage.history(&mut connection, agent)?.into_iter().collect();
        let ledger = stage.ledger();
        for (id, _) in ledger.iter().filter(|(id, request)| request.agent == agent && !listed.contains_key(*id)) {
            stage.note(format!("{id} is not in its agent's history"));
        }
    }
    Ok(())
}
