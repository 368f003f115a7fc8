//! The session id that comes with the answer to `initialize`, for clients of the protocol before 2026-07-28, which has no sessions.
//!
//! The specification lets a server assign one; the client then sends it along. Nothing is kept under it and nobody is asked for it: every
//! request stands alone, so an id holds across restarts and servers, none is ever unknown, and there is nothing to end (DELETE answers 405, which
//! says just that). To a client it is the name of its conversation, and some start concurrent streams only when they have one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

const HEADER: HeaderName = HeaderName::from_static("mcp-session-id");

/// Whether a request turned out to be a handshake that was agreed on; it goes along with the request.
#[derive(Clone, Default)]
pub struct Handshake(Arc<AtomicBool>);

impl Handshake {
    /// The two sides agreed.
    pub fn agreed(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Gives the answer to a handshake its session id; any other answer has none.
    pub fn name(&self, response: &mut Response) {
        if self.0.load(Ordering::Relaxed)
            && let Some(id) = new_id()
        {
            response.headers_mut().insert(HEADER, id);
        }
    }
}

/// 128 random bits in visible ASCII. A server need not assign an id: without randomness it doesn't.
fn new_id() -> Option<HeaderValue> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    HeaderValue::from_str(&URL_SAFE_NO_PAD.encode(bytes)).ok()
}
