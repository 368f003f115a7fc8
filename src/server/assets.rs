//! The built site, embedded: content-hashed files with their brotli and gzip forms. A debug server reads it from disk, and one without a
//! built site serves pages that do without.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;

use crate::app::page::Assets;

#[derive(RustEmbed)]
#[folder = "target/site"]
#[allow_missing = true]
struct Site;

/// The list of the hashed files, which `cargo xtask` writes and nobody may fetch.
const LIST: &str = "assets.json";

/// The encodings that files lie beside in, best first.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Where the page's script, module and style sheet are.
#[must_use]
pub fn assets() -> Assets {
    #[derive(Deserialize)]
    struct List {
        js: String,
        wasm: String,
        css: String,
    }
    let list = Site::get(LIST).and_then(|file| serde_json::from_slice::<List>(&file.data).ok());
    list.map_or_else(Assets::default, |list| Assets { css: Some(list.css), client: Some((list.js, list.wasm)) })
}

/// The file at `path` (with its leading slash), as the browser takes it; `None` when there is none.
#[must_use]
pub fn file(path: &str, asked: &HeaderMap) -> Option<Response> {
    let path = path.strip_prefix('/').filter(|path| *path != LIST && !ENCODINGS.iter().any(|(_, suffix)| path.ends_with(suffix)))?;
    let plain = Site::get(path)?;
    let (encoding, found) = encoded(path, asked).map_or((None, plain), |(encoding, file)| (Some(encoding), file));
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let mime = if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    // a name with a hash never changes its content
    let cache = if path.starts_with("pkg/") { "public, max-age=31536000, immutable" } else { "public, max-age=3600" };
    let mut response = (StatusCode::OK, found.data.into_owned()).into_response();
    let headers = response.headers_mut();
    if let Ok(mime) = HeaderValue::from_str(&mime) {
        headers.insert(header::CONTENT_TYPE, mime);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

/// The best form of `path` that the browser takes and that lies there.
fn encoded(path: &str, asked: &HeaderMap) -> Option<(&'static str, EmbeddedFile)> {
    let accepted = asked.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    ENCODINGS
        .into_iter()
        .filter(|(name, _)| accepts(accepted, name))
        .find_map(|(name, suffix)| Site::get(&format!("{path}{suffix}")).map(|file| (name, file)))
}

/// Whether an `Accept-Encoding` takes the encoding `name`: it is listed, and not with a weight of nothing.
fn accepts(accepted: &str, name: &str) -> bool {
    accepted.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let listed = parts.next().is_some_and(|listed| listed.eq_ignore_ascii_case(name));
        listed && !parts.any(|weight| matches!(weight.strip_prefix("q="), Some(weight) if weight.trim_matches(['0', '.']).is_empty()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_accept_encoding() {
        let cases = [
            ("gzip, deflate, br, zstd", "br", true),
            ("gzip, deflate", "br", false),
            ("br;q=0, gzip", "br", false),
            ("br;q=0.000", "br", false),
            ("br; q=0.1", "br", true),
            ("BR", "br", true),
            ("", "gzip", false),
        ];
        for (accepted, name, wanted) in cases {
            assert_eq!(accepts(accepted, name), wanted, "{accepted} {name}");
        }
    }

    #[test]
    fn keeps_its_list_and_its_forms_to_itself() {
        for path in ["/assets.json", "/pkg/countersign.css.br", "/../Cargo.toml", "/pkg/../../../Cargo.toml", "/nothing", "nothing", "/"] {
            assert!(file(path, &HeaderMap::new()).is_none(), "{path}");
        }
    }
}
