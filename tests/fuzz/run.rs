//! Runs a target: first what is known, then mutations of it. An input that brought something new about is mutated further.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, Instant};

use crate::generate::Source;
use crate::mutate::mutate;
use crate::targets::Features;

/// A target: it panics when a law does not hold.
pub type Target = fn(&[u8]) -> Features;

/// How many runs are a moment's.
const RUNS: u64 = 300;
const SEED: u64 = 20_260_131;
/// The most inputs that are kept to be mutated.
const POOL: usize = 4000;
/// The longest of them, in bytes: what has grown beyond is tried once, since mutations of it only take longer.
const LONGEST: usize = 20_000;
/// Longer than this, three times in a row, is a fault: nothing that a stranger sends may keep the server busy.
const TIME: Duration = Duration::from_secs(10);
/// After so many faults there is enough to look at.
const ENOUGH: usize = 20;

/// Runs `target` as often and as long as `FUZZ_RUNS` and `FUZZ_SECONDS` say (both), from `FUZZ_SEED`, and prints what came of it.
///
/// # Panics
/// When an input made the target panic or take too long; each is left in a file that the output names.
pub fn fuzz(name: &str, target: Target, corpus: Vec<Vec<u8>>) {
    let (runs, seconds, seed) = (setting("RUNS", RUNS), setting("SECONDS", 0), setting("SEED", SEED));
    assert!(corpus.len() > 5, "{name} has something to start from");
    keep_panics_quiet();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    fs::create_dir_all(&folder).unwrap();
    // a process that dies of an input leaves it here
    let mut last = File::create(folder.join(format!("{name}.last"))).unwrap();
    let (mut source, mut known, mut pool, mut faults) = (Source::new(seed), HashSet::new(), Vec::new(), Vec::new());
    let (begun, mut done) = (Instant::now(), 0);
    let mut corpus = corpus.into_iter();
    while (done < runs || begun.elapsed() < Duration::from_secs(seconds)) && faults.len() < ENOUGH {
        let input = corpus.next().unwrap_or_else(|| mutate(&mut source, &pool));
        last.rewind().and_then(|()| last.set_len(0)).and_then(|()| last.write_all(&input)).unwrap();
        done += 1;
        match attempt(target, &input) {
            // all features are noted, so all are looked at
            Ok(features) if features.iter().filter(|feature| known.insert((*feature).clone())).count() > 0 => {
                if pool.len() < POOL && input.len() < LONGEST {
                    pool.push(input);
                }
            }
            Ok(_) => {}
            Err(why) => {
                let file = left(&folder, &format!("{name}-{seed}-{done}"), &input);
                println!("{name}: {why}\n  the input is in {}", file.display());
                faults.push(why);
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    // where cargo-fuzz looks for what to begin with
    if let Ok(corpus) = std::env::var("FUZZ_CORPUS") {
        let folder = Path::new(&corpus).join(name);
        fs::create_dir_all(&folder).unwrap();
        for (at, input) in pool.iter().enumerate() {
            left(&folder, &format!("{seed}-{at}"), input);
        }
    }
    println!("{name:<9}{done:>10} runs{seconds:>9.1} s{:>7} kept, crashes = {}", pool.len(), faults.len());
    assert!(faults.is_empty(), "{name}: {} crashes, the first: {}", faults.len(), faults[0]);
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(format!("FUZZ_{name}")).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("FUZZ_{name}={text} is no number")))
}

/// What the target brought about, or what it said in its panic.
fn attempt(target: Target, input: &[u8]) -> Result<Features, String> {
    let mut patience = 3;
    loop {
        let begun = Instant::now();
        QUIET.set(true);
        let features = catch_unwind(AssertUnwindSafe(|| target(input)));
        QUIET.set(false);
        let features = features.map_err(|_| PANIC.take())?;
        if begun.elapsed() < TIME {
            return Ok(features);
        }
        // the machine may have had other things to do
        patience -= 1;
        if patience == 0 {
            return Err(format!("took {:?}", begun.elapsed()));
        }
    }
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A target's panic is kept, not printed; any other is printed as ever.
fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if QUIET.get() {
                PANIC.replace(panic.to_string().chars().take(2000).collect());
            } else {
                usual(panic);
            }
        }));
    });
}

fn left(folder: &Path, name: &str, input: &[u8]) -> PathBuf {
    let file = folder.join(name);
    fs::write(&file, input).unwrap();
    file
}
