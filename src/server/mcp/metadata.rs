//! What a client without a token is told, so that it can get one: where the issuer is, and which scopes there are (RFC 9728). Only while
//! there is an issuer.

use std::future::ready;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse as _;
use axum::routing::get;
use serde_json::json;

use crate::domain::access::{ADMIN, REQUEST};
use crate::server::config::Config;

/// Where the metadata of the whole server would be, and where that of `/mcp` is.
const HOST: &str = "/.well-known/oauth-protected-resource";
const RESOURCE: &str = "/.well-known/oauth-protected-resource/mcp";

/// A page of any site may read it.
const ANYBODY: (header::HeaderName, &str) = (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");

/// The URL of the metadata, if there are any.
pub fn url(config: &Config) -> Option<String> {
    config.oauth_issuer.as_ref().map(|_| format!("{}{RESOURCE}", config.public_url()))
}

/// The routes of the metadata, if there are any.
pub fn router(config: &Config) -> Router {
    let Some(issuer) = &config.oauth_issuer else { return Router::new() };
    let metadata = json!({
        "resource": config.mcp_url(),
        "authorization_servers": [issuer],
        "scopes_supported": [REQUEST, ADMIN],
        "bearer_methods_supported": ["header"],
        "resource_name": "Countersign",
    });
    let text = metadata.to_string();
    let told = get(move || ready(([ANYBODY, (header::CONTENT_TYPE, "application/json")], text.clone()).into_response()));
    // clients name the protocol's version in a header of their own, which a browser asks about first
    let allowed = [ANYBODY, (header::ACCESS_CONTROL_ALLOW_METHODS, "GET"), (header::ACCESS_CONTROL_ALLOW_HEADERS, "*")];
    let told = told.options(move || ready((StatusCode::NO_CONTENT, allowed).into_response()));
    Router::new().route(HOST, told.clone()).route(RESOURCE, told)
}
