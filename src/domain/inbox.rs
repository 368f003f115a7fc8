//! What a reviewer's inbox is asked for.

/// The most words that are looked for.
const MOST_WORDS: usize = 20;

/// Which requests of the inbox, and how many of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// As it was typed.
    pub query: String,
    /// At most so many that are pending.
    pub pending: u32,
    /// At most so many that are closed.
    pub closed: u32,
}

impl Find {
    /// How many are listed at first.
    pub const PENDING: u32 = 100;
    pub const CLOSED: u32 = 30;

    /// The most that are listed, of either: beyond, one searches.
    pub const MOST: u32 = 2000;

    /// What a page's parameters ask for. What can't be read counts as absent.
    #[must_use]
    pub fn new(query: &str, pending: Option<&str>, closed: Option<&str>) -> Self {
        let lines = |text: Option<&str>, first: u32| text.and_then(|text| text.parse().ok()).unwrap_or(first).clamp(first, Self::MOST);
        Self { query: query.trim().to_owned(), pending: lines(pending, Self::PENDING), closed: lines(closed, Self::CLOSED) }
    }

    /// The words that a request must have, all of them, anywhere in what [`searchable`] makes of it.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        self.query.split_whitespace().take(MOST_WORDS).map(str::to_lowercase).collect()
    }
}

/// What of a request is searched: its message, the agent's name and its id, in lower case.
#[must_use]
pub fn searchable(message: &str, agent: &str, id: &str) -> String {
    [message, agent, id].join("\n").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_are_listed_is_kept_within_bounds() {
        for (text, lines) in
            [(None, 100), (Some("200"), 200), (Some("1"), 100), (Some("-1"), 100), (Some("many"), 100), (Some("999999"), 2000)]
        {
            assert_eq!(Find::new("", text, None).pending, lines, "{text:?}");
        }
        assert_eq!(Find::new(" a ", None, Some("60")), Find { query: "a".into(), pending: 100, closed: 60 });
    }

    #[test]
    fn every_word_counts_whatever_its_case() {
        let text = searchable("Sync ÉCOLE Straße", "CRM-Bot", "0aF1");
        for (query, found) in [
            ("", true),
            ("école", true),
            ("École bot", true),
            ("bot  SYNC", true),
            ("0af", true),
            ("sync other", false),
            ("straße crm", true),
            ("%", false),
        ] {
            assert_eq!(Find::new(query, None, None).words().iter().all(|word| text.contains(word)), found, "{query}");
        }
        assert_eq!(Find::new(&"x ".repeat(1000), None, None).words().len(), MOST_WORDS);
    }
}
