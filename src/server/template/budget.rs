//! What one rendering may spend. Every part of the interpreter charges here *before* it works or allocates, so a template that runs away
//! ends with a sentence instead of taking the server with it.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

/// A result whose error is the sentence that the reader gets to see.
pub type Fallible<T> = Result<T, String>;

/// Work that counts as one step: drawing a node, calling a filter, one turn of a loop.
pub const STEPS: u64 = 100_000;
/// Bytes handed out in all. Strings are copied once as they are made, so the peak stays below the promised 64 MiB.
pub const MEMORY: usize = 24 << 20;
/// The wall-clock limit; the steps usually end a runaway long before.
pub const TIME: Duration = Duration::from_secs(1);
/// The longest output, in bytes.
pub const OUTPUT: usize = 256 << 10;
/// The longest output of a template that is rendered for many values, all together.
pub const OUTPUTS: usize = 1 << 20;
/// How deep tags, brackets and expressions inside expressions may be nested.
pub const NESTING: usize = 50;
/// How deep lists within lists may get; what is nested like this is walked by recursion.
pub const DEPTH: u16 = 200;

/// A step is worth this many bytes looked at.
const STEP: u64 = 4096;
/// A list item or object entry looked at, in the same unit.
const ITEM: u64 = 64;
/// How much is done between two looks at the clock.
const GLANCE: u64 = 16 * STEP;

/// The purse of one rendering.
pub struct Budget {
    work: Cell<u64>,
    glance: Cell<u64>,
    memory: Cell<usize>,
    depth: Cell<usize>,
    deadline: Instant,
}

impl Budget {
    /// When a rendering that begins now has to be done.
    pub fn deadline() -> Instant {
        Instant::now() + TIME
    }

    /// A full purse, to be spent before `deadline`.
    pub const fn until(deadline: Instant) -> Self {
        Self { work: Cell::new(0), glance: Cell::new(GLANCE), memory: Cell::new(0), depth: Cell::new(0), deadline }
    }

    /// One step.
    pub fn step(&self) -> Fallible<()> {
        self.spend(STEP)
    }

    /// Looking at `count` items of a list or an object.
    pub fn items(&self, count: usize) -> Fallible<()> {
        self.spend(ITEM.saturating_mul(count as u64))
    }

    /// Looking at `count` bytes.
    pub fn bytes(&self, count: usize) -> Fallible<()> {
        self.spend(count as u64)
    }

    /// Allocating `count` bytes.
    pub fn allocate(&self, count: usize) -> Fallible<()> {
        let memory = self.memory.get().saturating_add(count);
        if memory > MEMORY {
            return Err("it needs more memory than a template may use (64 MiB)".to_owned());
        }
        self.memory.set(memory);
        self.bytes(count)
    }

    /// Runs `inner` one level deeper.
    pub fn deeper<T>(&self, inner: impl FnOnce() -> Fallible<T>) -> Fallible<T> {
        let depth = self.depth.get();
        if depth >= NESTING {
            return Err(too_deep());
        }
        self.depth.set(depth + 1);
        let result = inner();
        self.depth.set(depth);
        result
    }

    fn spend(&self, work: u64) -> Fallible<()> {
        let total = self.work.get().saturating_add(work);
        if total > STEPS * STEP {
            return Err("it takes more than 100,000 steps".to_owned());
        }
        self.work.set(total);
        if total >= self.glance.get() {
            self.glance.set(total + GLANCE);
            self.in_time()?;
        }
        Ok(())
    }

    /// # Errors
    /// When the second is over.
    pub fn in_time(&self) -> Fallible<()> {
        if Instant::now() > self.deadline { Err("it takes longer than 1 second".to_owned()) } else { Ok(()) }
    }
}

/// What nesting beyond [`NESTING`] is answered with.
pub fn too_deep() -> String {
    format!("it is nested more than {NESTING} levels deep")
}

/// What outputs beyond [`OUTPUTS`] are answered with.
pub fn too_long_together() -> String {
    "its outputs are longer than 1 MiB together".to_owned()
}

/// What an output beyond [`OUTPUT`] is answered with.
pub fn too_long() -> String {
    "its output is longer than 256 KiB".to_owned()
}
