//! Any row, any grid, and anything that a reviewer does to it.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

use super::super::{Bulk, Column, Draft, Entry, Grid, Row};
use super::raw;
use crate::domain::format::Format;
use crate::domain::schema::{Choice, Field, Kind, NumberRules, SetRules, TextRules};

/// One thing a reviewer does to a row.
#[derive(Clone, Debug)]
pub(super) enum Act {
    CopySource(usize),
    CopyCurrent,
    Edit(Draft),
    Toggle(String, bool),
    Include(bool),
    All(Bulk),
}

impl Act {
    pub(super) fn on(&self, row: &Row, entry: &Entry) -> Entry {
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

pub(super) fn rows() -> impl Strategy<Value = Row> {
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
fn grids() -> impl Strategy<Value = Grid> {
    let names = vec!["name", "first.name", "a&b=c", "two words", "50%", "a%20b", "ключ", "", "include", "p.x", "__proto__", "😀", "\"'<>"];
    (vec(rows(), 1..6), Just(names).prop_shuffle()).prop_map(|(mut rows, names)| {
        rows.iter_mut().zip(names).for_each(|(row, name)| row.field.name = name.to_owned());
        let sources = vec![Column { key: "a".into(), label: "A".into() }, Column { key: "b".into(), label: "B".into() }];
        Grid { sources, current: "CRM".into(), rows }
    })
}

pub(super) fn drafts() -> impl Strategy<Value = Draft> {
    prop_oneof![1 => Just(Draft::Unchosen), 4 => texts().prop_map(Draft::Text), 2 => vec(texts(), 0..5).prop_map(Draft::Set)]
}

pub(super) fn acts() -> impl Strategy<Value = Act> {
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
