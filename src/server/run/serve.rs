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

/// Returns when the process is told to stop: SIGTERM, or Ctrl-C.
pub(super) async fn told_to_stop() {
    #[cfg(unix)]
    {
        let Ok(mut terminate) = signal::unix::signal(signal::unix::SignalKind::terminate()) else {
            return until_interrupted().await;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            () = until_interrupted() => {}
        }
    }
    #[cfg(not(unix))]
    until_interrupted().await;
}

async fn until_interrupted() {
    if signal::ctrl_c().await.is_err() {
        // no such signal here: run on
        std::future::pending::<()>().await;
    }
}
