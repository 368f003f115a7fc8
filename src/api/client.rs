//! The server functions as the browser calls them: a POST of JSON, written and read by hand. The client that leptos generates does the
//! same, and with what it brings along it weighs a fifth of the page.

use js_sys::Reflect;
use js_sys::futures::JsFuture;
use leptos::prelude::{location, window};
use leptos::server_fn::ServerFn;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{Headers, RequestInit, Response};
use serde_json::{Map, Value};

use super::json;
use super::sheet::read::{list, row_fault, text, variant};
use super::{ApiError, DeclineReview, KeepDraft, MarkViewed, MatchPatterns, SelectOptions, SubmitReview};
use crate::domain::grid::{Draft, Entry, RowFault};

/// The most that a browser sends for a page that is gone, and some room.
const KEEPALIVE_BYTES: usize = 60_000;

/// See [`super::submit_review`].
///
/// # Errors
/// As there.
pub async fn submit_review(entries: &[Entry]) -> Result<String, ApiError> {
    text(ask(SubmitReview::PATH, &[("entries", entries.iter().map(entry).collect())], false).await?).ok_or(ApiError::Unavailable)
}

/// See [`super::select_options`].
///
/// # Errors
/// As there.
pub async fn select_options(selected: &[String]) -> Result<String, ApiError> {
    text(ask(SelectOptions::PATH, &[("selected", texts(selected))], false).await?).ok_or(ApiError::Unavailable)
}

/// See [`super::decline_review`].
///
/// # Errors
/// As there.
pub async fn decline_review() -> Result<String, ApiError> {
    text(ask(DeclineReview::PATH, &[], false).await?).ok_or(ApiError::Unavailable)
}

/// See [`super::keep_draft`]. `leaving`: the page may be gone before the answer is there.
///
/// # Errors
/// As there.
pub async fn keep_draft(rows: &[(usize, Entry)], selected: Option<&[String]>, leaving: bool) -> Result<u32, ApiError> {
    let rows = rows.iter().map(|(row, held)| Value::Array(vec![(*row).into(), entry(held)])).collect();
    let answer = ask(KeepDraft::PATH, &[("rows", rows), ("selected", selected.map(texts).unwrap_or_default())], leaving).await?;
    answer.as_u64().and_then(|revision| revision.try_into().ok()).ok_or(ApiError::Unavailable)
}

/// See [`super::mark_viewed`].
///
/// # Errors
/// As there.
pub async fn mark_viewed() -> Result<(), ApiError> {
    ask(MarkViewed::PATH, &[], false).await.map(drop)
}

/// See [`super::match_patterns`].
///
/// # Errors
/// As there.
pub async fn match_patterns(texts: Vec<(usize, String)>) -> Result<Vec<RowFault>, ApiError> {
    let texts = texts.into_iter().map(|(row, text)| Value::Array(vec![row.into(), text.into()])).collect();
    let answer = ask(MatchPatterns::PATH, &[("texts", texts)], false).await?;
    list(answer, row_fault).ok_or(ApiError::Unavailable)
}

/// Calls the server function at `path` with the page's own path and `more` arguments.
async fn ask(path: &str, more: &[(&str, Value)], leaving: bool) -> Result<Value, ApiError> {
    let mut arguments = Map::new();
    arguments.insert("door".to_owned(), location().pathname().map_err(|_| ApiError::Unavailable)?.into());
    for (name, value) in more {
        arguments.insert((*name).to_owned(), value.clone());
    }
    let (status, answer) = post(path, &Value::Object(arguments).to_string(), leaving).await.ok_or(ApiError::Unavailable)?;
    let answer = json::read(&answer);
    match status {
        200 => answer.ok_or(ApiError::Unavailable),
        413 => Err(ApiError::Malformed("it is too much at once".to_owned())),
        _ => Err(answer.and_then(error).unwrap_or(ApiError::Unavailable)),
    }
}

/// The shelves of the inbox as HTML, for the page's own query; with the status, `None` when there is no answer.
pub async fn inbox(query: &str) -> Option<(u16, String)> {
    fetch(&("/inbox/shelves".to_owned() + query), &RequestInit::new()).await
}

/// The status and the text of the answer; `None` when there is none. `leaving`: whatever becomes of the page, the browser sends it.
async fn post(path: &str, body: &str, leaving: bool) -> Option<(u16, String)> {
    let headers = Headers::new().ok()?;
    headers.set("content-type", "application/json").ok()?;
    let request = RequestInit::new();
    request.set_method("POST");
    request.set_headers(&headers);
    request.set_body(&JsValue::from_str(body));
    if leaving && body.len() < KEEPALIVE_BYTES {
        Reflect::set(&request, &"keepalive".into(), &JsValue::TRUE).ok()?;
    }
    fetch(path, &request).await
}

async fn fetch(path: &str, request: &RequestInit) -> Option<(u16, String)> {
    let response: Response = JsFuture::from(window().fetch_with_str_and_init(path, request)).await.ok()?.dyn_into().ok()?;
    let text = JsFuture::from(response.text().ok()?).await.ok()?;
    Some((response.status(), text.as_string()?))
}

fn entry(entry: &Entry) -> Value {
    let draft = entry.draft.as_ref().map(|draft| match draft {
        Draft::Unchosen => "Unchosen".into(),
        Draft::Text(text) => object("Text", text.as_str().into()),
        Draft::Set(items) => object("Set", items.iter().map(String::as_str).collect()),
    });
    let mut written = Map::new();
    written.insert("include".to_owned(), Value::Bool(entry.include));
    written.insert("draft".to_owned(), draft.unwrap_or_default());
    Value::Object(written)
}

fn texts(texts: &[String]) -> Value {
    texts.iter().map(String::as_str).collect()
}

fn object(name: &str, value: Value) -> Value {
    let mut object = Map::new();
    object.insert(name.to_owned(), value);
    Value::Object(object)
}

fn error(answer: Value) -> Option<ApiError> {
    let (name, held) = variant(answer)?;
    Some(match name.as_str() {
        "Faults" => ApiError::Faults(list(held, row_fault)?),
        "Closed" => ApiError::Closed(text(held)?),
        "NotFound" => ApiError::NotFound,
        "SignIn" => ApiError::SignIn,
        "ForSomebodyElse" => ApiError::ForSomebodyElse,
        "Malformed" => ApiError::Malformed(text(held)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_and_reads_what_the_server_functions_do() {
        let drafts = [
            None,
            Some(Draft::Unchosen),
            Some(Draft::Text("\"\u{0}é".into())),
            Some(Draft::Set(vec![])),
            Some(Draft::Set(vec!["a".into()])),
        ];
        for draft in drafts {
            for include in [true, false] {
                let sent = Entry { include, draft: draft.clone() };
                assert_eq!(entry(&sent), serde_json::to_value(&sent).unwrap());
            }
        }
        let errors = [
            ApiError::Faults(vec![RowFault { row: 3, message: "no".into() }]),
            ApiError::Closed("This request was already submitted".into()),
            ApiError::NotFound,
            ApiError::SignIn,
            ApiError::ForSomebodyElse,
            ApiError::Malformed("x".into()),
        ];
        for sent in errors {
            assert_eq!(error(serde_json::to_value(&sent).unwrap()), Some(sent));
        }
    }
}
