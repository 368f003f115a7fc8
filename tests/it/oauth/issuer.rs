//! An OAuth issuer on this machine: its metadata, its keys, and as many kinds of trouble as real ones have.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How the issuer behaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Mood {
    #[default]
    Well,
    /// Answers 500.
    Ill,
    /// Takes questions and never answers.
    Silent,
    /// Sends whoever asks for keys to this URL.
    Elsewhere(String),
    /// Has more keys than anybody would read.
    Verbose,
    /// Names itself so.
    Named(String),
    /// Has its metadata only where OpenID Connect puts them.
    OpenId,
}

#[derive(Default)]
struct Inside {
    url: String,
    keys: Vec<Value>,
    mood: Mood,
    /// The paths that were asked for.
    asked: Vec<String>,
}

/// One that is up until it is stopped or dropped; it signs all the same.
pub struct Issuer {
    pub url: String,
    inside: Arc<Mutex<Inside>>,
    key: EncodingKey,
    kid: String,
    served: JoinHandle<()>,
}

impl Issuer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let inside = Arc::new(Mutex::new(Inside { url: url.clone(), ..Inside::default() }));
        let app = Router::new().fallback(get(answer)).with_state(inside.clone());
        let served = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        let mut issuer = Self { url, inside, key: EncodingKey::from_secret(b"none yet").unwrap(), kid: String::new(), served };
        issuer.rotate("one");
        issuer
    }

    /// Signs with a new key from now on, and shows that alone.
    pub fn rotate(&mut self, kid: &str) {
        let pair = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
        self.key = EncodingKey::from_ec_der(pair.as_ref());
        self.kid = kid.to_owned();
        let mut jwk = serde_json::to_value(Jwk::from_encoding_key(&self.key, Algorithm::ES256).unwrap()).unwrap();
        jwk["kid"] = json!(kid);
        self.inside.lock().unwrap().keys = vec![jwk];
    }

    pub fn be(&self, mood: Mood) {
        self.inside.lock().unwrap().mood = mood;
    }

    /// How often its keys, or whatever it was before them, were asked for.
    pub fn asked(&self, path: &str) -> usize {
        self.inside.lock().unwrap().asked.iter().filter(|asked| *asked == path).count()
    }

    /// A token with these claims.
    pub fn sign(&self, claims: &Value) -> String {
        let header = Header { typ: Some("at+jwt".to_owned()), kid: Some(self.kid.clone()), ..Header::new(Algorithm::ES256) };
        encode(&header, claims, &self.key).unwrap()
    }

    /// Ends it; nobody listens there then.
    pub async fn stop(&mut self) {
        self.served.abort();
        // that it was aborted is what we want to hear
        let _ = (&mut self.served).await;
    }
}

impl Drop for Issuer {
    fn drop(&mut self) {
        self.served.abort();
    }
}

async fn answer(State(inside): State<Arc<Mutex<Inside>>>, uri: axum::http::Uri) -> Response {
    let (url, keys, mood) = {
        let mut inside = inside.lock().unwrap();
        inside.asked.push(uri.path().to_owned());
        (inside.url.clone(), inside.keys.clone(), inside.mood.clone())
    };
    let issuer = if let Mood::Named(name) = &mood { name.clone() } else { url.clone() };
    let metadata = json!({ "issuer": issuer, "jwks_uri": format!("{url}/jwks"), "token_endpoint": format!("{url}/token") });
    let answer = match (uri.path(), &mood) {
        (_, Mood::Ill) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        (_, Mood::Silent) => return std::future::pending().await,
        ("/jwks", Mood::Elsewhere(url)) => return Redirect::temporary(url).into_response(),
        ("/jwks", Mood::Verbose) => json!({ "keys": keys, "more": "x".repeat(1 << 20) }),
        ("/jwks", _) => json!({ "keys": keys }),
        ("/.well-known/oauth-authorization-server", Mood::OpenId) => return StatusCode::NOT_FOUND.into_response(),
        ("/.well-known/oauth-authorization-server" | "/.well-known/openid-configuration", _) => metadata,
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    answer.to_string().into_response()
}
