//! Countersign: where an AI agent's proposed change to a record meets the person who answers for it.
//!
//! Reading order: [`domain`] (what the product is), [`api`] (what the page asks of the server), [`app`] (what the reviewer sees),
//! [`server`] (everything else). ARCHITECTURE.md is the map.
#![recursion_limit = "512"]

#[cfg(any(feature = "ssr", feature = "hydrate"))]
pub mod api;
#[cfg(any(feature = "ssr", feature = "hydrate"))]
pub mod app;
pub mod domain;
#[cfg(feature = "ssr")]
pub mod server;

/// Entry point of the browser's half: wakes the islands of the page that the server drew.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_islands();
}
