//! Finding an option among many.

use super::SelectionOption;

impl SelectionOption {
    /// Whether each word of `query` is somewhere in the label, the id or the description, letter case aside. A blank query finds all.
    #[must_use]
    pub fn matches(&self, query: &str) -> bool {
        let texts = [self.label.as_deref(), Some(self.id.as_str()), self.description.as_deref()];
        let texts: Vec<String> = texts.into_iter().flatten().map(folded).collect();
        query.split_whitespace().map(folded).all(|word| texts.iter().any(|text| text.contains(&word)))
    }
}

/// In small letters, one by one: a word reads the same wherever it ends (Greek has another sigma there).
fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).map(|letter| if letter == 'ς' { 'σ' } else { letter }).collect()
}
