//! Internet addresses as e-mail domains and URI hosts write them.

/// Four numbers up to 255 without leading zeros.
pub(super) fn is_v4(text: &str) -> bool {
    let number =
        |part: &str| matches!(part.len(), 1..=3) && part.bytes().all(|b| b.is_ascii_digit()) && !(part.len() > 1 && part.starts_with('0'));
    text.split('.').count() == 4 && text.split('.').all(|part| number(part) && (part.len() < 3 || part <= "255"))
}

/// Eight groups of hexadecimal digits, one run of them elided by `::`, the last two perhaps as IPv4.
pub(super) fn is_v6(text: &str) -> bool {
    match text.split_once("::") {
        None => groups(text, true) == Some(8),
        // `::` stands for one group at least
        Some((head, tail)) => matches!((groups(head, false), groups(tail, true)), (Some(head), Some(tail)) if head + tail <= 7),
    }
}

/// How many groups `text` has; `None` when it is not made of groups.
fn groups(text: &str, may_end_in_v4: bool) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    let (rest, last) = text.rsplit_once(':').unwrap_or(("", text));
    let group = |part: &str| matches!(part.len(), 1..=4) && part.bytes().all(|b| b.is_ascii_hexdigit());
    let before = if rest.len() == text.len() - last.len() {
        0
    } else if rest.split(':').all(group) {
        rest.split(':').count()
    } else {
        return None;
    };
    match () {
        () if group(last) => Some(before + 1),
        () if may_end_in_v4 && is_v4(last) => Some(before + 2),
        () => None,
    }
}
