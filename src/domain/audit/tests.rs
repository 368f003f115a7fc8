use proptest::prelude::*;
use serde_json::json;

use super::*;

const EVENT: Event<'_> = Event {
    number: 2,
    elicitation_id: "ab",
    kind: "submitted",
    at: "2026-01-31T09:30:00.000Z",
    actor: "link",
    content_hash: None,
    previous_hash: Hash::NONE,
};

#[test]
fn an_event_is_written_in_one_way() {
    let zeros = "0".repeat(64);
    let plain = format!(
        r#"{{"number":2,"elicitationId":"ab","kind":"submitted","at":"2026-01-31T09:30:00.000Z","actor":"link","contentHash":null,"previousHash":"{zeros}"}}"#
    );
    assert_eq!(EVENT.canonical(), plain);
    let hash = Hash([0xab; 32]);
    let named = Event { actor: "agent:\"\\\u{7}\n/é\u{7f}", content_hash: Some(hash), previous_hash: hash, ..EVENT };
    let ab = "ab".repeat(32);
    let written = format!(r#""actor":"agent:\"\\\u0007\n/é{}","contentHash":"{ab}","previousHash":"{ab}"}}"#, '\u{7f}');
    assert!(named.canonical().ends_with(&written), "{}", named.canonical());
}

#[test]
fn a_line_begins_with_what_was_hashed_and_ends_with_the_content() {
    let hash = Hash([1; 32]);
    let line = Event { actor: r#"agent:","hash":"0","content":{}"#, ..EVENT }.line(hash, Some(r#"{"a":1e+400}"#));
    let (head, rest) = line.split_once(r#","hash":""#).unwrap();
    assert_eq!(format!("{head}}}"), Event { actor: r#"agent:","hash":"0","content":{}"#, ..EVENT }.canonical());
    assert_eq!(rest, format!(r#"{hash}","content":{{"a":1e+400}}}}"#));
    assert!(EVENT.line(hash, None).ends_with(r#","content":null}"#));
}

#[test]
fn contents_are_written_in_one_way() {
    let asked = Asked {
        salt: &[0, 255],
        tool: "elicit_proposal",
        agent: 7,
        message: "M\n",
        request: r#"{"z":1,"a":230.0}"#,
        context: "null",
        banner: Some(Ok("<b>")),
        rows: None,
        expires_at: "t",
        reviewer: None,
    };
    assert_eq!(
        asked.canonical(),
        r#"{"salt":"00ff","tool":"elicit_proposal","agentId":7,"message":"M\n","request":{"z":1,"a":230.0},"context":null,"banner":{"html":"<b>"},"rows":null,"expiresAt":"t"}"#
    );
    for (banner, written) in [(None, "null"), (Some(Err("\"")), r#"{"error":"\""}"#), (Some(Ok("")), r#"{"html":""}"#)] {
        let written = format!(r#""banner":{written},"rows":[]"#);
        assert!(Asked { banner, rows: Some("[]"), ..asked }.canonical().contains(&written), "{written}");
    }
    let named = Asked { reviewer: Some((3, "Ann \"")), ..asked }.canonical();
    assert_eq!(named, asked.canonical().replace(r#""t"}"#, r#""t","reviewer":{"id":3,"name":"Ann \""}}"#));
    let (fields, chosen) = (json!({ "b": 1, "a": "x" }), json!({ "selectedIds": ["q", "p\""] }));
    let of =
        |kind, values: Option<&Value>, text| Answered { salt: &[1], kind, values: values.and_then(Value::as_object), text }.canonical();
    for (written, expected) in [
        (of(request::Kind::Proposal, Some(&fields), r#"{"b":1.0}"#), r#"{"salt":"01","included":["b","a"],"values":{"b":1.0}}"#),
        (of(request::Kind::Approval, None, "null"), r#"{"salt":"01","included":[],"values":null}"#),
        (of(request::Kind::Selection, Some(&chosen), "{}"), r#"{"salt":"01","included":["q","p\""],"values":{}}"#),
    ] {
        assert_eq!(written, expected);
    }
}

#[test]
fn words_and_kinds_are_one_to_one() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_word(kind.word()), Some(kind));
    }
    assert_eq!(Kind::from_word("changed"), None);
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[\\PC\\n\\\\\"{}:,]{0,12}", any::<String>()]
}

type Parts = (i64, String, String, Option<[u8; 32]>, [u8; 32]);

fn any_parts() -> impl Strategy<Value = Parts> {
    (any::<i64>(), any_text(), any_text(), any::<Option<[u8; 32]>>(), any::<[u8; 32]>())
}

fn event((number, elicitation_id, actor, content, previous): &Parts) -> String {
    let (content_hash, previous_hash) = (content.map(Hash), Hash(*previous));
    Event { number: *number, elicitation_id, actor, content_hash, previous_hash, ..EVENT }.canonical()
}

proptest! {
    #[test]
    fn different_events_are_written_differently(a in any_parts(), b in any_parts()) {
        prop_assert_eq!(event(&a) == event(&b), a == b);
        let read: Value = serde_json::from_str(&event(&a)).unwrap();
        prop_assert_eq!(read["actor"].as_str(), Some(a.2.as_str()));
        prop_assert_eq!(read["elicitationId"].as_str(), Some(a.1.as_str()));
        prop_assert_eq!(&read["number"], &json!(a.0));
    }

    #[test]
    fn different_contents_are_written_differently(a in (any_text(), any_text(), any::<bool>()), b in (any_text(), any_text(), any::<bool>())) {
        let written = |(message, banner, drawn): &(String, String, bool)| {
            let banner = Some(if *drawn { Ok(banner.as_str()) } else { Err(banner.as_str()) });
            let (request, rows) = ("{}", None);
            Asked { salt: &[], tool: "t", agent: 1, message, request, context: "1", banner, rows, expires_at: "", reviewer: None }.canonical()
        };
        prop_assert_eq!(written(&a) == written(&b), a == b);
    }
}
