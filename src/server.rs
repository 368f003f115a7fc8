//! Everything that runs on the server alone.

pub mod access;
pub mod args;
pub mod assets;
pub mod auth;
pub mod chain;
pub mod clock;
pub mod config;
pub mod demo;
pub mod issuer;
pub mod judge;
pub mod limits;
pub mod mcp;
pub mod openid;
pub mod outbound;
pub mod pages;
pub mod router;
pub mod run;
pub mod seats;
pub mod service;
pub mod state;
pub mod store;
pub mod telemetry;
pub mod template;
pub mod wake;
