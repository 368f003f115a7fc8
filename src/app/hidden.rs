//! Characters that a reader would not see, or that turn the text around them: made visible wherever agents' text is shown (contract § 10).

/// Whether `c`, between `before` and `after`, has to be made visible. Line feeds are shown as lines and count as visible; joiners and
/// variation selectors count as visible inside an emoji and between letters of a script that is written with joiners.
#[must_use]
pub fn is_hidden(before: Option<char>, c: char, after: Option<char>) -> bool {
    match c {
        '\n' => false,
        '\u{200c}' | '\u{200d}' => !(before.is_some_and(joins) && after.is_some_and(joins)),
        '\u{fe00}'..='\u{fe0f}' => !before.is_some_and(is_symbol),
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => {
            true
        }
        '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{2800}' => true,
        '\u{3000}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// Whether a joiner next to `c` belongs to how `c` is written: emoji, and the scripts from Arabic to Mongolian.
fn joins(c: char) -> bool {
    is_symbol(c) || ('\u{600}'..='\u{18af}').contains(&c)
}

/// Whether `c` may be part of an emoji or a symbol with presentation forms.
fn is_symbol(c: char) -> bool {
    matches!(c, '#' | '*' | '0'..='9' | '\u{a9}' | '\u{ae}' | '\u{203c}'..='\u{204a}' | '\u{20e3}' | '\u{2100}'..='\u{27ff}' | '\u{2900}'..='\u{303d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

/// `text` in pieces: a hidden character alone, or a stretch of visible text.
pub fn pieces(text: &str) -> impl Iterator<Item = Result<&str, char>> {
    let mut rest = text;
    let mut before = None;
    std::iter::from_fn(move || {
        let mut chars = rest.char_indices().peekable();
        let mut last = before;
        while let Some((at, c)) = chars.next() {
            let after = chars.peek().map(|(_, next)| *next);
            if is_hidden(last, c, after) {
                if at == 0 {
                    rest = &rest[c.len_utf8()..];
                    before = Some(c);
                    return Some(Err(c));
                }
                let (piece, tail) = rest.split_at(at);
                (rest, before) = (tail, last);
                return Some(Ok(piece));
            }
            last = Some(c);
        }
        (!rest.is_empty()).then(|| Ok(std::mem::take(&mut rest)))
    })
}

/// A hidden character's name in Unicode's notation: `U+202E`.
#[must_use]
pub fn code(c: char) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let value = c as u32;
    let width = if value > 0xf_ffff {
        6
    } else if value > 0xffff {
        5
    } else {
        4
    };
    let digits = (0..width).rev().map(|place| char::from(DIGITS[(value >> (4 * place) & 0xf) as usize]));
    ['U', '+'].into_iter().chain(digits).collect()
}

/// `text` with hidden characters written out, for places that take no markup (options, buttons, attributes): `a⟨U+202E⟩b`.
#[must_use]
pub fn plain(text: &str) -> String {
    pieces(text).fold(String::new(), |shown, piece| match piece {
        Ok(visible) => shown + visible,
        Err(c) => shown + "⟨" + &code(c) + "⟩",
    })
}

/// The hidden characters of `text`, each once, for the note below an editor. Tabs, carriage returns and no-break spaces aside: an editor
/// shows that something is there.
#[must_use]
pub fn noted(text: &str) -> Vec<char> {
    let mut met = Vec::new();
    for piece in pieces(text) {
        if let Err(c) = piece
            && !matches!(c, '\t' | '\r' | '\u{a0}')
            && !met.contains(&c)
        {
            met.push(c);
        }
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_is_hidden_and_nothing_else() {
        let cases = [
            ("plain text, Ünïcödé, 日本語\nnext line", "plain text, Ünïcödé, 日本語\nnext line"),
            ("pay\u{202e}exe.pdf", "pay⟨U+202E⟩exe.pdf"),
            ("\u{feff}first", "⟨U+FEFF⟩first"),
            ("zero\u{200b}width\u{200d}", "zero⟨U+200B⟩width⟨U+200D⟩"),
            ("a\tb\r\nc\u{a0}d\u{ad}", "a⟨U+0009⟩b⟨U+000D⟩\nc⟨U+00A0⟩d⟨U+00AD⟩"),
            ("family 👨\u{200d}👩\u{200d}👧 ❤\u{fe0f} 1\u{fe0f}\u{20e3}", "family 👨\u{200d}👩\u{200d}👧 ❤\u{fe0f} 1\u{fe0f}\u{20e3}"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("a\u{fe0f}", "a⟨U+FE0F⟩"),
            ("tag\u{e0041}\u{e0042}", "tag⟨U+E0041⟩⟨U+E0042⟩"),
            ("\u{2066}x\u{2069}", "⟨U+2066⟩x⟨U+2069⟩"),
            ("", ""),
        ];
        for (text, wanted) in cases {
            assert_eq!(plain(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn pieces_put_together_are_the_text() {
        let text = "a\u{202e}\u{200b}bc\u{200d}👩\u{200d}👧\r\n\u{0}";
        let joined: String = pieces(text).map(|piece| piece.map_or_else(String::from, str::to_owned)).collect();
        assert_eq!(joined, text);
    }

    #[test]
    fn notes_each_character_once() {
        assert_eq!(noted("a\u{202e}b\u{202e}\u{200b}\t\u{a0}"), ['\u{202e}', '\u{200b}']);
        assert!(noted("plain\r\ntext").is_empty());
    }
}
