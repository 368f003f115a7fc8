//! Nobody is signed in by what is wrong, late, said twice, or said to somebody else.

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::provider::{Provider, SECRET, asked};
use super::{Browser, MINUTE, NOW, Office, back, begin, signing_in_at};

fn no_session(page: &super::Page) {
    let cookies: Vec<_> = page.headers.get_all("set-cookie").iter().collect();
    assert!(cookies.iter().all(|cookie| !cookie.to_str().unwrap().contains("session")), "{cookies:?}");
}

#[tokio::test]
async fn a_state_is_its_browsers_own_and_works_once() {
    let office = Office::start().await;
    office.add("ann@example.com").await;
    office.provider.be_lenient();
    let mut ann = Browser::new(&office.app);
    let url = begin(&mut ann, "/").await;
    let (state, code) = (asked(&url, "state"), office.provider.grant(&url, &office.claims(&url, "a1", "ann@example.com")));
    let mut other = Browser::new(&office.app);
    let mut begun = Browser::new(&office.app);
    begin(&mut begun, "/").await;
    let mut forged = ann.clone();
    let cookie = forged.cookie.take().unwrap();
    forged.cookie = Some(cookie.replacen("countersign_sign_in=", "countersign_sign_in=x", 1));
    let mut led = ann.clone();
    led.cookie = Some(format!("{}review/x", ann.cookie.clone().unwrap()));
    for (browser, state) in [
        (&mut other, state.as_str()),
        (&mut begun, state.as_str()),
        (&mut forged, state.as_str()),
        (&mut led, state.as_str()),
        (&mut ann.clone(), "wrong"),
        (&mut ann.clone(), ""),
    ] {
        let page = back(browser, &code, state).await;
        assert_eq!((page.status.as_u16(), page.set_cookie), (400, None), "{state} {:?}", browser.cookie);
    }
    assert_eq!(office.provider.asked("/token"), 0, "nobody else's code is spent");
    let address = format!("/sign-in/callback?code={code}&state={state}");
    let head = ann.head(&address).await;
    assert_eq!((head.status.as_u16(), head.set_cookie), (405, None));

    let again = ann.clone();
    assert_eq!(back(&mut ann, &code, &state).await.status, 303);
    for browser in [&ann, &again] {
        let page = browser.get(&address).await;
        assert_eq!((page.status.as_u16(), page.set_cookie), (400, None));
    }
    assert_eq!(office.name(&ann).await.as_deref(), Some("ann@example.com"), "what comes again ends nothing");
}

#[tokio::test]
async fn ten_minutes_are_enough() {
    let office = Office::start().await;
    office.add("ann@example.com").await;
    for (passed, status) in [(10 * MINUTE - 1, 303), (10 * MINUTE, 400)] {
        let mut ann = Browser::new(&office.app);
        let url = begin(&mut ann, "/").await;
        let mut claims = office.claims(&url, "a1", "ann@example.com");
        claims["exp"] = json!(NOW + 24 * 60 * 60);
        office.app.clock.advance(passed);
        assert_eq!(office.back(&mut ann, &url, &claims).await.status, status, "{passed}");
    }
}

#[tokio::test]
async fn an_id_token_must_be_right_in_all_it_says() {
    let office = Office::start().await;
    office.add("ann@example.com").await;
    let wrong: [(&str, Value); 9] = [
        ("nonce", json!("another")),
        ("nonce", Value::Null),
        ("aud", json!("somebody-else")),
        ("aud", json!(["countersign", "somebody-else"])),
        ("iss", json!("https://evil.example")),
        ("exp", json!(NOW)),
        ("exp", json!(NOW - 1)),
        ("exp", Value::Null),
        ("sub", Value::Null),
    ];
    for (claim, value) in wrong {
        let mut browser = Browser::new(&office.app);
        let url = begin(&mut browser, "/").await;
        let mut claims = office.claims(&url, "a1", "ann@example.com");
        match value.clone() {
            Value::Null => _ = claims.as_object_mut().unwrap().remove(claim),
            value => claims[claim] = value,
        }
        let page = office.back(&mut browser, &url, &claims).await;
        assert_eq!(page.status, 502, "{claim} {value}");
        no_session(&page);
    }
    let unsigned = |header: &str, claims: &Value| {
        use base64::Engine as _;
        let part = |text: &str| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(text);
        format!("{}.{}.", part(header), part(&claims.to_string()))
    };
    let shared =
        |claims: &Value| encode(&Header::new(Algorithm::HS256), claims, &EncodingKey::from_secret(SECRET.as_bytes()).unwrap()).unwrap();
    let stranger = Provider::start().await;
    for kind in ["none", "shared", "stranger", "missing", "rubbish"] {
        let mut browser = Browser::new(&office.app);
        let url = begin(&mut browser, "/").await;
        let claims = office.claims(&url, "a1", "ann@example.com");
        let token = match kind {
            "none" => unsigned(r#"{"alg":"none"}"#, &claims),
            "shared" => shared(&claims),
            "stranger" => stranger.sign(&claims),
            "missing" => String::new(),
            _ => "a.b.c".to_owned(),
        };
        let code = office.provider.grant_token(&url, token);
        let page = back(&mut browser, &code, &asked(&url, "state")).await;
        assert_eq!(page.status, 502, "{kind}");
        no_session(&page);
        assert_eq!(office.name(&browser).await, None, "{kind}");
    }
}

#[tokio::test]
async fn whoever_is_unknown_learns_nothing_of_who_is_known() {
    let office = Office::start().await;
    for name in ["ann@example.com", "kim@example.com", "Kim@example.com"] {
        office.add(name).await;
    }
    let (mut pages, mut unproved) = (Vec::new(), Vec::new());
    for (subject, email, verified) in [
        ("x", "nobody@example.com", json!(true)),
        ("k", "kim@example.com", json!(true)),
        ("x", "nobody@example.com", json!(false)),
        ("a1", "ann@example.com", json!(false)),
        ("a1", "ann@example.com", json!("false")),
        ("a1", "ann@example.com", Value::Null),
    ] {
        let proved = verified == json!(true);
        let mut browser = Browser::new(&office.app);
        let url = begin(&mut browser, "/").await;
        let mut claims = office.claims(&url, subject, email);
        claims["email_verified"] = verified;
        office.provider.say_who(json!({ "sub": subject }));
        let page = office.back(&mut browser, &url, &claims).await;
        assert_eq!(page.status, 403, "{email}");
        no_session(&page);
        let (_, body) = page.body.split_once("<main").unwrap();
        if proved { &mut pages } else { &mut unproved }.push(body.to_owned());
    }
    // what the provider says makes a difference, not who is known here
    for pages in [&pages, &unproved] {
        assert!(pages.iter().all(|page| *page == pages[0] && !page.contains("example.com")), "{}", pages[0]);
    }
    assert!(pages[0].contains("ask them"), "{}", pages[0]);
}

#[tokio::test]
async fn the_providers_word_for_no_is_a_page_of_ours() {
    let office = Office::start().await;
    for (error, status) in [("access_denied", 403), ("server_error", 503), ("<b>odd</b>\nline", 502)] {
        let mut browser = Browser::new(&office.app);
        let url = begin(&mut browser, "/").await;
        let state = asked(&url, "state");
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("error", error)
            .append_pair("error_description", "<i>call 555</i>")
            .append_pair("state", &state)
            .finish();
        let stranger = Browser::new(&office.app).get(&format!("/sign-in/callback?{query}")).await;
        assert_eq!(stranger.status, 400);
        let page = browser.get(&format!("/sign-in/callback?{query}")).await;
        assert_eq!(page.status.as_u16(), status, "{error}");
        assert!(!page.body.contains("555") && !page.body.contains("odd"), "{}", page.body);
        assert!(page.body.contains("Sign in with "), "one can try again: {}", page.body);
        no_session(&page);
        browser.keep(&page);
        assert_eq!(browser.cookie, None, "it is over");
    }
    let mut browser = Browser::new(&office.app);
    let url = begin(&mut browser, "/").await;
    let elsewhere = format!("/sign-in/callback?code=a&iss=https://evil.example&state={}", asked(&url, "state"));
    assert_eq!(browser.get(&elsewhere).await.status, 502);
    assert_eq!(office.provider.asked("/token"), 0);
}

#[tokio::test]
async fn a_code_that_is_not_taken_signs_nobody_in() {
    let office = Office::start().await;
    office.add("ann@example.com").await;
    for (status, body) in [
        (StatusCode::BAD_REQUEST, json!({ "error": "invalid_grant", "error_description": "hush" })),
        (StatusCode::INTERNAL_SERVER_ERROR, json!("out of order")),
        (StatusCode::OK, json!({ "token": "?" })),
        (StatusCode::FOUND, json!({})),
    ] {
        office.provider.refuse(status, body);
        let mut browser = Browser::new(&office.app);
        let page = office.sign_in(&mut browser, "a1", "ann@example.com").await;
        assert_eq!(page.status, 502, "{status}");
        no_session(&page);
    }
}

#[tokio::test]
async fn a_provider_that_is_down_stops_nothing_else() {
    let mut provider = Provider::start().await;
    let url = provider.url.clone();
    let office = Office { app: signing_in_at(&url).await, provider: Provider::start().await };
    let mut early = Browser::new(&office.app);
    let begun = begin(&mut early, "/").await;
    provider.stop().await;
    let page = back(&mut early, "code", &asked(&begun, "state")).await;
    assert_eq!(page.status, 503, "{}", page.body);
    no_session(&page);

    let down = signing_in_at(&url).await;
    let link = down.running.service.add_reviewer("ann", false).await.unwrap();
    let mut browser = Browser::new(&down);
    let page = browser.post("/sign-in", &[]).await;
    assert_eq!((page.status.as_u16(), page.set_cookie.as_deref()), (503, None));
    assert!(page.body.contains("sign-in links go on working") && page.body.contains("Sign in with "), "{}", page.body);
    assert_eq!(browser.sign_in(&link).await.status, 303);
    assert_eq!(browser.get("/").await.status, 200);
}

#[tokio::test]
async fn nobody_is_sent_where_others_can_read_along() {
    let office = Office::start().await;
    office.provider.send_people_to("http://id.example/authorize");
    let page = Browser::new(&office.app).post("/sign-in", &[]).await;
    assert_eq!((page.status.as_u16(), page.set_cookie), (503, None));
}
