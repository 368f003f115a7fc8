//! The tools, as rmcp calls them: who asks, with what, and the answer.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use axum::http::request::Parts;
use futures::FutureExt;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, ErrorCode, Implementation, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value};
use tokio::time::{Instant, interval_at};

use super::{arguments, reply, tools};
use crate::domain::elicitation::Status;
use crate::server::auth::Agent;
use crate::server::service::{CallError, Service};

/// When a waiting call tells its client that it still waits: first, then again and again.
const PROGRESS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(10));

const INSTRUCTIONS: &str = "Countersign puts a person in the loop before a record is written. Call elicit_proposal with what you would write, \
     give the person the reviewUrl, call elicit_await until the status is no longer pending, then elicit_result, and write exactly what it \
     returns in values. Never send secrets or credentials.";

/// Answers one call; cloned for each.
#[derive(Clone)]
pub struct Handler {
    service: Service,
}

impl Handler {
    pub fn new(service: Service) -> Self {
        Self { service }
    }

    async fn call(&self, name: &str, given: Value, context: &RequestContext<RoleServer>) -> Result<CallToolResult, ErrorData> {
        if tools::named(name).is_none() {
            return Err(ErrorData::invalid_params(format!("Unknown tool: {}", short(name)), None));
        }
        // rmcp would leave the caller of a call that panics without any answer.
        let answer = AssertUnwindSafe(self.answer(name, given, context)).catch_unwind().await;
        reply::result(answer.unwrap_or_else(|_| {
            tracing::error!(tool = name, "a tool call panicked");
            Err(CallError::Internal)
        }))
    }

    async fn answer(&self, name: &str, given: Value, context: &RequestContext<RoleServer>) -> Result<Value, CallError> {
        let agent = context.extensions.get::<Parts>().and_then(|parts| parts.extensions.get::<Agent>());
        let Some(agent) = agent else {
            tracing::error!(tool = name, "a tool call came without its agent");
            return Err(CallError::Internal);
        };
        let given = arguments::object(given)?;
        match name {
            tools::PROPOSAL => self.service.open_proposal(agent, &given).await.map(|opened| reply::opened(&opened)),
            tools::STATUS => self.service.status(agent, &arguments::elicitation_id(name, &given)?).await.map(reply::status),
            tools::AWAIT => self.wait(agent, &given, context).await.map(reply::status),
            tools::RESULT => self.service.result(agent, &arguments::elicitation_id(name, &given)?).await.map(reply::outcome),
            tools::CANCEL => {
                self.service.cancel(agent, &arguments::elicitation_id(name, &given)?).await.map(|()| reply::status(Status::Canceled))
            }
            _ => Err(CallError::Internal),
        }
    }

    /// Waits as long as the caller listens; one that gave a progress token hears that it still waits.
    async fn wait(&self, agent: &Agent, given: &Map<String, Value>, context: &RequestContext<RoleServer>) -> Result<Status, CallError> {
        let (id, window) = arguments::id_and_window(tools::AWAIT, given)?;
        let token = context.meta.get_progress_token();
        let begun = Instant::now();
        let (first, every) = PROGRESS;
        let mut ticks = interval_at(begun + first, every);
        let mut left = std::pin::pin!(self.service.wait(agent, &id, window));
        loop {
            tokio::select! {
                biased;
                status = &mut left => return status,
                // Nobody is there to be answered; the request itself goes on.
                () = context.ct.cancelled() => return Ok(Status::Pending),
                _ = ticks.tick() => {
                    let Some(token) = token.clone() else { continue };
                    let progress = ProgressNotificationParam::new(token, begun.elapsed().as_secs_f64().floor())
                        .with_total(window.as_secs_f64())
                        .with_message("still pending: waiting for the reviewer");
                    // A client that is gone is noticed by the token above.
                    let _ = context.peer.notify_progress(progress).await;
                }
            }
        }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let name = Implementation::new("countersign", env!("CARGO_PKG_VERSION"))
            .with_title("Countersign")
            .with_description(env!("CARGO_PKG_DESCRIPTION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build()).with_server_info(name).with_instructions(INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::named(name).cloned()
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all().to_vec()))
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        let given = request.arguments.map_or(Value::Null, Value::Object);
        self.call(&request.name, given, &context).await.map(CallToolResponse::from)
    }

    /// What rmcp could not read as one of the protocol's requests: a method that is not ours, or parameters of the wrong shape,
    /// among them the arguments of a tool that are no object.
    async fn on_custom_request(&self, request: CustomRequest, context: RequestContext<RoleServer>) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        match method.as_str() {
            "tools/call" => {
                let mut params = params.unwrap_or_default();
                let given = params.get_mut("arguments").map(Value::take).unwrap_or_default();
                let Some(name) = params.get("name").and_then(Value::as_str) else {
                    return Err(ErrorData::invalid_params("params.name: the name of a tool is required", None));
                };
                if given.is_object() || given.is_null() {
                    return Err(ErrorData::invalid_params("params: not of the shape that tools/call has in the protocol", None));
                }
                let result = self.call(name, given, &context).await?;
                custom(&result, context.protocol_version().as_ref())
            }
            "initialize" | "ping" | "tools/list" | "server/discover" => {
                Err(ErrorData::invalid_params(format!("params: not of the shape that {method} has in the protocol"), None))
            }
            _ => Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("Method not found: {}", short(&method)), None)),
        }
    }
}

/// As much of a name that is not ours as is worth saying.
fn short(name: &str) -> String {
    name.chars().take(100).collect()
}

/// `result` as rmcp writes it to a client of `version`: `resultType` came with 2026-07-28.
fn custom(result: &CallToolResult, version: Option<&ProtocolVersion>) -> Result<CustomResult, ErrorData> {
    let mut result = serde_json::to_value(result).map_err(|_| ErrorData::internal_error("internal error", None))?;
    if let Some(map) = result.as_object_mut()
        && version.is_none_or(|version| version.as_str() < ProtocolVersion::V_2026_07_28.as_str())
    {
        map.shift_remove("resultType");
    }
    Ok(CustomResult::new(result))
}
