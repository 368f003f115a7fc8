use proptest::prelude::*;
use serde_json::{Map, Number, json};

use super::*;

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn empty_is_null_and_nothing_inside() {
    let cases = [
        ("null", true),
        ("\"\"", true),
        ("[]", true),
        ("0", false),
        ("false", false),
        ("\" \"", false),
        ("{}", false),
        ("[null]", false),
        ("[\"\"]", false),
    ];
    for (value, wanted) in cases {
        assert_eq!(is_empty(&parse(value)), wanted, "{value}");
    }
}

#[test]
fn equality() {
    let equal_pairs = [
        ("null", "\"\""),
        ("null", "[]"),
        ("\"\"", "[]"),
        ("230", "230.0"),
        ("1e400", "10E399"),
        ("-0", "0.0"),
        ("[\"b\",\"a\",\"a\"]", "[\"a\",\"b\"]"),
        ("[1,1.0,2]", "[2.00,1]"),
        ("[[1,2],[2,1]]", "[[2,1]]"),
        ("{\"a\":1,\"b\":[1,2]}", "{\"b\":[2,1],\"a\":1.0}"),
        ("[{\"a\":1,\"b\":2}]", "[{\"b\":2,\"a\":1}]"),
        ("[null]", "[null,null]"),
    ];
    for (a, b) in equal_pairs {
        assert!(equal(&parse(a), &parse(b)), "{a} {b}");
        assert!(equal(&parse(b), &parse(a)), "{b} {a}");
    }
    let different_pairs = [
        ("9007199254740992", "9007199254740993"),
        ("100000000000000000000000000001", "100000000000000000000000000002"),
        ("\"230\"", "230"),
        ("true", "1"),
        ("true", "\"true\""),
        ("false", "null"),
        ("0", "null"),
        ("\" \"", "null"),
        ("{}", "null"),
        ("{}", "[]"),
        ("[\"A\"]", "[\"a\"]"),
        ("[\"a\"]", "\"a\""),
        ("\"é\"", "\"e\\u0301\""),
        ("[null]", "[\"\"]"),
        ("[[]]", "[null]"),
        ("{\"a\":null}", "{}"),
        ("{\"a\":null}", "{\"b\":null}"),
        ("{\"a\":\"\"}", "{\"a\":null}"),
        ("[\"1e0\"]", "[1]"),
        ("[\"null\"]", "[null]"),
        ("[\"a,b\"]", "[\"a\",\"b\"]"),
        ("\"a\\r\\n\"", "\"a\\n\""),
    ];
    for (a, b) in different_pairs {
        assert!(!equal(&parse(a), &parse(b)), "{a} {b}");
        assert!(!equal(&parse(b), &parse(a)), "{b} {a}");
    }
}

#[test]
fn long_arrays_take_less_than_every_pair() {
    let up: Vec<u32> = (0..60_000).collect();
    let down: Vec<u32> = (0..60_000).rev().collect();
    assert!(equal(&json!(up), &json!(down)));
    assert!(!equal(&json!(up), &json!(&down[1..])));
}

#[test]
fn texts() {
    let cases = [
        ("null", ""),
        ("\"a\\nb\"", "a\nb"),
        ("230.0", "230"),
        ("1e400", "1e400"),
        ("true", "true"),
        ("false", "false"),
        ("[\"a\", 1.0]", "[\"a\",1.0]"),
        ("{\"b\": 1, \"a\": null}", "{\"b\":1,\"a\":null}"),
    ];
    for (value, wanted) in cases {
        assert_eq!(text(&parse(value)), wanted);
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        "-?[0-2](\\.[0-2]{1,2})?(e[0-2])?".prop_map(|text| Value::Number(text.parse::<Number>().unwrap())),
        "[ab]{0,2}".prop_map(Value::String),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec(("[ab]", inner), 0..3).prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn equality_is_an_equivalence(a in any_value(), b in any_value(), c in any_value()) {
        prop_assert!(equal(&a, &a));
        prop_assert_eq!(equal(&a, &b), equal(&b, &a));
        if equal(&a, &b) && equal(&b, &c) {
            prop_assert!(equal(&a, &c));
        }
    }

    #[test]
    fn canonical_texts_tell_the_same_apart(a in any_value(), b in any_value()) {
        prop_assert_eq!(canonical(&a) == canonical(&b), same(&a, &b));
    }

    #[test]
    fn order_and_repeats_are_aside(items in prop::collection::vec(any_value(), 0..5), from in 0_usize..5) {
        let mut other = items.clone();
        other.rotate_left(from.min(items.len()));
        other.extend(items.first().cloned());
        prop_assert!(equal(&Value::Array(items), &Value::Array(other)));
    }
}
