//! An OpenID provider on this machine that does as it is told: right, wrong, or not at all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub const CLIENT: &str = "countersign";
pub const SECRET: &str = "a secret / of: the tests";

/// What a code is good for.
#[derive(Clone, Debug)]
struct Grant {
    id_token: String,
    challenge: String,
    redirect: String,
}

#[derive(Default)]
struct Inside {
    url: String,
    key: Option<(EncodingKey, String)>,
    keys: Vec<Value>,
    grants: HashMap<String, Grant>,
    /// Whether a code is good more than once.
    lenient: bool,
    /// What the token endpoint answers instead.
    refusal: Option<(StatusCode, Value)>,
    /// What the userinfo endpoint says.
    person: Value,
    authorization_endpoint: Option<String>,
    /// The paths that were asked for.
    asked: Vec<String>,
}

/// One that is up until it is dropped.
pub struct Provider {
    pub url: String,
    inside: Arc<Mutex<Inside>>,
    served: JoinHandle<()>,
}

impl Provider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let inside = Arc::new(Mutex::new(Inside { url: url.clone(), ..Inside::default() }));
        let app = Router::new().fallback(any(answer)).with_state(inside.clone());
        let served = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        let provider = Self { url, inside, served };
        provider.rotate("one");
        provider
    }

    /// Signs with a new key from now on, and shows that alone.
    pub fn rotate(&self, kid: &str) {
        let pair = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
        let key = EncodingKey::from_ec_der(pair.as_ref());
        let mut jwk = serde_json::to_value(Jwk::from_encoding_key(&key, Algorithm::ES256).unwrap()).unwrap();
        jwk["kid"] = json!(kid);
        jwk["use"] = json!("sig");
        let mut inside = self.inside.lock().unwrap();
        inside.keys = vec![jwk];
        inside.key = Some((key, kid.to_owned()));
    }

    /// A code for whoever `claims` say.
    pub fn grant(&self, url: &str, claims: &Value) -> String {
        self.grant_token(url, self.sign(claims))
    }

    /// An ID token, signed with the key that is shown.
    pub fn sign(&self, claims: &Value) -> String {
        let (key, kid) = self.inside.lock().unwrap().key.clone().unwrap();
        let header = Header { kid: Some(kid), ..Header::new(Algorithm::ES256) };
        encode(&header, claims, &key).unwrap()
    }

    /// A code for this very ID token.
    pub fn grant_token(&self, url: &str, id_token: String) -> String {
        let mut inside = self.inside.lock().unwrap();
        let code = format!("code-{}", inside.grants.len());
        let grant = Grant { id_token, challenge: asked(url, "code_challenge"), redirect: asked(url, "redirect_uri") };
        inside.grants.insert(code.clone(), grant);
        code
    }

    pub fn be_lenient(&self) {
        self.inside.lock().unwrap().lenient = true;
    }

    pub fn refuse(&self, status: StatusCode, body: Value) {
        self.inside.lock().unwrap().refusal = Some((status, body));
    }

    pub fn say_who(&self, person: Value) {
        self.inside.lock().unwrap().person = person;
    }

    pub fn send_people_to(&self, url: &str) {
        self.inside.lock().unwrap().authorization_endpoint = Some(url.to_owned());
    }

    /// How often this was asked for.
    pub fn asked(&self, path: &str) -> usize {
        self.inside.lock().unwrap().asked.iter().filter(|asked| *asked == path).count()
    }

    /// Ends it; nobody listens there then.
    pub async fn stop(&mut self) {
        self.served.abort();
        // that it was aborted is what we want to hear
        let _ = (&mut self.served).await;
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.served.abort();
    }
}

/// What an authorization request says for `name`.
pub fn asked(url: &str, name: &str) -> String {
    let (_, query) = url.split_once('?').unwrap();
    form_urlencoded::parse(query.as_bytes()).find(|(known, _)| known == name).map(|(_, value)| value.into_owned()).unwrap_or_default()
}

async fn answer(State(inside): State<Arc<Mutex<Inside>>>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let mut inside = inside.lock().unwrap();
    inside.asked.push(uri.path().to_owned());
    let url = inside.url.clone();
    let (status, answer) = match uri.path() {
        "/.well-known/openid-configuration" => (
            StatusCode::OK,
            json!({
                "issuer": url,
                "authorization_endpoint": inside.authorization_endpoint.clone().unwrap_or_else(|| format!("{url}/authorize")),
                "token_endpoint": format!("{url}/token"),
                "userinfo_endpoint": format!("{url}/userinfo"),
                "jwks_uri": format!("{url}/jwks"),
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none", "XX1"],
                "something_else": [1, 2.5, { "deep": 1 }],
            }),
        ),
        "/jwks" => (StatusCode::OK, json!({ "keys": inside.keys })),
        "/userinfo" => (StatusCode::OK, inside.person.clone()),
        "/token" => inside.refusal.clone().unwrap_or_else(|| inside.exchange(&headers, &body)),
        _ => (StatusCode::NOT_FOUND, json!({})),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
}

impl Inside {
    /// As RFC 6749 and RFC 7636 have it.
    fn exchange(&mut self, headers: &HeaderMap, body: &[u8]) -> (StatusCode, Value) {
        let pairs: HashMap<_, _> = form_urlencoded::parse(body).into_owned().collect();
        let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let basic = format!("Basic {}", STANDARD.encode(format!("{}:{}", encoded(CLIENT), encoded(SECRET))));
        if headers.get(header::AUTHORIZATION).is_none_or(|sent| sent != basic.as_str()) {
            return (StatusCode::UNAUTHORIZED, json!({ "error": "invalid_client" }));
        }
        let code = pairs.get("code").cloned().unwrap_or_default();
        let grant = if self.lenient { self.grants.get(&code).cloned() } else { self.grants.remove(&code) };
        let challenge = pairs.get("code_verifier").map(|verifier| URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)));
        match grant {
            Some(grant) if Some(&grant.challenge) == challenge.as_ref() && Some(&grant.redirect) == pairs.get("redirect_uri") => {
                let mut token = json!({ "access_token": "a", "token_type": "Bearer", "expires_in": 300, "refresh_expires_in": 0 });
                if !grant.id_token.is_empty() {
                    token["id_token"] = json!(grant.id_token);
                }
                (StatusCode::OK, token)
            }
            _ => (StatusCode::BAD_REQUEST, json!({ "error": "invalid_grant", "error_description": "no" })),
        }
    }
}
