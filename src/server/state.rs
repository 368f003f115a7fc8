//! What every handler shares.

use std::sync::Arc;

use leptos_config::LeptosOptions;

use super::config::Config;
use super::service::Service;

/// Cloned into every handler, and provided as context to leptos pages and server functions.
#[derive(Clone)]
pub struct AppState {
    pub service: Service,
    pub config: Arc<Config>,
    pub leptos: LeptosOptions,
}

impl axum::extract::FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.leptos.clone()
    }
}
