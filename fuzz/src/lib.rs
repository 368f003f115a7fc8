//! The very functions that `cargo xtask fuzz` runs, for a fuzzer that is led by coverage.

pub use shared::targets;

#[path = "../../tests/fuzz"]
mod shared {
    pub mod targets;
}
#[path = "../../tests/it/checker_law/verdict.rs"]
mod verdict;
