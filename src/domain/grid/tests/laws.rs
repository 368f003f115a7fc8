//! What holds for any grid, whatever the reviewer does.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

use super::super::{Bulk, Column, Draft, Editor, Entry, Grid, Row, included};
use super::raw;
use crate::domain::format::Format;
use crate::domain::schema::{Choice, Field, Kind, NumberRules, SetRules, TextRules};
use crate::domain::validate;
use crate::domain::value::{equal, is_empty, text};

/// One thing a reviewer does to a row.
#[derive(Clone, Debug)]
enum Act {
    CopySource(usize),
    CopyCurrent,
    Edit(Draft),
    Toggle(String, bool),
    Include(bool),
    All(Bulk),
}

impl Act {
    fn on(&self, row: &Row, entry: &Entry) -> Entry {
        match self {
            Self::CopySource(source) => row.copy_source(*source, entry),
            Self::CopyCurrent => row.copy_current(entry),
            Self::Edit(draft) => row.edit(draft.clone()),
            Self::Toggle(option, on) => row.toggle(entry, option, *on),
            Self::Include(on) => row.set_include(entry, *on),
            Self::All(action) => row.bulk(entry, *action),
        }
    }
}

fn options() -> Vec<String> {
    ["a", "b", "", "5", "true", "a\nb", "é"].map(str::to_owned).to_vec()
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        select(options()),
        select(vec!["ap@x.example", "12", " 1e3 ", "2.50", "1,000", "false", "a\r\nb", "  ", "[\"a\"]", "2024-02-29", "\u{202e}x\0"])
            .prop_map(str::to_owned),
        any::<String>(),
    ]
}

fn cells() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        3 => Just(Value::Null),
        4 => texts().prop_map(Value::from),
        2 => select(vec!["0", "230.0", "230", "1e400", "123456789012345678901234567890", "-0.5"]).prop_map(raw),
        1 => any::<bool>().prop_map(Value::from),
    ];
    prop_oneof![4 => scalar.clone(), 1 => vec(scalar.clone(), 0..4).prop_map(Value::from), 1 => scalar.prop_map(|value| json!({"k": value}))]
}

/// A kind, and the defaults that are of its type.
fn kinds() -> impl Strategy<Value = (Kind, Option<Value>)> {
    let choices = || subsequence(options(), 1..7).prop_shuffle().prop_map(|values| values.into_iter().map(choice).collect::<Vec<_>>());
    let format = option::of(select(vec![Format::Email, Format::Uri, Format::Date, Format::DateTime]));
    let text = (format, option::of(0..3_u64), option::of(2..300_u64))
        .prop_map(|(format, min_length, max_length)| Kind::Text(TextRules { format, min_length, max_length, pattern: None }));
    let number = any::<bool>().prop_map(|integer| Kind::Number(NumberRules { integer, ..NumberRules::default() }));
    let defaults = vec(any::<prop::sample::Index>(), 0..5);
    prop_oneof![
        (text, option::of(texts().prop_map(Value::from))),
        (number, option::of(select(vec!["0", "230.0", "7", "1e400"]).prop_map(raw))),
        (Just(Kind::Boolean), option::of(any::<bool>().prop_map(Value::from))),
        (choices(), option::of(any::<prop::sample::Index>())).prop_map(|(choices, chosen)| {
            let default = chosen.map(|chosen| Value::from(chosen.get(&choices).value.clone()));
            (Kind::Select(choices), default)
        }),
        (choices(), option::of(defaults), option::of(0..2_u64), any::<bool>()).prop_map(|(choices, ticked, min_items, unique_items)| {
            let default = ticked.map(|ticked| ticked.iter().map(|one| one.get(&choices).value.clone()).collect());
            (Kind::MultiSelect(SetRules { choices, min_items, max_items: None, unique_items }), default)
        }),
    ]
}

fn choice(value: String) -> Choice {
    Choice { title: format!("Option {value}"), value }
}

pub(in crate::domain) fn rows() -> impl Strategy<Value = Row> {
    (kinds(), any::<bool>(), vec(cells(), 2), cells(), option::of(any::<bool>())).prop_map(
        |((kind, default), required, sources, current, include)| Row {
            field: Field { name: "x".into(), title: None, description: None, required, kind, default },
            sources,
            current,
            include,
        },
    )
}

/// A grid whose rows have names of every sort.
pub(in crate::domain) fn grids() -> impl Strategy<Value = Grid> {
    let names = vec!["name", "first.name", "a&b=c", "two words", "50%", "a%20b", "ключ", "", "include", "p.x", "__proto__", "😀", "\"'<>"];
    (vec(rows(), 1..6), Just(names).prop_shuffle()).prop_map(|(mut rows, names)| {
        rows.iter_mut().zip(names).for_each(|(row, name)| row.field.name = name.to_owned());
        let sources = vec![Column { key: "a".into(), label: "A".into() }, Column { key: "b".into(), label: "B".into() }];
        Grid { sources, current: "CRM".into(), rows }
    })
}

fn drafts() -> impl Strategy<Value = Draft> {
    prop_oneof![1 => Just(Draft::Unchosen), 4 => texts().prop_map(Draft::Text), 2 => vec(texts(), 0..5).prop_map(Draft::Set)]
}

fn acts() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..3_usize).prop_map(Act::CopySource),
        Just(Act::CopyCurrent),
        drafts().prop_map(Act::Edit),
        (texts(), any::<bool>()).prop_map(|(option, on)| Act::Toggle(option, on)),
        any::<bool>().prop_map(Act::Include),
        select(vec![Bulk::AcceptAll, Bulk::RejectAll, Bulk::RestoreProposed]).prop_map(Act::All),
    ]
}

/// An entry after a while of work on it.
fn worked(row: &Row, acts: &[(usize, Act)], place: usize) -> Entry {
    acts.iter().filter(|(at, _)| *at == place).fold(row.opening(), |entry, (_, act)| act.on(row, &entry))
}

prop_compose! {
    /// A grid, and what a reviewer made of it.
    pub(in crate::domain) fn reviewed()(grid in grids(), acts in vec((0..6_usize, acts()), 0..24)) -> (Grid, Vec<Entry>) {
        let entries = grid.rows.iter().enumerate().map(|(place, row)| worked(row, &acts, place)).collect();
        (grid, entries)
    }
}

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
