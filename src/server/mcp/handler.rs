//! The tools, as rmcp calls them: who asks, with what, and the answer.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use axum::http::request::Parts;
use futures::FutureExt;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, Extensions, Implementation, InitializeRequestParams,
    InitializeResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value};
use tokio::time::{Instant, interval_at};

use super::guard::Hasty;
use super::message::Given;
use super::session::Handshake;
use super::{arguments, reply, tools};
use crate::domain::elicitation::Status;
use crate::domain::history::Until;
use crate::domain::request::Kind;
use crate::server::auth::Agent;
use crate::server::service::{CallError, Service};

/// When a waiting call tells its client that it still waits: first, then again and again.
const PROGRESS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(10));

const INSTRUCTIONS: &str = "Countersign puts a person in the loop before something happens that is hard to take back.

Choosing a tool:
- elicit_proposal: to create or update one record, when the person should see where each value came from and decide field by field. Shows your \
sources, the current values and editable proposed values side by side.
- elicit_approval: for a yes or no to something you show (context), for a short form to fill in (requestedSchema), or for both.
- elicit_selection: to have the person pick one or several of up to 500 options, such as which of a few matches is the right one.

The flow is the same for all three: call the tool, give the person the reviewUrl, call elicit_await until the status is no longer pending, then \
elicit_result, and act on exactly what it returns, never on what you sent. elicit_cancel withdraws a request; elicit_history finds a lost \
elicitationId. Never send secrets or credentials.";

/// Answers one call; cloned for each.
#[derive(Clone)]
pub struct Handler {
    service: Service,
}

impl Handler {
    pub fn new(service: Service) -> Self {
        Self { service }
    }

    async fn answer(&self, name: &str, context: &RequestContext<RoleServer>) -> Result<Value, CallError> {
        let (Some(agent), given) = came_with(&context.extensions) else {
            tracing::error!(tool = name, "a tool call came without its agent");
            return Err(CallError::Internal);
        };
        if let Some(hasty) = hasty(&context.extensions) {
            return Err(CallError::TooOften { per_minute: hasty.per_minute.get(), seconds: hasty.wait.seconds() });
        }
        let given = arguments::object(given.map_or(&Value::Null, |given| &given.0))?;
        if let Some(kind) = Kind::of(name) {
            return self.service.open(agent, kind, &given).await.map(|opened| reply::opened(&opened));
        }
        match name {
            tools::STATUS => self.service.status(agent, &arguments::elicitation_id(name, &given)?).await.map(reply::status),
            tools::AWAIT => self.wait(agent, &given, context).await.map(reply::status),
            tools::RESULT => self.service.result(agent, &arguments::elicitation_id(name, &given)?).await.map(reply::outcome),
            tools::CANCEL => {
                self.service.cancel(agent, &arguments::elicitation_id(name, &given)?).await.map(|()| reply::status(Status::Canceled))
            }
            tools::HISTORY => {
                let lookup = arguments::lookup(name, &given)?;
                let until = lookup.as_of.as_ref().map_or_else(Until::default, |(_, until)| *until);
                self.service.history(agent, lookup.scope, until, lookup.page).await.map(|history| reply::history(&history, lookup))
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

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let agreed = self.negotiate_initialize(&request)?;
        if let Some(handshake) = context.extensions.get::<Parts>().and_then(|parts| parts.extensions.get::<Handshake>()) {
            handshake.agreed();
        }
        Ok(agreed)
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
        let name = request.name.as_ref();
        if tools::named(name).is_none() {
            return Err(ErrorData::invalid_params(format!("Unknown tool: {}", short(name)), None));
        }
        // rmcp would leave the caller of a call that panics without any answer.
        let answer = AssertUnwindSafe(self.answer(name, &context)).catch_unwind().await;
        let answer = answer.unwrap_or_else(|_| {
            tracing::error!(tool = name, "a tool call panicked");
            Err(CallError::Internal)
        });
        reply::result(answer).map(CallToolResponse::from)
    }

    /// What rmcp could not read as one of the protocol's requests: a method that is not ours, or parameters of the wrong shape.
    async fn on_custom_request(&self, request: CustomRequest, _context: RequestContext<RoleServer>) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        match method.as_str() {
            "initialize" | "ping" | "tools/list" | "tools/call" | "server/discover" => {
                Err(ErrorData::invalid_params(format!("the params of {method} are not of the shape that the protocol wants"), None))
            }
            _ => Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("Method not found: {}", short(&method)), None)),
        }
    }
}

/// Who calls, and with which arguments: on HTTP [`guard`](super::guard) says so, on a pipe [`stdio`](super::stdio).
fn came_with(extensions: &Extensions) -> (Option<&Agent>, Option<&Given>) {
    match extensions.get::<Parts>() {
        Some(parts) => (parts.extensions.get(), parts.extensions.get()),
        None => (extensions.get(), extensions.get()),
    }
}

/// Whether the call comes too often.
fn hasty(extensions: &Extensions) -> Option<&Hasty> {
    extensions.get::<Parts>()?.extensions.get()
}

/// As much of a name that is not ours as is worth saying.
fn short(name: &str) -> String {
    name.chars().take(100).collect()
}
