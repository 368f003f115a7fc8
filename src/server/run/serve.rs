//! Connections: accepted, kept honest about time, drained at the end.

use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::signal;
use tokio_util::sync::CancellationToken;

/// How long a client may take for the head of a request, and a connection stay idle.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// How long open requests may take to finish when the server stops.
const GRACE: Duration = Duration::from_secs(30);

/// Serves `app` on `listener` until `stop`; then closes the door and lets open requests finish.
pub(super) async fn serve(listener: TcpListener, app: Router, stop: CancellationToken) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let connections = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        let Ok((stream, _)) = accepted else {
            // out of file descriptors, most likely: some will be free again soon
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // answers are small and awaited: they must not be held back to be sent with a next one
        let _ = stream.set_nodelay(true);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
        // a connection that breaks off is the client's affair
        let watched = connections.watch(connection);
        tokio::spawn(async move { _ = watched.await });
    }
    drop(listener);
    if tokio::time::timeout(GRACE, connections.shutdown()).await.is_err() {
        tracing::warn!("some requests were still open after {} s", GRACE.as_secs());
    }
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
