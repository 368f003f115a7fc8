//! What the page asks of the server: leptos server functions and their plain types. Bodies may name `crate::server`, nothing else here may.
//!
//! Each is asked with the link's secret, in JSON both ways: the form encoding drops empty lists and turns `Some("")` into none. The browser
//! asks through [`client`].

pub mod client;
mod json;
mod sheet;

pub use sheet::{Asks, Sheet};

use leptos::server;
use leptos::server_fn::codec::{Json, JsonEncoding};
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
use serde::{Deserialize, Serialize};

use crate::domain::grid::{Entry, RowFault};

/// Why the server did not do as asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ApiError {
    /// The rows at fault; nothing was decided.
    Faults(Vec<RowFault>),
    /// It was decided, canceled or has expired already: says which ("This request was already submitted").
    Closed(String),
    /// No such link.
    NotFound,
    /// Not a call of this page; says what is wrong with it.
    Malformed(String),
    /// The server can't answer now, or can't be reached.
    Unavailable,
}

impl FromServerFnError for ApiError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            // the JSON codec calls arguments that it can't read a deserialization that failed
            ServerFnErrorErr::Args(text) | ServerFnErrorErr::MissingArg(text) | ServerFnErrorErr::Deserialization(text) => {
                Self::Malformed(text)
            }
            _ => Self::Unavailable,
        }
    }
}

/// The reviewer submits: `entries`, one a row.
///
/// # Errors
/// [`ApiError`]; nothing was decided then.
#[server(prefix = "/api", endpoint = "submit", input = Json, output = Json)]
pub async fn submit_review(link: String, entries: Vec<Entry>) -> Result<(), ApiError> {
    crate::server::pages::answers::submit(&link, &entries).await
}

/// The reviewer submits a choice: the ids `selected`, in any order.
///
/// # Errors
/// [`ApiError`]; nothing was decided then.
#[server(prefix = "/api", endpoint = "select", input = Json, output = Json)]
pub async fn select_options(link: String, selected: Vec<String>) -> Result<(), ApiError> {
    crate::server::pages::answers::select(&link, &selected).await
}

/// The reviewer declines.
///
/// # Errors
/// [`ApiError`]; nothing was decided then.
#[server(prefix = "/api", endpoint = "decline", input = Json, output = Json)]
pub async fn decline_review(link: String) -> Result<(), ApiError> {
    crate::server::pages::answers::decline(&link).await
}

/// The opened page says that somebody sees it: the `viewed` event, once a request.
///
/// # Errors
/// [`ApiError::Closed`] also tells that the request was decided meanwhile.
#[server(prefix = "/api", endpoint = "viewed", input = Json, output = Json)]
pub async fn mark_viewed(link: String) -> Result<(), ApiError> {
    crate::server::pages::answers::viewed(&link).await
}

/// The faults of `texts` (row index and text) against their rows' patterns, which only the server can match.
///
/// # Errors
/// [`ApiError`].
#[server(prefix = "/api", endpoint = "patterns", input = Json, output = Json)]
pub async fn match_patterns(link: String, texts: Vec<(usize, String)>) -> Result<Vec<RowFault>, ApiError> {
    crate::server::pages::answers::patterns(&link, &texts).await
}
