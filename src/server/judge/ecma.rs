//! Patterns as ECMAScript has them, where the engine reads something else, or nothing at all.

/// `pattern` so written that the engine takes it for what ECMAScript does.
///
/// # Errors
/// What in it is not ECMAScript, as one sentence.
pub(super) fn readable(pattern: &str) -> Result<String, String> {
    let (mut text, mut rest, mut in_class) = (String::with_capacity(pattern.len()), pattern, false);
    while let Some((taken, written)) = next(rest, in_class)? {
        match rest.as_bytes()[0] {
            b'[' if taken == 1 => in_class = true,
            b']' => in_class = false,
            _ => {}
        }
        text.push_str(written);
        rest = &rest[taken..];
    }
    Ok(text)
}

/// How many bytes the first piece of `rest` has, and how it is to be written; `None` at the end.
fn next(rest: &str, in_class: bool) -> Result<Option<(usize, &str)>, String> {
    let Some(first) = rest.chars().next() else { return Ok(None) };
    let as_it_is = |length: usize| Ok(Some((length, &rest[..length])));
    if first == '\\' {
        let Some(escaped) = rest[1..].chars().next() else { return as_it_is(1) };
        return match escaped {
            // the engine sees the edge of a word
            '<' | '>' => Err(format!("\\{escaped} is no escape of ECMAScript: write {escaped} for the character")),
            'b' if in_class => Ok(Some((2, "\\x08"))),
            '0' if !rest[2..].starts_with(|next: char| next.is_ascii_digit()) => Ok(Some((2, "\\x00"))),
            _ => as_it_is(1 + escaped.len_utf8()),
        };
    }
    if !in_class && first == '[' {
        for (class, written) in [("[^]", "[\\s\\S]"), ("[]", "[^\\s\\S]")] {
            if rest.starts_with(class) {
                return Ok(Some((class.len(), written)));
            }
        }
    }
    if !in_class && let Some(flags) = rest.strip_prefix("(?") {
        group(flags)?;
    }
    as_it_is(first.len_utf8())
}

/// Refuses a group that begins with `(?` and `inside`, where ECMAScript has none such.
fn group(inside: &str) -> Result<(), String> {
    let kind = inside.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
    let flags = &inside[..inside.len() - kind.len()];
    let known = flags.chars().all(|flag| "ims-".contains(flag));
    match kind.chars().next() {
        Some(':') if known => Ok(()),
        Some('=' | '!' | '<') if flags.is_empty() => Ok(()),
        Some(':' | ')') if !flags.is_empty() => {
            Err(format!("(?{flags} is no group of ECMAScript: write (?i:…) for letters of either case"))
        }
        _ if flags == "P" => Err("(?P is no group of ECMAScript: write (?<name>…)".to_owned()),
        // what is no group anywhere is the engine's to tell
        _ => Ok(()),
    }
}
