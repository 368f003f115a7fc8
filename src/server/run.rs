//! From arguments to a served address and back: the one place where the server is put together.

mod audit;
mod backup;
mod beside;
mod reviewer;
mod serve;
mod token;
mod welcome;

use std::fmt::Display;
use std::io::Write as _;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser as _};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::access::AccessTokens;
use super::args::{Args, Command, Token};
use super::auth::Agent;
use super::clock::{Clock, SystemClock};
use super::config::{BadOption, Config};
use super::limits::Limits;
use super::openid::Provider;
use super::outbound::Outbound;
use super::seats::Seats;
use super::service::Service;
use super::state::AppState;
use super::store::{OpenError, SqlStore, Store, StoreError};
use super::{demo, router, telemetry};
use crate::domain::time::Timestamp;

/// How often expiries are written that nobody asks about, and old records looked for.
const SWEEP: Duration = Duration::from_secs(1);

/// The longest name of a token or a reviewer, in characters.
const NAME_CHARS: usize = 200;

/// A served address.
pub struct Running {
    pub addr: SocketAddr,
    pub config: Arc<Config>,
    pub store: Arc<dyn Store>,
    pub service: Service,
    stop: CancellationToken,
    served: JoinHandle<()>,
    swept: JoinHandle<()>,
    heard: JoinHandle<()>,
}

/// Why a command came to nothing, as one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("{0}")]
    Option(#[from] BadOption),
    #[error("can't open the database {name}: {reason}")]
    Database { name: String, reason: OpenError },
    #[error("can't listen on {addr}: {reason}; free it, or choose another address with --listen")]
    Listen { addr: SocketAddr, reason: std::io::Error },
    #[error("{0}")]
    Refused(String),
    /// The audit log is not what it was. Exit code 1.
    #[error("{0}")]
    Broken(String),
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// Opens the database, binds the address and serves, until [`Running::shut_down`].
///
/// # Errors
/// [`StartError`] when the database can't be opened or the address not be bound.
pub async fn start(config: Config, clock: Arc<dyn Clock>) -> Result<Running, StartError> {
    let store = opened(&config).await?;
    store.check().await.map_err(|reason| unopened(&config, reason))?;
    let listener = bind(config.listen).await?;
    let running = serve_on(listener, Arc::new(store), config, |config, store| Service::new(store, clock, &config.public_url()))?;
    if let Err(error) = running.store.announce(&running.config.public_url()).await {
        tracing::warn!("processes beside this server will not find it: {error}");
    }
    Ok(running)
}

async fn bind(addr: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(addr).await.map_err(|reason| StartError::Listen { addr, reason })
}

/// Serves on `listener` what `make` makes of the store and of the configuration as it was bound.
fn serve_on(
    listener: TcpListener,
    store: Arc<dyn Store>,
    config: Config,
    make: impl FnOnce(&Config, Arc<dyn Store>) -> Service,
) -> Result<Running, StartError> {
    let addr = listener.local_addr().map_err(|reason| StartError::Listen { addr: config.listen, reason })?;
    let config = Arc::new(config.bound(addr));
    let access = access(&config).map_err(StartError::Refused)?;
    let provider = provider(&config).map_err(StartError::Refused)?;
    let service = make(&config, store.clone()).limited(config.max_pending).trusting(access).signing_in_at(provider);
    let service = if config.require_sign_in { service.requiring_sign_in() } else { service };
    let limits = Arc::new(Limits::new(config.calls_per_minute));
    let state = AppState { service: service.clone(), config: config.clone(), limits: limits.clone(), seats: Seats::default() };
    let stop = CancellationToken::new();
    let served = tokio::spawn(serve::serve(listener, router::router(state), stop.clone()));
    let swept = tokio::spawn(sweep(service.clone(), limits, config.retention_days, stop.clone()));
    let heard = tokio::spawn({
        let (service, stop) = (service.clone(), stop.clone());
        async move { service.hear(stop).await }
    });
    Ok(Running { addr, config, store, service, stop, served, swept, heard })
}

impl Running {
    /// Drains: waiters are answered `pending`, open requests finish, the database is closed.
    pub async fn shut_down(self) {
        self.service.drain();
        self.stop.cancel();
        // a panic in one of them is in the log, and no reason not to close the database
        let _ = self.served.await;
        let _ = self.swept.await;
        let _ = self.heard.await;
        self.store.close().await;
    }
}

/// The access tokens that `config` says are taken.
fn access(config: &Config) -> Result<Option<AccessTokens>, String> {
    let Some(issuer) = &config.oauth_issuer else { return Ok(None) };
    let outbound = Outbound::new().map_err(|why| format!("can't ask the --oauth-issuer for its keys: {why}"))?;
    Ok(Some(AccessTokens::new(issuer, config.mcp_url(), outbound)))
}

/// Where `config` says that reviewers sign in.
fn provider(config: &Config) -> Result<Option<Provider>, String> {
    let Some(options) = &config.openid else { return Ok(None) };
    let outbound = Outbound::new().map_err(|why| format!("can't ask the --oidc-issuer: {why}"))?;
    Provider::new(options, &config.public_url(), outbound).map(Some)
}

async fn open(config: &Config) -> Result<Arc<dyn Store>, StartError> {
    Ok(Arc::new(opened(config).await?))
}

async fn opened(config: &Config) -> Result<SqlStore, StartError> {
    config.database.open().await.map_err(|reason| unopened(config, reason))
}

fn unopened(config: &Config, reason: OpenError) -> StartError {
    StartError::Database { name: config.database.to_string(), reason }
}

/// As [`open`], for commands that make nothing: a mistyped path is told, not turned into an empty database.
async fn open_existing(config: &Config) -> Result<Arc<dyn Store>, StartError> {
    if config.database.is_missing() {
        let path = &config.database;
        return Err(StartError::Refused(format!("there is no database at {path}; give another path with --database")));
    }
    open(config).await
}

async fn sweep(service: Service, limits: Arc<Limits>, retention_days: u32, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(SWEEP);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                limits.tidy();
                service.sweep(retention_days).await;
            }
            () = stop.cancelled() => return,
        }
    }
}

/// The `countersign` command: 0 when it did its work, 2 with one line on standard error when it couldn't, 1 with one when the audit log is broken.
#[must_use]
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    telemetry::start();
    let work = async { dispatch(args).await };
    let done = tokio::runtime::Builder::new_multi_thread().enable_all().build().map(|runtime| runtime.block_on(work));
    match done {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error @ StartError::Broken(_))) => {
            failure(&error.to_string());
            ExitCode::FAILURE
        }
        Ok(Err(error)) => failure(&error.to_string()),
        Err(error) => failure(&format!("can't start: {error}")),
    }
}

async fn dispatch(args: Args) -> Result<(), StartError> {
    let Some(command) = args.command else { return say(&Args::command().render_help()) };
    let mut options = args.options;
    if matches!(command, Command::Mcp) && options.listen.as_deref().is_none_or(|listen| listen.trim().is_empty()) {
        options.listen = Some(beside::FREE.to_string());
    }
    let config = Config::try_from(&options)?;
    let clock = Arc::new(SystemClock);
    match command {
        Command::Serve => {
            let mut signals =
                serve::Signals::listen().map_err(|error| StartError::Refused(format!("can't listen for signals: {error}")))?;
            let running = start(config, clock.clone()).await?;
            welcome::greet(&running, clock.now()).await?;
            signals.heard().await;
            running.shut_down().await;
            Ok(())
        }
        Command::Token(command) => {
            let makes = matches!(command, Token::Create { .. });
            let store = if makes { open(&config).await? } else { open_existing(&config).await? };
            let done = token::run(command, &*store, clock.now()).await;
            store.close().await;
            done
        }
        Command::Audit(command) => audit::run(command, &config.database).await,
        Command::Backup { file } => backup::run(&config.database, &file).await,
        Command::Reviewer(command) => {
            let store = open(&config).await?;
            let service = Service::new(store.clone(), clock.clone(), &config.public_url());
            let service = if config.public_url.is_some() { service } else { service.deferring() };
            let done = reviewer::run(command, &service, &*store, clock.now()).await;
            store.close().await;
            done
        }
        Command::Mcp => beside::run(config, clock).await,
        Command::Demo => {
            let store = open(&config).await?;
            let done = demo::run(store.clone(), clock, &config).await;
            store.close().await;
            done
        }
    }
}

/// `name` without the space around it, as the name of a token or a reviewer; `whose`: for the refusal.
///
/// # Errors
/// [`StartError::Refused`] unless it has 1 to 200 characters on one line.
pub(super) fn named<'n>(whose: &str, name: &'n str) -> Result<&'n str, StartError> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_CHARS || name.chars().any(char::is_control) {
        return Err(StartError::Refused(format!("{whose} name has 1 to {NAME_CHARS} characters on one line")));
    }
    Ok(name)
}

/// The agent `name` that nobody can call as from outside: it has no token.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub(super) async fn local_agent(store: &dyn Store, name: &str, now: Timestamp) -> Result<Agent, StoreError> {
    if let Some(agent) = store.agent_named(name).await? {
        return Ok(agent);
    }
    match store.add_agent(name, None, false, now).await {
        // another process was faster
        Err(StoreError::NameTaken) => store.agent_named(name).await?.ok_or(StoreError::NameTaken),
        made => made,
    }
}

/// Help and version as they are; anything else as its first line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return say(&error.render()).map_or_else(|error| failure(&error.to_string()), |()| ExitCode::SUCCESS);
    }
    let text = error.to_string();
    let mut lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more"));
    let first = lines.next().unwrap_or("bad arguments").trim_start_matches("error: ").to_owned();
    let rest: Vec<&str> = lines.collect();
    let line = if rest.is_empty() { first } else { format!("{first} {}", rest.join(" ")) };
    failure(&format!("{line}; see countersign --help"))
}

/// One line, or one text, on standard output.
///
/// # Errors
/// [`StartError::Refused`] when nobody can read it.
pub(super) fn say(text: &dyn Display) -> Result<(), StartError> {
    let written = writeln!(std::io::stdout(), "{text}");
    written.map_err(|error| StartError::Refused(format!("can't write to standard output: {error}")))
}

fn failure(line: &str) -> ExitCode {
    eprintln!("countersign: {}", line.replace('\n', " "));
    ExitCode::from(2)
}
