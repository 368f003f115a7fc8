//! What the two databases do each in their own way: connections, transactions, and what surrounds them.

use async_trait::async_trait;

use super::driver::{Session, Transaction};
use super::{OpenError, StoreError};

/// A database as [`SqlStore`](super::SqlStore) works on it.
#[async_trait]
pub(super) trait Engine: Send + Sync {
    /// A connection that reads, each statement for itself.
    async fn read(&self) -> Result<Session, StoreError>;

    /// A transaction that reads as of one moment.
    async fn look(&self) -> Result<Transaction, StoreError>;

    /// A transaction that writes while nobody else does, in any process: what it reads stays true until it commits.
    async fn write(&self) -> Result<Transaction, StoreError>;

    /// Reads the database through, where that is ours to do.
    async fn check(&self) -> Result<(), OpenError>;

    /// Whether something can be written.
    async fn takes_writes(&self) -> Result<(), StoreError>;

    async fn close(&self);

    /// As [`Store::announce`](super::Store::announce).
    async fn announce(&self, url: &str) -> Result<(), StoreError>;

    /// As [`Store::announced`](super::Store::announced).
    async fn announced(&self) -> Option<String>;
}
