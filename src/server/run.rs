//! From arguments to a served address and back: the one place where the server is put together.

use std::process::ExitCode;

/// The `countersign` command.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
