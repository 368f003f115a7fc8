//! The load: many requests, many agents that wait at once, few reviewers.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::ledger::{Told, Verdict};
use super::log::Log;
use super::requests::Kind;
use super::stage::{Outcome, Stage};
use super::{Found, UNLIMITED};
use crate::serving::Serving;
use crate::serving::http::Connection;

const REVIEWERS: usize = 8;

/// Files that are no waiters' connections.
const OTHER_FILES: u64 = 100;

/// What a waiter's thread needs of memory.
const STACK: usize = 256 * 1024;

const LIVES: Duration = Duration::from_secs(7200);

/// What is timed.
pub const TIMED: [&str; 4] = ["a request made", "a decision taken", "its waiter told", "a result fetched"];

pub struct Loaded {
    pub verdict: Verdict,
    pub log: Log,
    pub broken: u64,
    /// Calls that broke off, and answers that make no sense.
    pub strange: Vec<String>,
    pub waiting_at_most: usize,
    /// Sorted, in the order of [`TIMED`].
    pub times: [Vec<Duration>; 4],
    /// Bytes.
    pub memory: Option<u64>,
    pub took: Duration,
}

/// What the load counts.
struct Course {
    left: AtomicU64,
    waiters: usize,
    waiting: AtomicUsize,
    waiting_at_most: AtomicUsize,
    done: AtomicUsize,
    decided_at: Mutex<HashMap<String, Instant>>,
    times: [Mutex<Vec<Duration>>; 4],
}

/// Makes `requests` requests and waits for each, `waiters` at once.
pub fn run(binary: &Path, requests: u64, waiters: usize, rng: &mut fastrand::Rng) -> Result<Loaded> {
    let waiters = waiters.min(usize::try_from(requests)?);
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1024);
    if files < waiters as u64 + OTHER_FILES {
        bail!("{waiters} waiters need as many open files, and the system allows {files}: ulimit -n, or fewer --waiters");
    }
    let started = Instant::now();
    let serving = Serving::start(binary, "soak-load", &UNLIMITED)?;
    let stage = Stage::new((0..4).map(|agent| serving.agent(&format!("agent{agent}"))).collect::<Result<_>>()?);
    let course = Course {
        left: AtomicU64::new(requests),
        waiters,
        waiting: AtomicUsize::new(0),
        waiting_at_most: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        decided_at: Mutex::default(),
        times: Default::default(),
    };
    let address = serving.address()?;
    std::thread::scope(|scope| -> Result<()> {
        let stage = &stage;
        for number in 0..waiters {
            let (course, mut rng) = (&course, rng.fork());
            let waiter = move || {
                let worked = Connection::open(address).and_then(|mut connection| course.wait(stage, &mut connection, number, &mut rng));
                noted(stage, worked);
                course.done.fetch_add(1, Ordering::SeqCst);
            };
            Builder::new().stack_size(STACK).spawn_scoped(scope, waiter).context("cannot start another thread")?;
        }
        for _ in 0..REVIEWERS {
            let (course, mut rng) = (&course, rng.fork());
            scope
                .spawn(move || noted(stage, course.begin().and_then(|()| course.review(stage, &mut Connection::open(address)?, &mut rng))));
        }
        Ok(())
    })?;
    let memory = serving.memory("VmHWM");
    let took = started.elapsed();
    let (mut log, mut connection) = (Log::default(), serving.connect()?);
    let asked: Vec<_> = stage.ledger().iter().map(|(id, request)| (id.clone(), request.agent)).collect();
    let told: HashMap<String, Told> =
        asked.into_iter().map(|(id, agent)| Ok((id.clone(), stage.told(&mut connection, &id, agent)?))).collect::<Result<_>>()?;
    log.read_on(&serving)?;
    let verdict = stage.ledger().compare(Instant::now(), |id| Found { told: told.get(id).cloned(), ..log.found(id) });
    let (broken, strange) = stage.faults(&serving)?;
    let times = course.times.map(|times| {
        let mut times = times.into_inner().unwrap_or_else(PoisonError::into_inner);
        times.sort();
        times
    });
    Ok(Loaded { verdict, log, broken, strange, waiting_at_most: course.waiting_at_most.into_inner(), times, memory, took })
}

fn noted(stage: &Stage, worked: Result<()>) {
    if let Err(error) = worked {
        stage.note(format!("{error:#}"));
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Course {
    /// An agent: makes a request, waits until it is decided, fetches the result; as long as there are any to be made.
    fn wait(&self, stage: &Stage, connection: &mut Connection, number: usize, rng: &mut fastrand::Rng) -> Result<()> {
        let one_less = |left: u64| left.checked_sub(1);
        while self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less).is_ok() {
            let (agent, kind) = (number % stage.agents.len(), Kind::ALL[rng.usize(..Kind::ALL.len())]);
            let id = self.timed(0, || stage.create(connection, agent, kind, LIVES))?;
            stage.open().push(id.clone());
            self.waiting_at_most.fetch_max(self.waiting.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            let mut status = "pending".to_owned();
            while status == "pending" {
                status = stage.status(connection, &id, agent, Some(300))?;
            }
            let told = Instant::now();
            self.waiting.fetch_sub(1, Ordering::SeqCst);
            if let Some(decided) = locked(&self.decided_at).remove(&id) {
                locked(&self.times[2]).push(told.saturating_duration_since(decided));
            }
            self.timed(3, || stage.told(connection, &id, agent))?;
        }
        Ok(())
    }

    /// Until as many wait as should at once.
    fn begin(&self) -> Result<()> {
        // at their most: a reviewer that began already makes them fewer
        while self.waiting_at_most.load(Ordering::SeqCst) < self.waiters {
            if self.done.load(Ordering::SeqCst) > 0 {
                bail!("an agent gave up before all of them waited");
            }
            sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// A reviewer: decides what there is, until every agent is done.
    fn review(&self, stage: &Stage, connection: &mut Connection, rng: &mut fastrand::Rng) -> Result<()> {
        while self.done.load(Ordering::SeqCst) < self.waiters {
            let taken = {
                let mut open = stage.open();
                if open.is_empty() { None } else { Some(rng.usize(..open.len())) }.map(|index| open.swap_remove(index))
            };
            let Some((id, request)) = taken.and_then(|id| stage.ledger().get(&id).cloned().map(|request| (id, request))) else {
                sleep(Duration::from_millis(1));
                continue;
            };
            locked(&self.decided_at).insert(id.clone(), Instant::now());
            let outcome = self.timed(1, || stage.decide(connection, &id, &request, rng.u8(..4) != 0))?;
            if outcome != Outcome::Done {
                bail!("{id} was closed by nobody");
            }
        }
        Ok(())
    }

    fn timed<T>(&self, what: usize, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let started = Instant::now();
        let done = work()?;
        locked(&self.times[what]).push(started.elapsed());
        Ok(done)
    }
}
