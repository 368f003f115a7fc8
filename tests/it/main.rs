//! Tests of the whole: the server as a process, and the project's own rules.
#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod approval;
mod audit;
mod checker_law;
mod cli;
mod crash;
mod docs;
mod door;
mod drafts;
mod history;
mod inbox;
mod layers;
mod lifecycle;
mod limits;
mod live;
mod mcp_client;
mod mcp_guard;
mod mcp_protocol;
mod mcp_tools;
mod oauth;
mod races;
mod review;
mod review_form;
mod review_functions;
mod review_kinds;
mod review_page;
mod selection;
mod sign_in;
mod stdio;
mod support;
mod template_bombs;
mod template_bounds;
mod template_faults;
mod template_live;
mod template_oracle;
mod template_safety;
