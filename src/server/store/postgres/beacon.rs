//! Where the database is served: each server says so of itself every few seconds.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;

use super::pool::Pool;
use crate::server::store::StoreError;

/// How often a server says where it is. Whoever said nothing for three times as long is taken to be gone.
const EVERY: Duration = Duration::from_secs(5);

/// $1 is where a server is.
const SAY: &str = "insert into servers (url, since, seen_at) values ($1, now(), now()) on conflict (url) do update set seen_at = now(), \
                   since = case when servers.seen_at < now() - interval '15 seconds' then now() else servers.since end";

pub(super) struct Beacon {
    pool: Pool,
    /// Where we are, and what goes on saying it.
    lit: Mutex<Option<(String, JoinHandle<()>)>>,
}

impl Beacon {
    pub(super) fn new(pool: Pool) -> Self {
        Self { pool, lit: Mutex::default() }
    }

    /// Says that the database is served at `url`, and goes on saying it.
    pub(super) async fn light(&self, url: &str) -> Result<(), StoreError> {
        say(&self.pool, url).await?;
        let (pool, said) = (self.pool.clone(), url.to_owned());
        let goes_on = tokio::spawn(async move {
            loop {
                tokio::time::sleep(EVERY).await;
                // a database that is gone is told of by whoever needs it
                let _ = say(&pool, &said).await;
            }
        });
        *self.lit.lock().unwrap_or_else(PoisonError::into_inner) = Some((url.to_owned(), goes_on));
        Ok(())
    }

    /// What another server says, the one that has said it for longest.
    pub(super) async fn seen(&self) -> Option<String> {
        let (mut connection, _turn) = self.pool.acquire().await.ok()?;
        let select = "select url from servers where seen_at >= now() - interval '15 seconds' order by since, url limit 1";
        sqlx::query_scalar(select).fetch_optional(&mut *connection).await.ok()?
    }

    /// Forgets those that are long gone: a write, which a server that takes none refuses even when there are none.
    pub(super) async fn forget_the_dead(&self) -> Result<(), StoreError> {
        let (mut connection, _turn) = self.pool.acquire().await?;
        sqlx::query("delete from servers where seen_at < now() - interval '1 day'").execute(&mut *connection).await?;
        Ok(())
    }

    /// From now on we say nothing. Another server at the same address says so again soon.
    pub(super) async fn put_out(&self) {
        let lit = self.lit.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((url, goes_on)) = lit else { return };
        goes_on.abort();
        if let Ok((mut connection, _turn)) = self.pool.acquire().await {
            // an entry that stays is not heeded for long
            let _ = sqlx::query("delete from servers where url = $1").bind(url).execute(&mut *connection).await;
        }
    }
}

async fn say(pool: &Pool, url: &str) -> Result<(), StoreError> {
    let (mut connection, _turn) = pool.acquire().await?;
    sqlx::query(SAY).bind(url).execute(&mut *connection).await?;
    Ok(())
}
