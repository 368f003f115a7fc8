//! What the reviewer may choose, and how an option is found.

use proptest::collection::btree_set;
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::domain::selection::{Options, SelectionOption};

fn option(id: &str, label: Option<&str>, description: Option<&str>) -> SelectionOption {
    SelectionOption { id: id.to_owned(), label: label.map(str::to_owned), description: description.map(str::to_owned) }
}

/// A choice among `ids`.
pub(in crate::domain) fn among(ids: &[&str], min_selections: usize, max_selections: usize) -> Options {
    Options { items: ids.iter().map(|id| option(id, None, None)).collect(), min_selections, max_selections }
}

fn chosen(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

#[test]
fn a_choice_keeps_to_its_limits() {
    for (min, max, selected, fault) in [
        (1, 1, &["b"][..], None),
        (1, 1, &[], Some("Choose an option")),
        (1, 1, &["a", "b"], Some("Choose at most 1: 2 are chosen")),
        (0, 1, &[], None),
        (0, 3, &[], None),
        (1, 3, &[], Some("Choose at least 1")),
        (2, 3, &["c"], Some("Choose at least 2")),
        (2, 3, &["c", "c"], Some("Choose at least 2")),
        (2, 3, &["c", "a"], None),
        (2, 3, &["d", "c", "a"], None),
        (2, 3, &["a", "b", "c", "d"], Some("Choose at most 3: 4 are chosen")),
        (1, 501, &["a", "b", "c", "d"], None),
        (1, 3, &["a", "z"], Some("\"z\" is not one of the options")),
        (1, 1, &["A"], Some("\"A\" is not one of the options")),
        (1, 1, &["say \"hi\""], Some("\"say \\\"hi\\\"\" is not one of the options")),
    ] {
        let options = among(&["a", "b", "c", "d"], min, max);
        assert_eq!(options.fault(&chosen(selected)).as_deref(), fault, "{min} to {max} of {selected:?}");
    }
}

#[test]
fn the_chosen_are_told_in_the_order_of_the_options() {
    let options = among(&["z", "a", "__proto__", "10", "2"], 0, 5);
    for (selected, wanted) in [
        (&["2", "10", "a", "z"][..], &["z", "a", "10", "2"][..]),
        (&["a", "a"], &["a"]),
        (&["zzz", "__proto__"], &["__proto__"]),
        (&[], &[]),
    ] {
        assert_eq!(options.ordered(&chosen(selected)), wanted);
    }
}

#[test]
fn an_option_is_found_by_any_of_its_words() {
    let ann = option("u-17", Some("Ann Ångström"), Some("Works in Zürich, ΟΔΟΣ 5"));
    for (query, found) in [
        ("", true),
        (" \t", true),
        ("ann", true),
        ("ÅNGSTRÖM", true),
        ("angstrom", false),
        ("strö", true),
        ("U-17", true),
        (" zürich   ann ", true),
        ("οδος", true),
        ("οδοσ", true),
        ("ann bob", false),
        ("ann ångström", true),
        ("5", true),
        ("*", false),
    ] {
        assert_eq!(ann.matches(query), found, "{query:?}");
    }
    assert!(option("only-id", None, None).matches("ONLY"));
}

prop_compose! {
    /// A choice with ids of every sort, and some of them, in any order.
    pub(in crate::domain) fn chosen_among()(
        ids in btree_set("[ -~]{1,4}|\\PC{1,4}|[\\x00-\\x1f]{0,2}x%?[0-9a-f]{0,2}|\\r?\\n?y", 1..12).prop_map(Vec::from_iter).prop_shuffle(),
    )(
        selected in subsequence(ids.clone(), 0..=ids.len()).prop_shuffle(),
        limits in (0..4_usize, 1..6_usize),
        ids in Just(ids),
    ) -> (Options, Vec<String>) {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        (among(&ids, limits.0.min(limits.1).min(ids.len()), limits.1), selected)
    }
}

proptest! {
    #[test]
    fn ordering_keeps_the_set_and_its_fault((options, selected) in chosen_among()) {
        let ordered = options.ordered(&selected);
        let place = |id: &String| options.items.iter().position(|option| option.id == *id).unwrap();
        prop_assert!(ordered.iter().map(place).is_sorted_by(|a, b| a < b));
        let sorted = |ids: &[String]| { let mut ids = ids.to_vec(); ids.sort_unstable(); ids };
        prop_assert_eq!(sorted(&ordered), sorted(&selected));
        prop_assert_eq!(options.ordered(&ordered), ordered.clone());
        prop_assert_eq!(options.fault(&ordered), options.fault(&selected));
        let fits = (options.min_selections..=options.max_selections).contains(&selected.len());
        prop_assert_eq!(options.fault(&selected).is_none(), fits);
    }

    #[test]
    fn an_option_is_found_by_each_part_of_a_word(label in "\\PC{0,12}", from in 0..12_usize, length in 0..6_usize) {
        let part: String = label.chars().skip(from).take(length).collect();
        let option = option("x", Some(&label), None);
        prop_assert!(option.matches(&part));
        prop_assert!(option.matches(&part.to_lowercase()));
    }

    #[test]
    fn nothing_is_found_that_is_not_there(label in "[a-m ]{0,9}", query in "[a-z]{1,3}") {
        prop_assert_eq!(option("#", Some(&label), Some("")).matches(&query), label.contains(&query));
    }
}
