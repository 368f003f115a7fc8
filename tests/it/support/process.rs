//! The real program as a process, to be killed.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use countersign::server::store::Database;
use tokio::runtime::{Handle, RuntimeFlavor};

use super::client::{self, Agent};

/// The program with nothing of this machine's environment that could change what it does.
pub fn countersign() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    for option in [
        "LISTEN",
        "DATABASE",
        "PUBLIC_URL",
        "RETENTION_DAYS",
        "REQUIRE_SIGN_IN",
        "OIDC_ISSUER",
        "OIDC_CLIENT_ID",
        "OIDC_CLIENT_SECRET",
        "OIDC_CLIENT_SECRET_FILE",
        "OAUTH_ISSUER",
    ] {
        command.env_remove(format!("COUNTERSIGN_{option}"));
    }
    command
}

/// Runs the program to its end, while a server in this test's runtime goes on: standing still in a transaction, it would keep the file locked.
pub fn run(arguments: &[&str]) -> Output {
    let lone = Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::CurrentThread);
    assert!(!lone, "this would hold up the test's only thread: make it `flavor = \"multi_thread\"`");
    countersign().args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// A server process; killed when dropped.
pub struct Server {
    child: Child,
    pub url: String,
}

impl Server {
    /// Starts one on a free port and returns once it listens.
    pub fn start(database: &(impl Addressed + ?Sized)) -> Self {
        Self::launch(countersign(), database, Stdio::null())
    }

    /// As [`Server::start`], by a `command` that runs the program; what it says goes to `said`.
    pub fn launch(mut command: Command, database: &(impl Addressed + ?Sized), said: Stdio) -> Self {
        command.args(["serve", "--listen", "127.0.0.1:0", "--database"]).arg(url(database));
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(said).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("Listening on ").unwrap_or_else(|| panic!("it did not start: {line:?}")).to_owned();
        Self { child, url }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as nothing in it can see coming.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to stop, as an init system does; its exit code.
    pub fn terminate(&mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }

    pub fn agent(&self, token: &str) -> Agent {
        Agent::new(client::http(), &self.url, token)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What `--database` may name.
pub trait Addressed {
    fn address(&self) -> String;
}

impl Addressed for Path {
    fn address(&self) -> String {
        format!("sqlite:{}", self.display())
    }
}

impl Addressed for PathBuf {
    fn address(&self) -> String {
        self.as_path().address()
    }
}

impl Addressed for Database {
    fn address(&self) -> String {
        match self {
            Self::Sqlite(path) => path.address(),
            Self::Postgres(address) => address.expose().to_owned(),
        }
    }
}

/// `--database`'s value for a database.
pub fn url(database: &(impl Addressed + ?Sized)) -> String {
    database.address()
}

/// Makes a token with the command line.
pub fn token(database: &(impl Addressed + ?Sized), name: &str) -> String {
    let made = run(&["token", "create", name, "--database", &url(database)]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    String::from_utf8(made.stdout).unwrap().trim().to_owned()
}
