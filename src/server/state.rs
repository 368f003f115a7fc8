//! What every handler shares.

use std::sync::Arc;

use axum::extract::FromRef;

use super::config::Config;
use super::limits::Limits;
use super::seats::Seats;
use super::service::Service;

/// Cloned into every handler.
#[derive(Clone)]
pub struct AppState {
    pub service: Service,
    pub config: Arc<Config>,
    pub limits: Arc<Limits>,
    pub seats: Seats,
}

impl FromRef<AppState> for Service {
    fn from_ref(state: &AppState) -> Self {
        state.service.clone()
    }
}
