use serde_json::{Value, json};

use super::*;

const WANTED: Wanted<'_> = Wanted { issuer: "https://issuer.example/", resource: "https://review.example/mcp" };
const NOW: i64 = 1_769_851_800;

/// What the claims of a good token come to with `change` made to them: a `null` takes one away.
fn granted(change: &Value) -> Result<Grant, Fault> {
    let mut claims = json!({
        "iss": "https://issuer.example/",
        "aud": "https://review.example/mcp",
        "exp": NOW + 300,
        "sub": "jo",
        "client_id": "desk",
        "scope": "openid elicit:request",
    });
    for (name, value) in change.as_object().unwrap() {
        if value.is_null() {
            claims.as_object_mut().unwrap().remove(name);
        } else {
            claims[name] = value.clone();
        }
    }
    let claims: Claims = serde_json::from_str(&claims.to_string()).unwrap();
    claims.grant(WANTED, Timestamp::from_millis(NOW * 1000))
}

#[test]
fn a_good_token_lets_its_bearer_in() {
    for (change, name, admin) in [
        (json!({}), "oauth:issuer.example/:desk:jo", false),
        (json!({ "sub": null }), "oauth:issuer.example/:desk", false),
        (json!({ "sub": "" }), "oauth:issuer.example/:desk", false),
        (json!({ "sub": "desk" }), "oauth:issuer.example/:desk", false),
        (json!({ "scope": "elicit:admin elicit:request" }), "oauth:issuer.example/:desk:jo", true),
        (json!({ "scope": ["elicit:request", "elicit:admin"] }), "oauth:issuer.example/:desk:jo", true),
        (json!({ "scope": null, "scp": ["elicit:request"] }), "oauth:issuer.example/:desk:jo", false),
        (json!({ "scope": null, "scp": "elicit:request elicit:admin" }), "oauth:issuer.example/:desk:jo", true),
        (json!({ "aud": ["https://other.example", "https://review.example/mcp"] }), "oauth:issuer.example/:desk:jo", false),
        (json!({ "client_id": null, "azp": "web" }), "oauth:issuer.example/:web:jo", false),
        (json!({ "client_id": null, "cid": "0oa" }), "oauth:issuer.example/:0oa:jo", false),
        (json!({ "client_id": "desk", "azp": "web" }), "oauth:issuer.example/:desk:jo", false),
        (json!({ "nbf": NOW + 29 }), "oauth:issuer.example/:desk:jo", false),
        (json!({ "exp": NOW - 29 }), "oauth:issuer.example/:desk:jo", false),
        (json!({ "exp": 1_769_851_800.5, "nbf": 1_769_851_799.5 }), "oauth:issuer.example/:desk:jo", false),
    ] {
        assert_eq!(granted(&change), Ok(Grant { name: name.to_owned(), admin }), "{change}");
    }
}

#[test]
fn each_fault_is_named() {
    for (change, fault) in [
        (json!({ "iss": "https://issuer.example" }), Fault::Issuer),
        (json!({ "iss": null }), Fault::Issuer),
        (json!({ "aud": null }), Fault::Audience),
        (json!({ "aud": [] }), Fault::Audience),
        (json!({ "aud": "desk" }), Fault::Audience),
        (json!({ "aud": "https://review.example/mcp/" }), Fault::Audience),
        (json!({ "aud": "https://review.example" }), Fault::Audience),
        (json!({ "exp": null }), Fault::Endless),
        (json!({ "exp": NOW - 30 }), Fault::Expired),
        (json!({ "exp": 0 }), Fault::Expired),
        (json!({ "exp": -1 }), Fault::Expired),
        (json!({ "nbf": NOW + 31 }), Fault::Early),
        (json!({ "nonce": "n" }), Fault::Identity),
        (json!({ "at_hash": "h" }), Fault::Identity),
        (json!({ "client_id": null }), Fault::Nobody),
        (json!({ "client_id": "" }), Fault::Nobody),
        (json!({ "sub": "x".repeat(600) }), Fault::Long),
        (json!({ "scope": null }), Fault::Scope),
        (json!({ "scope": "" }), Fault::Scope),
        (json!({ "scope": "elicit:admin" }), Fault::Scope),
        (json!({ "scope": "elicit:requests Elicit:request xelicit:request" }), Fault::Scope),
        (json!({ "scope": "", "exp": 0 }), Fault::Expired),
    ] {
        assert_eq!(granted(&change), Err(fault), "{change}");
    }
}

#[test]
fn times_beyond_all_numbers_are_no_times() {
    let claims = |exp: &str| format!(r#"{{"iss":"{}","aud":"{}","exp":{exp}}}"#, WANTED.issuer, WANTED.resource);
    for exp in ["1e400", "-1e400"] {
        let claims: Claims = serde_json::from_str(&claims(exp)).unwrap();
        assert_eq!(claims.grant(WANTED, Timestamp::from_millis(0)), Err(Fault::Endless), "{exp}");
    }
    for exp in ["\"1769852100\"", "true", "[1769852100]", "1,\"exp\":2"] {
        assert!(serde_json::from_str::<Claims>(&claims(exp)).is_err(), "{exp}");
    }
}

#[test]
fn no_two_identities_share_a_name() {
    let name = |client: &str, sub: &str| granted(&json!({ "client_id": client, "sub": sub })).unwrap().name;
    let identities = [
        ("a", "b:c"),
        ("a:b", "c"),
        ("a%3Ab", "c"),
        ("a:b", "c%3A"),
        ("a", "b%3Ac"),
        ("a b", "c"),
        ("a%20b", "c"),
        ("a", "b c"),
        ("a\n", "c"),
    ];
    let names: std::collections::BTreeSet<String> = identities.iter().map(|(client, sub)| name(client, sub)).collect();
    assert_eq!(names.len(), identities.len(), "{names:?}");
    assert!(
        names.iter().all(|name| name.starts_with(PREFIX) && !name.contains(|c: char| c.is_whitespace() || c.is_control())),
        "{names:?}"
    );
    assert_eq!(
        name("https://app.example/client.json", "jo@example.com"),
        "oauth:issuer.example/:https%3A//app.example/client.json:jo@example.com"
    );
}

#[test]
fn a_name_has_its_issuer() {
    let claims: Claims = serde_json::from_value(json!({ "client_id": "desk", "sub": "jo" })).unwrap();
    let names =
        ["https://a.example", "https://a.example/", "https://a.example:8443/realms/x", "http://127.0.0.1:9000", "https://a.example/b:c"]
            .map(|issuer| claims.name(issuer).unwrap());
    assert_eq!(
        names,
        [
            "oauth:a.example:desk:jo",
            "oauth:a.example/:desk:jo",
            "oauth:a.example%3A8443/realms/x:desk:jo",
            "oauth:http%3A//127.0.0.1%3A9000:desk:jo",
            "oauth:a.example/b%3Ac:desk:jo",
        ]
    );
    for name in &names {
        assert_eq!(issuerless(name).as_deref(), Some("oauth::desk:jo"));
        assert!(is_called(name, name) && is_called(name, "oauth:desk:jo") && !is_called(name, "oauth:desk:ann"));
    }
    assert!(is_called("oauth::desk:jo", "oauth:desk:jo") && is_called("desk", "desk"));
    assert!(!is_called("desk", "oauth:desk") && !is_called("oauth:desk", "desk") && !is_called(&names[0], &names[1]));
    assert_eq!(issuerless("desk"), None);
}
