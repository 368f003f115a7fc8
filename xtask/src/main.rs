//! `cargo xtask …`: builds, runs, tests and measures Countersign. It needs nothing but cargo; what else a command wants, it fetches itself or names.

mod client;
mod process;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask client                            build the browser's half into target/site
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = arguments.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let outcome = match (command, rest) {
        ("client", []) => client::build(),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
