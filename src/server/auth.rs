//! Agents' tokens and review links: 256-bit secrets, stored as SHA-256 (contract § 8).

/// An agent whose token was presented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub id: i64,
    pub name: String,
    pub admin: bool,
}

/// A secret as it is handed out, once: 256 random bits, base64url. `Debug` does not show it.
#[derive(Clone)]
pub struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}
