//! `countersign mcp`: the tools over standard input and output, for a host that starts servers itself, with the review pages beside.
//!
//! It works on the same database as a `countersign serve` that runs: links then point there, and go on working when this process has ended.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{Running, StartError, bind, local_agent, open, serve, serve_on};
use crate::server::clock::Clock;
use crate::server::config::Config;
use crate::server::mcp::stdio;
use crate::server::service::Service;

/// The agent at the other end of the pipe. Whoever can start this process on the database can call as it.
const AGENT: &str = "stdio";

/// Any free port of this machine's own.
pub(super) const FREE: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

/// Serves the pipe until its input ends or the process is told to stop.
///
/// # Errors
/// [`StartError`] when the database can't be opened, no port be bound, or the host speaks no MCP.
pub(super) async fn run(config: Config, clock: Arc<dyn Clock>) -> Result<(), StartError> {
    let mut signals = serve::Signals::listen().map_err(|error| StartError::Refused(format!("can't listen for signals: {error}")))?;
    let running = start(config, clock.clone()).await?;
    let agent = local_agent(&*running.store, AGENT, clock.now()).await?;
    eprintln!("Review pages are at http://{} while this runs, unless a `countersign serve` has them.", running.addr);

    let stop = CancellationToken::new();
    let served = stdio::serve(running.service.clone(), agent, io::BufReader::new(io::stdin()), io::stdout(), stop.clone());
    let mut served = std::pin::pin!(served);
    let ended = tokio::select! {
        ended = &mut served => ended,
        () = signals.heard() => {
            running.service.drain();
            stop.cancel();
            served.await
        }
    };
    running.shut_down().await;
    ended.map_err(StartError::Refused)
}

/// As [`super::start`], but that a port in use is no reason to give up: its owner may well be the `serve` on this database.
async fn start(config: Config, clock: Arc<dyn Clock>) -> Result<Running, StartError> {
    let store = open(&config).await?;
    let listener = listener(config.listen).await?;
    let told_where = config.public_url.is_some();
    serve_on(listener, store, config, |config, store| {
        let service = Service::new(store, clock, &config.public_url());
        if told_where { service } else { service.deferring() }
    })
}

async fn listener(addr: SocketAddr) -> Result<TcpListener, StartError> {
    match bind(addr).await {
        Err(StartError::Listen { reason, .. }) if reason.kind() == io::ErrorKind::AddrInUse => bind(FREE).await,
        bound => bound,
    }
}
