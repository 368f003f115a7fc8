//! What the page asks of the server: leptos server functions and their plain types. Bodies may name `crate::server`, nothing else here may.
//!
//! Each is asked with the page's own path as its `door` (`/review/SECRET`, `/inbox/ID`), in JSON both ways: the form encoding drops empty lists and
//! turns `Some("")` into none. The browser asks through [`client`].

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
    /// No such request, or not theirs to see.
    NotFound,
    /// It takes a reviewer who is signed in.
    SignIn,
    /// It takes another reviewer than the one who is signed in.
    ForSomebodyElse,
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

/// The reviewer submits: `entries`, one a row. Answers with where to go now.
///
/// # Errors
/// [`ApiError`]; nothing was decided then.
#[server(prefix = "/api", endpoint = "submit", input = Json, output = Json)]
pub async fn submit_review(door: String, entries: Vec<Entry>) -> Result<String, ApiError> {
    crate::server::pages::answers::submit(&door, &entries).await
}

/// The reviewer submits a choice: the ids `selected`, in any order. Answers with where to go now.
///
/// # Errors
/// [`ApiError`]; nothing was decided then.
#[server(prefix = "/api", endpoint = "select", input = Json, output = Json)]
pub async fn select_options(door: String, selected: Vec<String>) -> Result<String, ApiError> {
    crate::server::pages::answers::select(&door, &selected).await
}

/// The reviewer declines. Answers with where to go now.
///
/// # Errors
/// [`ApiError`]; nothing was decided then.
#[server(prefix = "/api", endpoint = "decline", input = Json, output = Json)]
pub async fn decline_review(door: String) -> Result<String, ApiError> {
    crate::server::pages::answers::decline(&door).await
}

/// What was entered and not sent is kept: `rows` by index, and the ids of a selection's chosen options, where they changed since this page
/// last said so. Answers with how often the draft has been kept now.
///
/// # Errors
/// [`ApiError`]; nothing was kept then.
#[server(prefix = "/api", endpoint = "draft", input = Json, output = Json)]
pub async fn keep_draft(door: String, rows: Vec<(usize, Entry)>, selected: Option<Vec<String>>) -> Result<u32, ApiError> {
    crate::server::pages::answers::draft(&door, &rows, selected.as_deref()).await
}

/// The opened page says that somebody sees it: the `viewed` event, once a request.
///
/// # Errors
/// [`ApiError::Closed`] also tells that the request was decided meanwhile.
#[server(prefix = "/api", endpoint = "viewed", input = Json, output = Json)]
pub async fn mark_viewed(door: String) -> Result<(), ApiError> {
    crate::server::pages::answers::viewed(&door).await
}

/// The faults of `texts` (row index and text) against their rows' patterns, which only the server can match.
///
/// # Errors
/// [`ApiError`].
#[server(prefix = "/api", endpoint = "patterns", input = Json, output = Json)]
pub async fn match_patterns(door: String, texts: Vec<(usize, String)>) -> Result<Vec<RowFault>, ApiError> {
    crate::server::pages::answers::patterns(&door, &texts).await
}
