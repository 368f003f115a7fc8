//! Base64 and SHA-256.

use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose::STANDARD},
};
use sha2::{Digest as _, Sha256};

use super::{
    super::{budget::Fallible, run::Run, value::Value},
    Filter, Input,
};

/// Padding is optional, and what the last character has too many bits is ignored.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true).with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

pub fn find(name: &str) -> Option<Filter> {
    Some(match name {
        "base64_decode" => decode,
        "base64_encode" => |run, input| {
            let text = input.text(run)?;
            run.budget.allocate(text.len() / 3 * 4 + 4)?;
            Ok(Value::text(STANDARD.encode(text.as_bytes())))
        },
        "hmac_sha256" => |run, input| {
            let (text, key) = (input.text(run)?, input.argument_text(0, run)?);
            Ok(Value::text(hex(&keyed(text.as_bytes(), key.as_bytes()))))
        },
        "sha256" => |run, input| {
            let text = input.text(run)?;
            Ok(Value::text(hex(&Sha256::digest(text.as_bytes()))))
        },
        _ => return None,
    })
}

fn decode(run: &mut Run<'_>, input: &Input<'_>) -> Fallible<Value> {
    let text = input.text(run)?;
    run.budget.allocate(text.len())?;
    let text: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ')).collect();
    let bytes = LENIENT.decode(&text).map_err(|_| "filter \"base64_decode\" was given invalid base64".to_owned())?;
    Value::made(&String::from_utf8_lossy(&bytes), run.budget)
}

/// HMAC, RFC 2104.
fn keyed(text: &[u8], key: &[u8]) -> Vec<u8> {
    const BLOCK: usize = 64;
    let mut block = [0; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let pad = |with: u8| block.map(|byte| byte ^ with);
    let inner = Sha256::new().chain_update(pad(0x36)).chain_update(text).finalize();
    Sha256::new().chain_update(pad(0x5c)).chain_update(inner).finalize().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
