//! Whatever a grid holds: drawn by a page and posted by a browser, it comes back.

use proptest::prelude::*;

use super::super::{ACTION, Action, INCLUDE, Posted, decode, editor_name, encode};
use crate::domain::grid::tests::any::reviewed;
use crate::domain::grid::{Draft, Editor, Entry, Grid, Row};

/// What a browser does to a text in an editor: HTML folds line ends and has no NUL, a single line drops breaks.
fn in_editor(row: &Row, text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}");
    if matches!(row.editor(), Editor::Line | Editor::Number) { text.replace('\n', "") } else { text }
}

/// An entry as the browser holds it once drawn.
pub(super) fn drawn(row: &Row, entry: &Entry) -> Draft {
    match row.shown(entry) {
        Draft::Unchosen => Draft::Unchosen,
        Draft::Text(text) => Draft::Text(in_editor(row, &text)),
        Draft::Set(items) => {
            let mut items: Vec<String> = items.iter().map(|item| in_editor(row, item)).collect();
            items.sort_unstable();
            items.dedup();
            Draft::Set(items)
        }
    }
}

/// The pairs that a browser posts of a drawn row's editor: line ends go out as CRLF.
pub(super) fn editor_pairs(row: &Row, entry: &Entry) -> Vec<(String, String)> {
    let values = match (row.editor(), drawn(row, entry)) {
        (Editor::Checkbox, Draft::Text(text)) if text == "false" => Vec::new(),
        (_, Draft::Unchosen) => Vec::new(),
        (_, Draft::Text(text)) => vec![text],
        (_, Draft::Set(items)) => items,
    };
    values.into_iter().map(|value| (editor_name(&row.field.name), value.replace('\n', "\r\n"))).collect()
}

/// The pairs that a browser posts of the drawn form.
fn pairs(grid: &Grid, entries: &[Entry]) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for (row, entry) in grid.rows.iter().zip(entries) {
        if entry.include {
            pairs.push((INCLUDE.to_owned(), encode(&row.field.name)));
        }
        pairs.extend(editor_pairs(row, entry));
    }
    pairs.push((ACTION.to_owned(), "submit".to_owned()));
    pairs
}

proptest! {
    #[test]
    fn a_posted_page_is_the_page_drawn((grid, entries) in reviewed()) {
        let Posted { action, entries: posted, unsure, .. } = decode(&grid, &pairs(&grid, &entries)).unwrap();
        prop_assert_eq!(action, Action::Submit);
        prop_assert_eq!(posted.len(), grid.rows.len());
        for (i, ((row, sent), came)) in grid.rows.iter().zip(&entries).zip(&posted).enumerate() {
            prop_assert_eq!(came.include, sent.include);
            prop_assert_eq!(drawn(row, came), drawn(row, sent), "the same is shown");
            let opening = Entry { include: sent.include, draft: None };
            if drawn(row, sent) == drawn(row, &opening) {
                prop_assert_eq!(&came.draft, &None, "as drawn is untouched");
            } else {
                let wanted = row.value(&row.set_include(&row.edit(drawn(row, sent)), sent.include));
                prop_assert_eq!(row.value(came), wanted);
            }
            if let Some(Draft::Text(text)) = &came.draft {
                prop_assert!(!text.contains('\r'));
            }
            prop_assert!(!unsure.contains(&i) || !came.include && came.draft.is_some());
        }
    }

    #[test]
    fn an_untouched_page_submits_what_was_sent((grid, _) in reviewed()) {
        let opening = grid.opening();
        let posted = decode(&grid, &pairs(&grid, &opening)).unwrap();
        prop_assert_eq!(posted.entries, opening);
        prop_assert_eq!(posted.unsure, [0; 0]);
    }

    #[test]
    fn no_pairs_make_it_panic((grid, _) in reviewed(), pairs in prop::collection::vec((".{0,6}|p\\..{0,3}|include|action|confirmed", any::<String>()), 0..6)) {
        let _ = decode(&grid, &pairs);
    }
}
