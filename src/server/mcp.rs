//! The MCP endpoint: tools, their arguments, their answers.
//!
//! A call comes in through [`guard`] (who asks, is it JSON at all) and rmcp's Streamable HTTP service, or through [`stdio`], then
//! [`handler`], which hands it to [`crate::server::service`]; [`reply`] is the only home of the wire words of an answer. Without sessions:
//! all truth is in the store.

mod arguments;
mod as_of;
mod challenge;
mod guard;
mod handler;
mod hosts;
pub mod json;
pub mod message;
mod metadata;
pub mod refusal;
mod reply;
mod session;
pub mod stdio;
mod tools;

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use self::guard::Gate;
use self::handler::Handler;
use crate::server::state::AppState;

/// The route `/mcp`, for agents' calls over Streamable HTTP, and the metadata that clients get access tokens for it by.
pub fn router(state: AppState) -> Router {
    let handler = Handler::new(state.service.clone());
    // Host and Origin are the guard's: they are checked before anything else of a request is looked at.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let service = StreamableHttpService::new(move || Ok(handler.clone()), Arc::new(NeverSessionManager::default()), config);
    // Of this route alone: a layer would also stand before whatever path nobody serves.
    let described = metadata::router(&state.config);
    Router::new().route_service("/mcp", service).route_layer(from_fn_with_state(Gate::new(state), guard::admit)).merge(described)
}
