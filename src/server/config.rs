//! What the command line asked for, checked before anything is opened.

use std::net::SocketAddr;
use std::path::PathBuf;

/// A checked configuration (contract § 11).
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// Where links point, without a trailing slash; `None`: the address that was bound.
    pub public_url: Option<String>,
    /// The SQLite file.
    pub database: PathBuf,
    pub retention_days: u32,
}
