//! What a row's cells and marks tell about it: the same for the server that draws and for the browser that repaints.

use crate::api::Asks;
use crate::domain::grid::{Draft, Entry, Row};

/// More faulty rows than this are counted, not named.
const NAMED: usize = 3;

/// What is to be seen of a row, its editor's content aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub included: bool,
    /// A form's field that has to be filled in and is not: it does not count as filled in.
    pub missing: bool,
    /// Proposed differs from Current.
    pub changed: bool,
    /// Proposed no longer is what the agent proposed.
    pub edited: bool,
    /// Submitting would empty Current.
    pub clears: bool,
    /// What is wrong with the row, for the reviewer.
    pub fault: Option<String>,
}

impl Facts {
    /// The facts of `row` with `entry`; `told` is the server's word on it.
    #[must_use]
    pub fn of(row: &Row, entry: &Entry, told: Option<&str>) -> Self {
        let told = || told.filter(|_| entry.include).map(str::to_owned);
        let missing = row.is_missing(entry);
        Self {
            included: entry.include,
            missing,
            changed: row.changed(entry),
            edited: row.edited(entry),
            clears: row.clears(entry),
            // nobody is blamed for a form that was just opened
            fault: if missing && entry.draft.is_none() { told() } else { row.fault(entry).or_else(told) },
        }
    }

    /// Whether the row counts as part of what would be submitted.
    #[must_use]
    pub const fn counts(&self) -> bool {
        self.included && !self.missing
    }
}

/// The text of a draft; nothing for one that has none.
#[must_use]
pub fn text(draft: Draft) -> String {
    match draft {
        Draft::Text(text) => text,
        Draft::Unchosen | Draft::Set(_) => String::new(),
    }
}

/// What a select or a group shows that is none of its options.
#[must_use]
pub fn others(row: &Row, entry: &Entry) -> Vec<(usize, String)> {
    let offered = row.offered(entry).into_iter().enumerate();
    offered.filter(|(_, (_, known))| !known).map(|(place, (choice, _))| (place, choice.value)).collect()
}

/// The id of a row's editor.
#[must_use]
pub fn editor_id(index: usize) -> String {
    format!("e{index}")
}

/// The id of a row's fault.
#[must_use]
pub fn fault_id(index: usize) -> String {
    format!("x{index}")
}

/// What the page says at its top when rows are at fault.
#[must_use]
pub fn nothing_sent(asks: Asks, rows: usize) -> String {
    "Nothing was sent: ".to_owned() + &fixing(asks, rows) + "."
}

/// What the page says at its top when a choice does not do.
#[must_use]
pub fn not_chosen(wrong: &str) -> String {
    ["Nothing was sent: ", wrong, "."].concat()
}

/// How many of `options` are chosen, and how many may be.
#[must_use]
pub fn selected(fewest: usize, most: usize, options: usize, count: usize) -> String {
    let mut text = count.to_string() + " selected";
    if fewest == most {
        text += &format!(", choose {fewest}");
    } else {
        if fewest > 0 {
            text += &format!(", choose at least {fewest}");
        }
        if most < options {
            text += if fewest > 0 { " and at most " } else { ", choose at most " };
            text += &most.to_string();
        }
    }
    text
}

/// How many rows, or a form's fields, need fixing, as the start of a list.
fn fixing(asks: Asks, rows: usize) -> String {
    let unit = if asks == Asks::Approval { " field" } else { " row" };
    rows.to_string() + unit + if rows == 1 { " needs fixing" } else { "s need fixing" }
}

/// The rows to fix, given by index and label, as HTML: the first few by name, each a link to its editor.
#[must_use]
pub fn problems(asks: Asks, faulty: &[(usize, String)]) -> String {
    let mut html = String::new();
    for (at, (index, label)) in faulty.iter().take(NAMED).enumerate() {
        html += &if at == 0 { fixing(asks, faulty.len()) + ": " } else { ", ".to_owned() };
        html += "<a href=\"#";
        html += &editor_id(*index);
        html += "\">";
        html += &crate::app::markup::shown(label);
        html += "</a>";
    }
    if faulty.len() > NAMED {
        html += &format!(" and {} more", faulty.len() - NAMED);
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_how_many_may_be_chosen() {
        let cases = [
            ((1, 1, 5, 0), "0 selected, choose 1"),
            ((2, 4, 5, 1), "1 selected, choose at least 2 and at most 4"),
            ((2, 5, 5, 1), "1 selected, choose at least 2"),
            ((0, 2, 5, 3), "3 selected, choose at most 2"),
            ((0, 9, 5, 3), "3 selected"),
        ];
        for ((fewest, most, options, count), wanted) in cases {
            assert_eq!(selected(fewest, most, options, count), wanted);
        }
    }

    #[test]
    fn names_the_first_problems() {
        let faulty: Vec<_> = ["<a>", "b", "c", "d", "e"].iter().enumerate().map(|(at, label)| (at, (*label).to_owned())).collect();
        assert_eq!(problems(Asks::Proposal, &[]), "");
        assert_eq!(problems(Asks::Proposal, &faulty[..1]), "1 row needs fixing: <a href=\"#e0\"><bdi>&lt;a&gt;</bdi></a>");
        assert!(problems(Asks::Approval, &faulty).starts_with("5 fields need fixing: <a href=\"#e0\">"));
        assert!(problems(Asks::Approval, &faulty).ends_with(", <a href=\"#e2\"><bdi>c</bdi></a> and 2 more"));
    }
}
