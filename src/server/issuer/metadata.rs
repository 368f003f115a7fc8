//! Where an issuer says what it is: RFC 8414, or OpenID Connect Discovery.

use http::Uri;
use serde::Deserialize;

use super::Fault;
use crate::server::outbound::{Outbound, Unanswered, is_private};

#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    jwks_uri: Option<String>,
}

/// Where the keys of `issuer` are.
///
/// # Errors
/// [`Fault`] when it does not say so, or it isn't itself that does.
pub(super) async fn keys_url(outbound: &Outbound, issuer: &str) -> Result<String, Fault> {
    let mut missing = None;
    for url in places(issuer) {
        match outbound.get(&url).await {
            Ok(text) => return read(&text, url, issuer),
            // not there: perhaps at the next place
            Err(why @ Unanswered::Status(_)) => missing = missing.or(Some(Fault::Unanswered { url, why })),
            Err(why) => return Err(Fault::Unanswered { url, why }),
        }
    }
    Err(missing.unwrap_or(Fault::NotMetadata { url: issuer.to_owned() }))
}

fn read(text: &[u8], url: String, issuer: &str) -> Result<String, Fault> {
    let Ok(metadata) = serde_json::from_slice::<Metadata>(text) else { return Err(Fault::NotMetadata { url }) };
    if metadata.issuer != issuer {
        return Err(Fault::Other { url, issuer: metadata.issuer.escape_debug().to_string() });
    }
    let Some(keys) = metadata.jwks_uri else { return Err(Fault::NotMetadata { url }) };
    // http is for an issuer on this machine, which may well name itself so
    let trusted = is_private(&keys) && (keys.starts_with("https:") || issuer.starts_with("http:"));
    if trusted { Ok(keys) } else { Err(Fault::Open(keys.escape_debug().to_string())) }
}

/// The places, in the order in which they are tried.
fn places(issuer: &str) -> Vec<String> {
    let path = issuer.parse::<Uri>().map(|uri| uri.path().trim_end_matches('/').to_owned()).unwrap_or_default();
    let whole = issuer.trim_end_matches('/');
    let host = whole.strip_suffix(path.as_str()).unwrap_or(whole);
    let mut places = vec![
        format!("{host}/.well-known/oauth-authorization-server{path}"),
        format!("{host}/.well-known/openid-configuration{path}"),
        format!("{whole}/.well-known/openid-configuration"),
    ];
    places.dedup();
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_looked_for_where_the_standards_put_it() {
        for issuer in ["https://a.example", "https://a.example/"] {
            let wanted = ["https://a.example/.well-known/oauth-authorization-server", "https://a.example/.well-known/openid-configuration"];
            assert_eq!(places(issuer), wanted, "{issuer}");
        }
        for issuer in ["http://localhost:8080/realms/a", "http://localhost:8080/realms/a/"] {
            let wanted = [
                "http://localhost:8080/.well-known/oauth-authorization-server/realms/a",
                "http://localhost:8080/.well-known/openid-configuration/realms/a",
                "http://localhost:8080/realms/a/.well-known/openid-configuration",
            ];
            assert_eq!(places(issuer), wanted, "{issuer}");
        }
    }

    #[test]
    fn an_issuer_must_name_itself_and_a_safe_place() {
        let answer = |issuer: &str, keys: &str| format!(r#"{{"issuer":"{issuer}","jwks_uri":"{keys}","more":[1]}}"#);
        for (issuer, text, wanted) in [
            ("https://a.example", answer("https://a.example", "https://keys.example/a"), Ok("https://keys.example/a")),
            ("http://localhost:1", answer("http://localhost:1", "http://localhost:1/jwks"), Ok("http://localhost:1/jwks")),
            ("https://a.example", answer("https://a.example/", "https://a.example/jwks"), Err("--oauth-issuer")),
            ("https://a.example", answer("https://a.example", "http://a.example/jwks"), Err("must be https")),
            ("https://a.example", answer("https://a.example", "http://localhost/jwks"), Err("must be https")),
            ("http://localhost:1", answer("http://localhost:1", "file:///etc/passwd"), Err("must be https")),
            ("https://a.example", r#"{"issuer":"https://a.example"}"#.to_owned(), Err("not the metadata")),
            ("https://a.example", "<html>".to_owned(), Err("not the metadata")),
            ("https://a.example", "[]".to_owned(), Err("not the metadata")),
        ] {
            let found = read(text.as_bytes(), "https://x/.well-known".to_owned(), issuer);
            match (found, wanted) {
                (Ok(found), Ok(wanted)) => assert_eq!(found, wanted),
                (Err(fault), Err(wanted)) => assert!(fault.to_string().contains(wanted), "{text}: {fault}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }
}
