//! Absolute URIs, as the grammar of RFC 3986 has them.

use super::address::is_v6;

/// What may stand in a path besides percent-encodings, letters and digits, the marks of [`plain`] aside.
const PATH: &[u8] = b":@/";
const QUERY: &[u8] = b":@/?";

pub(super) fn accepts(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    is_scheme(scheme) && is_authority(authority) && holds(path, PATH) && holds(query, QUERY) && holds(fragment, QUERY)
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
}

/// `[ userinfo "@" ] host [ ":" port ]`
fn is_authority(text: &str) -> bool {
    let (user, address) = text.split_once('@').unwrap_or(("", text));
    let (host_is_sound, port) = match address.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((literal, "")) => (is_literal(literal), ""),
        Some((literal, rest)) => match rest.strip_prefix(':') {
            Some(port) => (is_literal(literal), port),
            None => (false, ""),
        },
        None => {
            let (host, port) = address.split_once(':').unwrap_or((address, ""));
            (holds(host, b""), port)
        }
    };
    host_is_sound && holds(user, b":") && port.bytes().all(|b| b.is_ascii_digit())
}

/// What stands in brackets: an IPv6 address, or one of a version to come (`v1.x`).
fn is_literal(text: &str) -> bool {
    let future = text.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.'));
    is_v6(text)
        || future.is_some_and(|(version, address)| {
            !version.is_empty()
                && version.bytes().all(|b| b.is_ascii_hexdigit())
                && !address.is_empty()
                && address.bytes().all(|b| plain(b) || b == b':')
        })
}

/// Whether `text` is made of letters, digits, the marks any part takes, sound percent-encodings and `also`.
fn holds(text: &str, also: &[u8]) -> bool {
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        rest = match more {
            [a, b, after @ ..] if *first == b'%' && a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => after,
            _ if plain(*first) || also.contains(first) => more,
            _ => return false,
        };
    }
    true
}

/// RFC 3986's unreserved characters and sub-delimiters.
fn plain(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&b)
}
