//! U+0000 in PostgreSQL, whose texts can't hold it: it is written as two characters, of which the first is one that stands for nothing in
//! Unicode. A text with neither is kept as it is.

use std::borrow::Cow;

const MARK: char = '\u{10ffff}';

/// What stands after the mark for U+0000, and for the mark itself.
const NUL: char = '0';
const ITSELF: char = '1';

/// `text` as it is kept.
pub(in crate::server::store::driver) fn written(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', MARK]) {
        return text.into();
    }
    let mut kept = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\0' => kept.extend([MARK, NUL]),
            MARK => kept.extend([MARK, ITSELF]),
            other => kept.push(other),
        }
    }
    kept.into()
}

/// The text that is kept as `kept`. Of one that was cut off after a mark, the mark is left out.
pub(super) fn read(kept: String) -> String {
    if !kept.contains(MARK) {
        return kept;
    }
    let mut text = String::with_capacity(kept.len());
    let mut characters = kept.chars();
    while let Some(character) = characters.next() {
        if character == MARK {
            text.extend(characters.next().map(|next| if next == NUL { '\0' } else { MARK }));
        } else {
            text.push(character);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back_and_none_is_kept_with_a_nul() {
        for text in ["", "plain é", "\0", "a\0b\0", "\u{10ffff}", "\u{10ffff}0\0\u{10ffff}1", "0\u{10ffff}"] {
            let kept = written(text);
            assert!(!kept.contains('\0'), "{text:?}");
            assert_eq!(read(kept.into_owned()), text);
        }
        assert_eq!(read("a\u{10ffff}".to_owned()), "a");
    }
}
