//! The `countersign` command: parses its arguments, calls [`countersign::server::run`].

#[cfg(feature = "ssr")]
fn main() -> std::process::ExitCode {
    countersign::server::run::main()
}

#[cfg(not(feature = "ssr"))]
fn main() {}
