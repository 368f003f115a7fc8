use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{EncodingKey, encode};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use serde_json::{Value, json};

use super::*;

const ISSUER: &str = "https://issuer.example";
const RESOURCE: &str = "https://review.example/mcp";
const NOW: i64 = 1_769_851_800;

/// Tokens of every algorithm, and the keys to them, made once with Node.js.
const VECTORS: &str = include_str!("vectors.json");

/// An issuer's key and the server that trusts it.
struct Trust {
    key: EncodingKey,
    set: Value,
    tokens: AccessTokens,
}

impl Trust {
    fn new() -> Self {
        let pair = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
        let key = EncodingKey::from_ec_der(pair.as_ref());
        let mut jwk = serde_json::to_value(Jwk::from_encoding_key(&key, Algorithm::ES256).unwrap()).unwrap();
        jwk["kid"] = json!("one");
        let set = json!({ "keys": [jwk] });
        Self { key, tokens: trusting(&set), set }
    }

    fn sign(&self, header: &Header, claims: &Value) -> String {
        encode(header, claims, &self.key).unwrap()
    }
}

fn trusting(set: &Value) -> AccessTokens {
    AccessTokens { issuer: Issuer::knowing(ISSUER, set.to_string().as_bytes(), now()), resource: RESOURCE.to_owned() }
}

fn now() -> Timestamp {
    Timestamp::from_millis(NOW * 1000)
}

fn header() -> Header {
    Header { typ: Some("at+jwt".to_owned()), kid: Some("one".to_owned()), ..Header::new(Algorithm::ES256) }
}

fn claims() -> Value {
    json!({ "iss": ISSUER, "aud": RESOURCE, "exp": NOW + 300, "client_id": "desk", "sub": "jo", "scope": "elicit:request" })
}

fn desk() -> Grant {
    Grant { name: "oauth:issuer.example:desk".to_owned(), admin: false }
}

/// A token of these parts as they are.
fn token(header: &Value, claims: &Value, signature: &str) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.{signature}", part(header), part(claims))
}

#[tokio::test]
async fn every_asymmetric_algorithm_is_verified() {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let tokens = trusting(&vectors);
    for algorithm in SIGNED {
        let name = format!("{algorithm:?}");
        let good = vectors["tokens"][&name].as_str().unwrap_or_else(|| panic!("{name}"));
        assert_eq!(tokens.verify(good, now()).await, Ok(desk()), "{name}");
        let (head, signature) = good.rsplit_once('.').unwrap();
        let other = vectors["tokens"][if name == "RS256" { "RS384" } else { "RS256" }].as_str().unwrap().rsplit('.').next().unwrap();
        for bad in [other, "", "AA", &signature[4..]] {
            assert_eq!(tokens.verify(&format!("{head}.{bad}"), now()).await, Err(Denied::Signature), "{name} {bad}");
        }
    }
    let refused = |name: &str| vectors["tokens"][name].as_str().unwrap();
    assert_eq!(tokens.verify(refused("ES512"), now()).await, Err(Denied::Malformed), "not one that we know");
    assert_eq!(tokens.verify(refused("weak"), now()).await, Err(Denied::Key), "1024 bits are no key");
}

#[tokio::test]
async fn nothing_but_the_issuers_signature_counts() {
    let trust = Trust::new();
    let good = trust.sign(&header(), &claims());
    assert_eq!(trust.tokens.verify(&good, now()).await, Ok(Grant { name: "oauth:issuer.example:desk:jo".to_owned(), admin: false }));

    let none = json!({ "alg": "none", "typ": "at+jwt", "kid": "one" });
    assert_eq!(trust.tokens.verify(&token(&none, &claims(), ""), now()).await, Err(Denied::Malformed));

    // whoever has the public key has these secrets
    let jwk = &trust.set["keys"][0];
    let point = [vec![4], decoded(&jwk["x"]), decoded(&jwk["y"])].concat();
    for secret in [point, jwk.to_string().into_bytes(), trust.set.to_string().into_bytes()] {
        for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
            let forged = encode(&Header { alg: algorithm, ..header() }, &claims(), &EncodingKey::from_secret(&secret).unwrap()).unwrap();
            assert_eq!(trust.tokens.verify(&forged, now()).await, Err(Denied::Algorithm));
        }
    }

    let stranger = Trust::new();
    assert_eq!(trust.tokens.verify(&stranger.sign(&header(), &claims()), now()).await, Err(Denied::Signature));

    // a key that comes along with the token is the bearer's, not the issuer's
    let own = Header { jwk: Some(serde_json::from_value(stranger.set["keys"][0].clone()).unwrap()), ..header() };
    assert_eq!(trust.tokens.verify(&stranger.sign(&own, &claims()), now()).await, Err(Denied::Signature));

    let (head, signature) = good.rsplit_once('.').unwrap();
    let (header, _) = head.split_once('.').unwrap();
    let mut more = claims();
    more["scope"] = json!("elicit:request elicit:admin");
    let tampered = format!("{header}.{}.{signature}", URL_SAFE_NO_PAD.encode(more.to_string()));
    assert_eq!(trust.tokens.verify(&tampered, now()).await, Err(Denied::Signature));
}

fn decoded(text: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn keys_are_known_by_their_names() {
    let trust = Trust::new();
    let nameless = trust.sign(&Header { kid: None, ..header() }, &claims());
    assert!(trust.tokens.verify(&nameless, now()).await.is_ok(), "there is one key only");
    let mut two = trust.set.clone();
    let mut second = Trust::new().set["keys"][0].clone();
    second["kid"] = json!("two");
    two["keys"].as_array_mut().unwrap().push(second);
    let tokens = trusting(&two);
    assert!(tokens.verify(&trust.sign(&header(), &claims()), now()).await.is_ok());
    assert_eq!(tokens.verify(&nameless, now()).await, Err(Denied::Key));
    for kid in ["two", "three", ""] {
        let other = trust.sign(&Header { kid: Some(kid.to_owned()), ..header() }, &claims());
        let wanted = if kid == "two" { Denied::Signature } else { Denied::Key };
        assert_eq!(tokens.verify(&other, now()).await, Err(wanted), "{kid}");
    }
    for (name, value) in [("use", "enc"), ("alg", "ES384"), ("alg", "RS256"), ("crv", "P-384"), ("kty", "oct")] {
        let mut other = trust.set.clone();
        other["keys"][0][name] = json!(value);
        let good = json!({ "keys": [two["keys"][1], other["keys"][0]] });
        assert_eq!(trusting(&good).verify(&trust.sign(&header(), &claims()), now()).await, Err(Denied::Key), "{name} {value}");
    }
}

#[tokio::test]
async fn what_is_no_access_token_is_refused() {
    let trust = Trust::new();
    for (typ, wanted) in [
        (Some("at+jwt"), None),
        (Some("AT+JWT"), None),
        (Some("application/at+jwt"), None),
        (Some("JWT"), None),
        (None, None),
        (Some("logout+jwt"), Some(Denied::Type)),
        (Some("dpop+jwt"), Some(Denied::Type)),
        (Some("id+jwt"), Some(Denied::Type)),
        (Some(""), Some(Denied::Type)),
    ] {
        let token = trust.sign(&Header { typ: typ.map(str::to_owned), ..header() }, &claims());
        assert_eq!(trust.tokens.verify(&token, now()).await.err(), wanted, "{typ:?}");
    }
    let critical = Header { crit: Some(vec!["exp".to_owned()]), ..header() };
    assert_eq!(trust.tokens.verify(&trust.sign(&critical, &claims()), now()).await, Err(Denied::Malformed));
    let mut huge = claims();
    huge["more"] = json!("x".repeat(TOKEN_BYTES));
    for token in [trust.sign(&header(), &huge), "..".to_owned(), "a.b.c".to_owned(), "e30.e30.".to_owned(), "é.é.é".to_owned()] {
        assert_eq!(trust.tokens.verify(&token, now()).await, Err(Denied::Malformed));
    }
}

#[tokio::test]
async fn claims_are_held_to_our_clock_and_to_us() {
    let trust = Trust::new();
    for (name, value, wanted) in [
        ("iss", json!("https://issuer.example/"), Fault::Issuer),
        ("aud", json!("https://other.example/mcp"), Fault::Audience),
        ("exp", json!(NOW - 60), Fault::Expired),
        ("nbf", json!(NOW + 60), Fault::Early),
        ("nonce", json!("n"), Fault::Identity),
        ("scope", json!("openid"), Fault::Scope),
    ] {
        let mut claims = claims();
        claims[name] = value;
        assert_eq!(trust.tokens.verify(&trust.sign(&header(), &claims), now()).await, Err(Denied::Claims(wanted)), "{name}");
    }
    let mut odd = claims();
    odd["iss"] = json!([ISSUER, "https://other.example"]);
    assert_eq!(trust.tokens.verify(&trust.sign(&header(), &odd), now()).await, Err(Denied::Unreadable), "an issuer is one");
    let good = trust.sign(&header(), &claims());
    let later = Timestamp::from_millis((NOW + 329) * 1000);
    assert!(trust.tokens.verify(&good, later).await.is_ok());
    assert_eq!(trust.tokens.verify(&good, later.plus_seconds(1)).await, Err(Denied::Claims(Fault::Expired)));
}

#[test]
fn our_own_tokens_are_no_access_tokens() {
    assert!(!is_access_token(crate::server::auth::Secret::token().expose()));
    for (token, wanted) in [("a.b.c", true), ("a.b", false), ("a.b.c.d", false), ("a.b.c.d.e", false), ("", false)] {
        assert_eq!(is_access_token(token), wanted, "{token}");
    }
}
