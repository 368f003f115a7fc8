//! E-mail addresses, as `jsonschema` reads RFC 5321: quoted local parts, address literals and a display name before `<…>` included.

use super::address::{is_v4, is_v6};

pub(super) fn accepts(text: &str) -> bool {
    // an empty quoted local part is sound, but for one behind a display name
    if let Some(domain) = text.strip_prefix("\"\"@") {
        return accepts(&["\"a\"@", domain].concat());
    }
    let address = match display_end(text) {
        None => Some(text),
        Some(end) => text[end + 2..].trim().strip_suffix('>'),
    };
    address.and_then(|address| address.rsplit_once('@')).is_some_and(|(local, domain)| is_local(local) && is_domain(domain))
}

/// Where the last ` <` outside quotes is: what stands before it is a display name.
fn display_end(text: &str) -> Option<usize> {
    let (mut quoted, mut escaped, mut end) = (false, false, None);
    for (at, c) in text.char_indices() {
        if !quoted && text[at..].starts_with(" <") {
            end = Some(at);
        }
        if escaped {
            escaped = false;
        } else if quoted && c == '\\' {
            escaped = true;
        } else if c == '"' {
            quoted = !quoted;
        }
    }
    end
}

fn is_local(text: &str) -> bool {
    if !matches!(text.len(), 1..=64) {
        return false;
    }
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(content) => !content.is_empty() && is_quotable(content.as_bytes()),
        None => text.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_byte)),
    }
}

fn is_atom_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b)
}

/// Visible ASCII, blanks and tabs, quote and backslash only behind a backslash.
fn is_quotable(mut rest: &[u8]) -> bool {
    while let [first, more @ ..] = rest {
        rest = match (first, more) {
            (b'\\', [b'!'..=b'~', after @ ..]) => after,
            (b' ' | b'\t' | b'!' | b'#'..=b'[' | b']'..=b'~', _) => more,
            _ => return false,
        };
    }
    true
}

fn is_domain(text: &str) -> bool {
    match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(literal) => match literal.get(..5) {
            Some(tag) if tag.eq_ignore_ascii_case("IPv6:") => is_v6(&literal[5..]),
            _ => is_v4(literal),
        },
        None => text.len() <= 253 && text.split('.').all(is_label),
    }
}

/// A label of a host name. What an A-label (`xn--…`) stands for is the server's to judge: that takes the tables of Unicode.
fn is_label(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes.len(), 1..=63)
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
        && bytes[0] != b'-'
        && bytes[bytes.len() - 1] != b'-'
        && (bytes.get(2..4) != Some(b"--") || bytes.starts_with(b"xn"))
}
