//! Connections: accepted, kept honest about time, drained at the end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::server::limits::Peer;

/// How long a client may take for the head of a request, and a connection stay idle.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// The most that the head of a request may have, which is kept until it is whole: thousands may be sending one.
const HEAD_BYTES: usize = 64 * 1024;

/// Files that a process may open where the system does not say.
const FILES: u64 = 1024;

/// Files that are no connections: the database with its side files, once for each of its connections, and the standard streams.
const OTHER_FILES: u64 = 64;

/// How long open requests may take to finish when the server stops.
const GRACE: Duration = Duration::from_secs(30);

/// Serves `app` on `listener` until `stop`; then closes the door and lets open requests finish.
pub(super) async fn serve(listener: TcpListener, app: Router, stop: CancellationToken) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD_BYTES);
    let connections = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(places()));
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = stop.cancelled() => break,
        };
        let Ok((stream, peer, place)) = accepted else {
            // out of file descriptors, most likely: some will be free again soon
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // answers are small and awaited: they must not be held back to be sent with a next one
        let _ = stream.set_nodelay(true);
        let (app, peer) = (TowerToHyperService::new(app.clone()), Peer(peer.ip()));
        let app = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            app.call(request)
        });
        let connection = http.serve_connection(TokioIo::new(stream), app);
        // a connection that breaks off is the client's affair
        let watched = connections.watch(connection);
        tokio::spawn(async move {
            let _ = watched.await;
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(GRACE, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests were still open after {} s", GRACE.as_secs());
    }
}

/// The next connection, once there is a place for it.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> std::io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = places.clone().acquire_owned().await.map_err(std::io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, place))
}

/// How many connections there may be at once: as many as the system lets this process open files, a few aside for the database. Each waiter
/// has one, and the limit that a shell sets is often low, so it is raised first as far as may be.
fn places() -> usize {
    #[cfg(unix)]
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(FILES);
    #[cfg(not(unix))]
    let files = FILES;
    usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX).clamp(1, Semaphore::MAX_PERMITS)
}

/// The signals that end the process: SIGTERM and Ctrl-C. Heard from the moment this is made, not only once it is waited on.
pub(super) struct Signals {
    #[cfg(unix)]
    terminate: signal::unix::Signal,
    #[cfg(unix)]
    interrupt: signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    pub(super) fn listen() -> std::io::Result<Self> {
        use signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Returns at the first of them.
    #[cfg(unix)]
    pub(super) async fn heard(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    pub(super) fn listen() -> std::io::Result<Self> {
        Ok(Self {})
    }

    /// Returns at Ctrl-C, never where there is no such thing.
    #[cfg(not(unix))]
    pub(super) async fn heard(&mut self) {
        if signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
