//! Inputs from inputs: JSON by its tree, anything by its bytes.

use serde_json::{Map, Value, json};

use crate::generate::Source;

/// The longest input made.
const MOST: usize = 600_000;

/// Names and texts that mean something to a target, or that somebody got wrong once.
const WORDS: &str = "message columns sources current key label requestedSchema fields include context displayTemplate rowTemplate labels ok \
    cancel submit decline timeoutSeconds options minSelections maxSelections id description type object string number integer boolean array \
    properties required title default enum enumNames oneOf anyOf const items minItems maxItems uniqueItems minLength maxLength pattern format \
    email uri date date-time minimum maximum exclusiveMinimum exclusiveMaximum multipleOf $ref $schema $id $comment allOf x-note \
    additionalProperties __proto__ constructor toString $serde_json::private::Number \\u0024serde_json::private jsonrpc 2.0 method params \
    arguments tools/call name _meta progressToken elicitationId action confirmed choice p. p.line p.tags p.__proto__ schema value template ask \
    form true false null xn--a https:// mailto: javascript: &amp; &include= &p.=%00 &action=cancel %ff %e2%80%ae + = & ^(a+)+$ (?=a) \\1 [ ( {{ }} {% %} \
    {%- -%} {{context}} {{context|raw}} {%for\u{20}i\u{20}in\u{20}(1..9)%} {%endfor%} {%if\u{20}a%} {%else%} {%endif%} {%raw%} {%endraw%} |raw |json \
    |escape |date:'%9999N' |slice:-1,9 |split:'' |replace:'',context |append:context |where:'k' |sort |first |size <script> </script> \
    <a\u{20}href='javascript:x'> <img\u{20}src=x\u{20}onerror=x> <table><td> <math><mtext><table><mglyph><style> <svg></p><style> <!--> --!> <b <a/ </";

/// Characters that are not what they seem, and ends of things.
const ODD: [&str; 18] = [
    "\0",
    "\r",
    "\n",
    "\r\n",
    "\t",
    "\u{202e}",
    "\u{200d}",
    "\u{feff}",
    "\u{fffd}",
    "e\u{301}",
    "😀",
    "\u{10ffff}",
    "\\",
    "\"",
    "'",
    " ",
    "%",
    "\u{2028}",
];

const NUMBERS: [&str; 20] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "41",
    "500",
    "501",
    "1e1",
    "1.0",
    "0.1",
    "1e400",
    "-1e-400",
    "1E+2",
    "9007199254740993",
    "18446744073709551616",
    "123456789012345678901234567890",
    "0.30000000000000004",
    "1e999999999",
    "1e-999999999",
];

/// One more input, from `pool`.
pub fn mutate(source: &mut Source, pool: &[Vec<u8>]) -> Vec<u8> {
    // half of the time from what is newest
    let newest = pool.len().min(40);
    let at = if source.once_in(2) { source.below(pool.len()) } else { pool.len() - 1 - source.below(newest) };
    let mut input = pool[at].clone();
    let tree = if source.once_in(5) { None } else { serde_json::from_slice::<Value>(&input).ok() };
    if let Some(mut tree) = tree {
        for _ in 0..=source.below(4) {
            change(source, &mut tree, pool);
        }
        input = tree.to_string().into_bytes();
    } else {
        for _ in 0..=source.below(6) {
            scramble(source, &mut input, pool);
        }
    }
    input.truncate(MOST);
    input
}

/// Changes one node of the tree.
fn change(source: &mut Source, tree: &mut Value, pool: &[Vec<u8>]) {
    let at = source.below(count(tree));
    let Some(node) = nth(tree, &mut { at }) else { return };
    match (source.below(12), &mut *node) {
        (0 | 1, Value::Object(map)) => _ = some_key(source, map).and_then(|key| map.shift_remove(&key)),
        (0 | 1, Value::Array(items)) if !items.is_empty() => _ = items.remove(source.below(items.len())),
        (2 | 3, Value::Object(map)) => _ = map.insert(text(source), leaf(source, pool)),
        (2, Value::Array(items)) => items.push(leaf(source, pool)),
        (3, Value::Array(items)) if !items.is_empty() => items.push(items[source.below(items.len())].clone()),
        (4, Value::Object(map)) => rename(source, map),
        (4, Value::Array(items)) if !items.is_empty() => items.reverse(),
        (5, Value::Array(items)) => {
            let many = items.iter().cycle().take(source.pick(&[2, 12, 501])).cloned().collect();
            *items = many;
        }
        (0..=7, Value::String(text)) => respell(source, text),
        (0..=4, Value::Number(_)) => *node = number(source),
        (8, _) => *node = wrapped(source, node.take()),
        (9, _) => *node = Value::from(node.to_string()),
        _ => *node = leaf(source, pool),
    }
}

fn count(tree: &Value) -> usize {
    1 + match tree {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

/// The node that is `left` steps away, in the order in which it is written.
fn nth<'t>(tree: &'t mut Value, left: &mut usize) -> Option<&'t mut Value> {
    if *left == 0 {
        return Some(tree);
    }
    *left -= 1;
    match tree {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, left)),
        Value::Object(map) => map.values_mut().find_map(|item| nth(item, left)),
        _ => None,
    }
}

fn leaf(source: &mut Source, pool: &[Vec<u8>]) -> Value {
    match source.below(10) {
        0 => Value::Null,
        1 => source.once_in(2).into(),
        2 => number(source),
        3 => json!([]),
        4 => json!({}),
        5 => source.schema(),
        6 | 7 => text(source).into(),
        _ => {
            // a part of another input
            let other = pool[source.below(pool.len())].clone();
            let Ok(mut other) = serde_json::from_slice::<Value>(&other) else { return json!([[]]) };
            let at = source.below(count(&other));
            nth(&mut other, &mut { at }).map(Value::take).unwrap_or_default()
        }
    }
}

fn number(source: &mut Source) -> Value {
    serde_json::from_str(source.pick(&NUMBERS)).unwrap_or_default()
}

fn text(source: &mut Source) -> String {
    let words: Vec<&str> = WORDS.split(' ').filter(|word| !word.is_empty()).collect();
    match source.below(6) {
        0 => source.near("email"),
        1 => source.near("date-time"),
        2 => source.pick(&ODD).to_owned(),
        _ => source.pick(&words).to_owned(),
    }
}

/// Puts something in, takes something out, or makes it long.
fn respell(source: &mut Source, text: &mut String) {
    let mut at = source.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    match source.below(8) {
        0 => text.truncate(at),
        1 => _ = text.drain(..at),
        2 => text.insert_str(at, source.pick(&ODD)),
        3 => *text = text.repeat(source.pick(&[2, 3, 7])),
        4 => *text = source.pick(&["x", "é", "<b>", "{{a}}", "&p.a=1"]).repeat(source.pick(&[40, 41, 200, 201, 500, 1001, 4001, 20_000])),
        5 => *text = text.chars().rev().collect(),
        _ => text.insert_str(at, &self::text(source)),
    }
}

fn rename(source: &mut Source, map: &mut Map<String, Value>) {
    if let Some(value) = some_key(source, map).and_then(|key| map.shift_remove(&key)) {
        map.insert(text(source), value);
    }
}

fn some_key(source: &mut Source, map: &Map<String, Value>) -> Option<String> {
    let at = source.below(map.len() + 1);
    map.keys().nth(at).cloned()
}

/// `inner` in lists and objects, a few deep or very many.
fn wrapped(source: &mut Source, inner: Value) -> Value {
    let deep = source.pick(&[1, 1, 2, 3, 90, 110]);
    (0..deep).fold(inner, |inner, at| if at % 2 == 0 { json!([inner]) } else { json!({"a": inner}) })
}

/// One change to the bytes.
fn scramble(source: &mut Source, input: &mut Vec<u8>, pool: &[Vec<u8>]) {
    let (from, to) = (source.below(input.len() + 1), source.below(input.len() + 1));
    let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 200));
    match source.below(8) {
        0 if from < input.len() => input[from] ^= 1 << source.below(8),
        1 => _ = input.drain(from..to),
        2 => {
            let part = input[from..to].to_vec();
            input.splice(from..from, part);
        }
        3 => input.truncate(from),
        4 => {
            let other = &pool[source.below(pool.len())];
            let (start, length) = (source.below(other.len() + 1), source.below(400));
            let part = other[start..(start + length).min(other.len())].to_vec();
            input.splice(from..to, part);
        }
        5 => input.insert(from, source.pick(&[0, b'"', b'\\', b'{', b'[', b'}', b']', b'<', b'%', 0x80, 0xc3, 0xed, 0xff])),
        6 => {
            let part = source.pick(&["[", "{\"a\":", "\"", "{{", "%7B", "\\u00"]).repeat(source.pick(&[2, 101, 3000]));
            input.splice(from..from, part.into_bytes());
        }
        _ => {
            let part = text(source);
            input.splice(from..from, part.into_bytes());
        }
    }
}
