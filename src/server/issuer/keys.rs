//! The public keys of an issuer (RFC 7517), as far as signatures of tokens can be verified with them.

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use serde::Deserialize;
use serde_json::Value;

/// What RSA keys sign with.
const RSA: [Algorithm; 6] = [Algorithm::RS256, Algorithm::RS384, Algorithm::RS512, Algorithm::PS256, Algorithm::PS384, Algorithm::PS512];

/// The shortest RSA key that is taken (RFC 7518 § 3.3), in bytes.
const RSA_BYTES: usize = 256;

/// Keys beyond these are not looked at.
const MOST: usize = 100;

/// The keys of one set.
pub(super) struct Keys(Vec<Key>);

struct Key {
    id: Option<String>,
    /// What it may verify: never what a shared secret signs.
    algorithms: Vec<Algorithm>,
    key: DecodingKey,
}

#[derive(Deserialize)]
struct Set {
    keys: Vec<Value>,
}

impl Keys {
    /// The usable keys of a JSON Web Key Set; `None` when there are none. Keys for other purposes and of unknown kinds are passed over.
    pub(super) fn read(set: &[u8]) -> Option<Self> {
        let set: Set = serde_json::from_slice(set).ok()?;
        let keys: Vec<Key> = set.keys.into_iter().take(MOST).filter_map(Key::read).collect();
        (!keys.is_empty()).then_some(Self(keys))
    }

    /// The key called `id` for `algorithm`. A token that names no key is from the only one there is for its algorithm.
    pub(super) fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Option<&DecodingKey> {
        let mut fitting = self.0.iter().filter(|key| key.algorithms.contains(&algorithm));
        match id {
            Some(id) => fitting.find(|key| key.id.as_deref() == Some(id)).map(|key| &key.key),
            None => fitting.next().filter(|_| fitting.next().is_none()).map(|key| &key.key),
        }
    }
}

impl Key {
    fn read(key: Value) -> Option<Self> {
        let jwk: Jwk = serde_json::from_value(key).ok()?;
        if !matches!(jwk.common.public_key_use, None | Some(PublicKeyUse::Signature)) {
            return None;
        }
        let key = DecodingKey::from_jwk(&jwk).ok()?;
        let fitting = match &jwk.algorithm {
            AlgorithmParameters::RSA(_) => {
                let DecodingKeyKind::RsaModulusExponent { n, .. } = key.kind() else { return None };
                (n.len() >= RSA_BYTES).then_some(&RSA[..])?
            }
            AlgorithmParameters::EllipticCurve(ec) if ec.curve == EllipticCurve::P256 => &[Algorithm::ES256],
            AlgorithmParameters::EllipticCurve(ec) if ec.curve == EllipticCurve::P384 => &[Algorithm::ES384],
            AlgorithmParameters::OctetKeyPair(okp) if okp.curve == EllipticCurve::Ed25519 => &[Algorithm::EdDSA],
            _ => return None,
        };
        let algorithms: Vec<Algorithm> = match jwk.common.key_algorithm {
            None => fitting.to_vec(),
            Some(only) => fitting.iter().copied().filter(|algorithm| only == (*algorithm).into()).collect(),
        };
        (!algorithms.is_empty()).then_some(Self { id: jwk.common.key_id, algorithms, key })
    }
}
