//! How LiquidJS and JavaScript sort characters into kinds.

/// May stand in a name, by LiquidJS: `-` and `?` do, and anything beyond ASCII that is no blank.
pub fn is_word(c: char) -> bool {
    match c {
        '-' | '?' | '_' | '0'..='9' | 'A'..='Z' | 'a'..='z' => true,
        c => c as u32 >= 128 && !is_blank(c) && !matches!(c, '\u{201c}' | '\u{201d}'),
    }
}

/// A blank between two parts of a tag, by LiquidJS.
pub fn is_blank(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{180e}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// White space by JavaScript's `\s` and `trim`.
pub fn is_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}')
}
