//! `WWW-Authenticate`: what a client is told that comes without a token that counts (RFC 6750, RFC 9728).

use axum::http::HeaderValue;

use super::refusal::Refusal;
use crate::domain::access::REQUEST;
use crate::server::service::Denied;

/// The challenge that goes with `refusal`, if one does; `metadata` is the URL of the metadata of a server that takes access tokens.
pub fn challenge(refusal: &Refusal, metadata: Option<&str>) -> Option<HeaderValue> {
    let error = match refusal {
        Refusal::Unauthorized { presented: false } => String::new(),
        Refusal::Unauthorized { presented: true } => r#", error="invalid_token""#.to_owned(),
        Refusal::Denied(Denied::Faulty(why)) => format!(r#", error="invalid_token", error_description="{why}""#),
        Refusal::Denied(Denied::Scope) => r#", error="insufficient_scope""#.to_owned(),
        _ => return None,
    };
    let issued = metadata.map_or_else(String::new, |url| format!(r#", scope="{REQUEST}", resource_metadata="{url}""#));
    HeaderValue::from_str(&format!(r#"Bearer realm="countersign"{error}{issued}"#)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::access::Fault;
    use crate::server::access;

    const METADATA: &str = "https://review.example/.well-known/oauth-protected-resource/mcp";

    #[test]
    fn challenges_say_what_is_wrong_and_where_to_go() {
        let here = format!(r#"scope="elicit:request", resource_metadata="{METADATA}""#);
        for (refusal, plain) in [
            (Refusal::Unauthorized { presented: false }, r#"Bearer realm="countersign""#),
            (Refusal::Unauthorized { presented: true }, r#"Bearer realm="countersign", error="invalid_token""#),
            (
                Refusal::Denied(Denied::Faulty(access::Denied::Claims(Fault::Expired))),
                r#"Bearer realm="countersign", error="invalid_token", error_description="it has expired""#,
            ),
            (Refusal::Denied(Denied::Scope), r#"Bearer realm="countersign", error="insufficient_scope""#),
        ] {
            assert_eq!(challenge(&refusal, None).unwrap(), plain);
            assert_eq!(challenge(&refusal, Some(METADATA)).unwrap(), format!("{plain}, {here}").as_str());
        }
    }

    #[test]
    fn where_another_token_would_change_nothing_none_is_asked_for() {
        for refusal in [Refusal::Denied(Denied::Revoked), Refusal::Denied(Denied::Unreachable), Refusal::Foreign("x"), Refusal::Internal] {
            assert_eq!(challenge(&refusal, Some(METADATA)), None, "{refusal:?}");
        }
    }
}
