//! What holds for any grid, whatever the reviewer does.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::Value;

use super::super::{Bulk, Draft, Editor, Entry, Grid, Row};
use super::any::{acts, drafts, reviewed, rows};
use super::included;
use crate::domain::schema::{Field, Kind, TextRules};
use crate::domain::validate;
use crate::domain::value::{equal, is_empty, text};

fn all(grid: &Grid, entries: &[Entry], action: Bulk) -> Vec<Entry> {
    grid.rows.iter().zip(entries).map(|(row, entry)| row.bulk(entry, action)).collect()
}

proptest! {
    #[test]
    fn a_locked_row_is_included_whatever_happens(row in rows(), acts in vec(acts(), 0..12)) {
        let mut entry = row.opening();
        for act in &acts {
            prop_assert!(entry.include || !row.locked());
            entry = act.on(&row, &entry);
        }
        prop_assert!(entry.include || !row.locked());
        prop_assert_eq!(row.locked(), row.field.required && is_empty(&row.current));
    }

    #[test]
    fn reject_all_leaves_the_locked_and_accept_all_everything((grid, entries) in reviewed()) {
        let rejected = all(&grid, &entries, Bulk::RejectAll);
        for (row, entry) in grid.rows.iter().zip(&rejected) {
            prop_assert_eq!(entry.include, row.locked());
        }
        prop_assert_eq!(included(&rejected), grid.rows.iter().filter(|row| row.locked()).count());
        let accepted = all(&grid, &entries, Bulk::AcceptAll);
        prop_assert_eq!(included(&accepted), grid.rows.len());
        for (after, before) in rejected.iter().chain(&accepted).zip(entries.iter().chain(&entries)) {
            prop_assert_eq!(&after.draft, &before.draft, "Proposed stays as it is");
        }
    }

    #[test]
    fn restore_proposed_brings_back_every_default_and_leaves_include((grid, entries) in reviewed()) {
        for ((row, before), after) in grid.rows.iter().zip(&entries).zip(all(&grid, &entries, Bulk::RestoreProposed)) {
            prop_assert_eq!(after.include, before.include);
            prop_assert!(!row.edited(&after));
            prop_assert_eq!(row.shown(&after), row.shown(&row.opening()));
            if let (Ok(value), Some(default)) = (row.value(&after), &row.field.default) {
                prop_assert_eq!(value.to_string(), default.to_string(), "as it was sent");
            }
        }
    }

    #[test]
    fn the_counter_counts_the_ticked_boxes((_, entries) in reviewed()) {
        prop_assert_eq!(included(&entries), entries.iter().map(|entry| usize::from(entry.include)).sum::<usize>());
    }

    #[test]
    fn copying_a_source_is_typing_its_text(row in rows(), acts in vec(acts(), 0..4), source in 0..2_usize) {
        let before = acts.iter().fold(row.opening(), |entry, act| act.on(&row, &entry));
        let copied = row.copy_source(source, &before);
        let cell = &row.sources[source];
        if is_empty(cell) {
            prop_assert_eq!(copied, before);
        } else if row.editor() != Editor::Choices || !cell.is_array() {
            prop_assert_eq!(copied, row.edit(Draft::Text(text(cell))));
        } else {
            let typed = cell.as_array().unwrap().iter().fold(row.edit(Draft::Set(Vec::new())), |entry, item| row.toggle(&entry, &text(item), true));
            prop_assert_eq!(copied, typed);
        }
    }

    #[test]
    fn copying_current_leaves_out_what_is_not_locked(row in rows(), entry in drafts()) {
        let before = row.edit(entry);
        let copied = row.copy_current(&before);
        if is_empty(&row.current) {
            prop_assert_eq!(copied, before);
        } else {
            prop_assert!(!copied.include);
            prop_assert_eq!(row.set_include(&copied, true), row.edit(copied.draft.unwrap()));
        }
    }

    #[test]
    fn a_typed_text_is_the_value_code_point_by_code_point(typed in any::<String>()) {
        let field = Field { name: "x".into(), title: None, description: None, required: false, kind: Kind::Text(TextRules::default()), default: None };
        let row = Row { field, sources: Vec::new(), current: Value::Null, include: None };
        prop_assert_eq!(row.value(&row.edit(Draft::Text(typed.clone()))), Ok(Value::String(typed)));
    }

    #[test]
    fn any_entry_has_a_sound_value_or_a_fault(row in rows(), include in any::<bool>(), draft in option::of(drafts())) {
        let entry = Entry { include, draft };
        match row.value(&entry) {
            Ok(value) => {
                prop_assert_eq!(validate::fault(&row.field, &value), None);
                prop_assert_eq!(row.fault(&entry), None);
                prop_assert!(entry.draft.is_some() || row.field.default.as_ref().is_none_or(|default| *default == value));
                prop_assert_eq!(row.changed(&entry) || !equal(&value, &row.current) && !include, !equal(&value, &row.current));
            }
            Err(fault) => {
                prop_assert!(!fault.is_empty());
                prop_assert_eq!(row.fault(&entry), include.then_some(fault));
                prop_assert!(!row.clears(&entry));
            }
        }
        prop_assert_eq!(row.edit(row.shown(&entry)).draft.unwrap(), row.shown(&row.edit(row.shown(&entry))));
    }

    #[test]
    fn ticks_are_in_option_order_without_repeats(row in rows(), acts in vec(acts(), 1..8)) {
        let entry = acts.iter().fold(row.opening(), |entry, act| act.on(&row, &entry));
        if let (Kind::MultiSelect(rules), Some(Draft::Set(ticked))) = (&row.field.kind, &entry.draft) {
            let places: Vec<_> = ticked.iter().map(|item| rules.choices.iter().position(|choice| choice.value == *item).unwrap_or(usize::MAX)).collect();
            prop_assert!(places.is_sorted());
            prop_assert!((1..ticked.len()).all(|i| !ticked[..i].contains(&ticked[i])));
            let offered = row.offered(&entry);
            prop_assert_eq!(offered.len(), rules.choices.len() + places.iter().filter(|place| **place == usize::MAX).count());
        }
    }
}
