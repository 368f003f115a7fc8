//! `cargo xtask …`: builds, runs, tests and measures Countersign. It needs nothing but cargo; what else a command wants, it fetches itself or names.

mod bench;
mod client;
mod fuzz;
mod process;
mod release;
mod run;
mod server;
mod serving;
mod soak;
mod test;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask run [--release] [SERVE OPTIONS]   build and serve, with a demo review and what to paste into an agent
cargo xtask build                             leave one release binary at target/release/countersign
cargo xtask test [lint] [unit] [integration] [postgres] [clients] [browser] [--keep-going]
                                              everything that must hold, or a part of it
cargo xtask fuzz [--seconds 60] [--runs 100000] [--seed N] [TARGET…]
                                              hostile bytes against whatever reads them, each target at least so long and so often
cargo xtask bench                             measure the release server: weight, times, memory
cargo xtask soak [--kills N] [--requests N] [--waiters N] [--seed N] [--debug]
                                              kill the server under load, then load it heavily: whether anything is lost or doubled
cargo xtask client                            build the browser's half into target/site
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = arguments.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let outcome = match (command, rest) {
        ("run", options) => run::serve(options),
        ("build", []) => release::build(),
        ("test", arguments) => test::test(arguments),
        ("fuzz", arguments) => fuzz::fuzz(arguments),
        ("bench", arguments) => bench::bench(arguments),
        ("soak", arguments) => soak::soak(arguments),
        ("client", []) => client::build(),
        ("help" | "--help" | "-h", _) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
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
