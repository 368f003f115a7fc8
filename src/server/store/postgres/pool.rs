//! Connections to a server that may go away and come back.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgPool, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use crate::server::store::StoreError;

/// How long a unit of work may queue for its turn.
const QUEUE: Duration = Duration::from_secs(30);

/// How long the server may take to let a connection in, or to answer on one.
const CONNECT: Duration = Duration::from_secs(5);

/// For how long nobody tries again after that was too short: whoever calls meanwhile is told at once.
const PAUSE: Duration = Duration::from_secs(1);

/// A pool whose turns are waited for apart from its server: a queue is no sign that the server is gone.
#[derive(Clone)]
pub(super) struct Pool {
    connections: PgPool,
    turns: Arc<Semaphore>,
    /// When the server was found to be gone.
    gone: Arc<Mutex<Option<Instant>>>,
}

impl Pool {
    /// Up to `most` connections; none is made yet.
    pub(super) fn new(most: u32, options: PgConnectOptions) -> Self {
        let turns = Arc::new(Semaphore::new(most.try_into().unwrap_or(Semaphore::MAX_PERMITS)));
        let connections = PgPoolOptions::new().max_connections(most).acquire_timeout(CONNECT).connect_lazy_with(options);
        Self { connections, turns, gone: Arc::default() }
    }

    /// A connection that the server answered on a moment ago, and a turn to keep as long as it is used.
    pub(super) async fn acquire(&self) -> Result<(PoolConnection<Postgres>, OwnedSemaphorePermit), StoreError> {
        let turn = timeout(QUEUE, self.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| sqlx::Error::PoolTimedOut)?.map_err(|_| sqlx::Error::PoolClosed)?;
        if self.last_gone().is_some_and(|gone| gone.elapsed() < PAUSE) {
            return Err(StoreError::Unreachable);
        }
        match self.connections.acquire().await {
            Ok(connection) => Ok((connection, turn)),
            Err(sqlx::Error::PoolTimedOut) => {
                self.note_gone();
                Err(StoreError::Unreachable)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A transaction that `begin` begins, with its turn.
    pub(super) async fn begin(
        &self,
        begin: &'static str,
    ) -> Result<(sqlx::Transaction<'static, Postgres>, OwnedSemaphorePermit), StoreError> {
        let (connection, turn) = self.acquire().await?;
        Ok((sqlx::Transaction::begin(connection, Some(sqlx::SqlSafeStr::into_sql_str(begin))).await?, turn))
    }

    pub(super) async fn close(&self) {
        self.connections.close().await;
    }

    fn last_gone(&self) -> Option<Instant> {
        *self.gone.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_gone(&self) {
        *self.gone.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}
