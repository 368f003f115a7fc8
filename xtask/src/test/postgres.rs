//! PostgreSQL for the tests: a server of the run's own, which ends with it, and what runs on it.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::debian;
use crate::process;

/// The tests of `tests/it` that are about what is kept, who is let in, and who hears of it. With `postgres::`, which is ignored elsewhere.
const PARTS: [&str; 18] = [
    "approval::",
    "audit::export::",
    "audit::story::",
    "drafts::",
    "history::",
    "inbox::",
    "isolation::",
    "lifecycle::",
    "live::",
    "mcp_client::",
    "named::",
    "openid::",
    "pair::",
    "postgres::",
    "races::",
    "review_form::",
    "selection::",
    "sign_in::",
];

/// Where Debian and others keep programs that they do not put in the path.
const HOMES: [&str; 4] = ["/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt", "/usr/local/opt"];

const MISSING: &str = "PostgreSQL 13 or newer is needed: install it (Debian: apt-get install postgresql), so that `initdb` and `postgres` are in the \
                       path or below /usr/lib/postgresql";

/// Who runs PostgreSQL when we are root, as whom it refuses to.
const USER: &str = "postgres";

const PASSWORD: &str = "only-for-tests";

/// How long the server may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs the store's tests and [`PARTS`] on a PostgreSQL server of their own.
pub fn test() -> Result<()> {
    let server = Server::start()?;
    eprintln!("PostgreSQL runs on port {} for these tests alone", server.port);
    let run = |arguments: &[&str]| process::run(process::cargo(arguments).env("COUNTERSIGN_TEST_DATABASE", server.address()));
    run(&["test", "--lib", "--", "--include-ignored", "server::store::"])?;
    run(&[&["test", "--test", "it", "--", "--include-ignored", "--skip=template_live::"][..], &PARTS].concat())
}

/// A server whose data goes with it. Ended when dropped, however the tests went.
struct Server {
    child: Child,
    folder: PathBuf,
    port: u16,
}

impl Server {
    fn start() -> Result<Self> {
        let programs = programs()?;
        // short, as the path of a socket has to be, and where another user gets to
        let folder = std::env::temp_dir().join(format!("countersign-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let started = Self::start_in(&programs, folder.clone());
        if started.is_err() {
            let _ = fs::remove_dir_all(&folder);
        }
        started
    }

    fn start_in(programs: &Path, folder: PathBuf) -> Result<Self> {
        let (data, password) = (folder.join("data"), folder.join("password"));
        fs::write(&password, PASSWORD)?;
        if debian::is_root() {
            process::run(process::command("chown").args(["-R", USER]).arg(&folder))?;
        }
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut initdb = as_user(&programs.join("initdb"), &folder);
        // not SCRAM, which takes a debug build half a second a connection; a test has it with a user of its own
        initdb.args(["--username=tests", "--auth=md5", "--encoding=UTF8", "--locale=C", "--no-sync"]);
        initdb.arg(format!("--pwfile={}", password.display())).arg("-D").arg(&data);
        process::output_or_fault(&mut initdb)?;
        let mut postgres = as_user(&programs.join("postgres"), &folder);
        postgres.arg("-D").arg(&data).arg("-k").arg(&folder);
        for setting in [&format!("port={port}"), "listen_addresses=127.0.0.1", "fsync=off", "max_connections=300", "log_min_messages=fatal"]
        {
            postgres.args(["-c", setting]);
        }
        let said = fs::File::create(folder.join("said"))?;
        let child = postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said).spawn().context("cannot start postgres")?;
        let mut server = Self { child, folder, port };
        server.wait()?;
        Ok(server)
    }

    /// Returns once it takes connections.
    fn wait(&mut self) -> Result<()> {
        let gives_up = Instant::now() + PATIENCE;
        // the file says `ready` in its last line; the port alone is open before
        let pid = self.folder.join("data/postmaster.pid");
        loop {
            let ready = process::output(process::command("cat").arg(&pid)).is_some_and(|text| text.trim_end().ends_with("ready"));
            if ready && TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return Ok(());
            }
            let ended = self.child.try_wait()?;
            if ended.is_some() || Instant::now() > gives_up {
                bail!("PostgreSQL did not start: {}", fs::read_to_string(self.folder.join("said"))?);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// A database that others can be made from.
    fn address(&self) -> String {
        format!("postgres://tests:{PASSWORD}@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGINT: it ends its connections, and itself; SIGQUIT if that takes too long
        for signal in ["-INT", "-QUIT"] {
            let _ = process::run(process::command("kill").args([signal, &self.child.id().to_string()]));
            let gives_up = Instant::now() + Duration::from_secs(10);
            while Instant::now() < gives_up {
                if matches!(self.child.try_wait(), Ok(Some(_))) {
                    let _ = fs::remove_dir_all(&self.folder);
                    return;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `program` in `folder`, as somebody whom PostgreSQL is willing to run as. The process is the program itself, not one that waits for it.
fn as_user(program: &Path, folder: &Path) -> Command {
    let mut command = if debian::is_root() {
        let mut command = process::command("setpriv");
        command.args([&format!("--reuid={USER}"), &format!("--regid={USER}"), "--clear-groups"]).arg(program);
        command
    } else {
        process::command_at(program, &[], &[])
    };
    // root's own folder is closed to others
    command.current_dir(folder).env_remove("COUNTERSIGN_TEST_DATABASE");
    command
}

/// The folder of PostgreSQL's programs; installed where that is ours to do.
fn programs() -> Result<PathBuf> {
    if let Some(found) = found() {
        return Ok(found);
    }
    eprintln!("there is no PostgreSQL here");
    if debian::install(&["postgresql"]) {
        return found().context(MISSING);
    }
    bail!(MISSING)
}

fn found() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let homes = HOMES.iter().filter_map(|home| fs::read_dir(home).ok()).flatten().flatten().map(|entry| entry.path().join("bin"));
    let mut homes: Vec<PathBuf> = homes.collect();
    homes.sort();
    // the newest of those that are not in the path
    std::env::split_paths(&path)
        .chain(homes.into_iter().rev())
        .find(|folder| ["initdb", "postgres"].iter().all(|program| folder.join(program).is_file()))
}
