//! What every handler shares.

use std::sync::Arc;

use super::config::Config;
use super::limits::Limits;
use super::service::Service;

/// Cloned into every handler.
#[derive(Clone)]
pub struct AppState {
    pub service: Service,
    pub config: Arc<Config>,
    pub limits: Arc<Limits>,
}
