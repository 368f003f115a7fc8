//! Texts in quotes, with JavaScript's old escapes.

/// What a text in quotes says. An unclosed one loses its last character, as in LiquidJS.
pub fn unquote(quoted: &[char]) -> String {
    let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    if !inner.contains(&'\\') {
        return inner.iter().collect();
    }
    let mut units = Vec::with_capacity(inner.len());
    let mut at = 0;
    while at < inner.len() {
        let c = inner[at];
        at += 1;
        if c == '\\' && at < quoted.len() - 1 {
            // the quote itself may be what is escaped
            at = escape(quoted, at, &mut units);
        } else {
            push(c, &mut units);
        }
    }
    String::from_utf16_lossy(&units)
}

/// Reads the escape whose backslash is `quoted[at]`; gives the index in the inner text behind it.
fn escape(quoted: &[char], at: usize, units: &mut Vec<u16>) -> usize {
    let c = quoted[at + 1];
    let simple = match c {
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        'u' => return code(quoted, at + 2, 16, 4, units),
        '0'..='7' => return code(quoted, at + 1, 8, 3, units),
        c => c,
    };
    push(simple, units);
    at + 1
}

fn code(quoted: &[char], from: usize, radix: u32, most: usize, units: &mut Vec<u16>) -> usize {
    let digits = quoted[from..].iter().take(most).map_while(|c| c.to_digit(radix));
    let (count, value) = digits.fold((0, 0), |(count, value), digit| (count + 1, value * radix + digit));
    units.push(u16::try_from(value).unwrap_or_default());
    from + count - 1
}

fn push(c: char, units: &mut Vec<u16>) {
    units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
}

#[cfg(test)]
mod tests {
    use super::unquote;

    #[test]
    fn escapes() {
        for (quoted, wanted) in [
            ("'abc'", "abc"),
            (r"'a\'b'", "a'b"),
            (r"'\n\t\\'", "\n\t\\"),
            (r"'\u00e9\ud83d\ude00'", "é😀"),
            (r"'\101\x'", "Ax"),
            (r"'\u4'", "\u{4}"),
            ("'abc", "ab"),
            ("'", ""),
            ("''", ""),
        ] {
            assert_eq!(unquote(&quoted.chars().collect::<Vec<_>>()), wanted, "{quoted}");
        }
    }
}
