//! A selection's form as browsers post it.

use proptest::prelude::*;

use super::pairs;
use crate::domain::form::{Action, CHOICE, PostedChoice, decode_choice, encode};
use crate::domain::selection::tests::choosing::{among, chosen_among};

#[test]
fn choices_come_back_in_the_order_of_the_options() {
    let options = among(&["b", "a", "50%", "x y", "é\r\n", "a%20b", "a b", "+"], 0, 9);
    for (values, wanted) in [
        (&[][..], &[][..]),
        (&["a", "b"], &["b", "a"]),
        (&["%C3%A9%0D%0A", "50%25"], &["50%", "é\r\n"]),
        (&["a%2520b"], &["a%20b"]),
        (&["a%20b"], &["a b"]),
        (&["%2B"], &["+"]),
        (&["x y", "50%"], &["50%", "x y"]),
    ] {
        let mut form = vec![("action", "submit")];
        form.extend(values.iter().map(|value| (CHOICE, *value)));
        let wanted = PostedChoice { action: Action::Submit, selected: wanted.iter().map(|id| (*id).to_owned()).collect() };
        assert_eq!(decode_choice(&options, &pairs(&form)), Ok(wanted), "{values:?}");
    }
}

#[test]
fn a_form_that_is_none_is_refused_with_a_sentence() {
    let options = among(&["a", "b", "\u{fffd}"], 1, 1);
    let submit = ("action", "submit");
    for (form, word) in [
        (vec![], "action"),
        (vec![(CHOICE, "a")], "action"),
        (vec![("action", "choose"), (CHOICE, "a")], "choose"),
        (vec![submit, submit], "more than once"),
        (vec![submit, (CHOICE, "z")], "z"),
        (vec![submit, (CHOICE, "A")], "A"),
        (vec![submit, (CHOICE, "")], "no option"),
        (vec![submit, (CHOICE, "%FF")], "%FF"),
        (vec![submit, (CHOICE, "a"), (CHOICE, "a")], "more than once"),
        (vec![submit, (CHOICE, "a"), (CHOICE, "%61")], "more than once"),
        (vec![submit, ("Choice", "a")], "Choice"),
        (vec![submit, ("p.a", "a")], "p.a"),
        (vec![("action", "cancel"), (CHOICE, "z")], "z"),
    ] {
        let refusal = decode_choice(&options, &pairs(&form)).unwrap_err();
        assert!(refusal.contains(word), "{form:?}: {refusal}");
    }
    let long = decode_choice(&options, &pairs(&[(CHOICE, &"x".repeat(100_000))])).unwrap_err();
    assert!(long.len() < 200);
}

#[test]
fn too_few_or_too_many_are_for_the_page_to_tell() {
    let options = among(&["a", "b"], 1, 1);
    for (form, fault) in [
        (&[("action", "submit")][..], Some("Choose an option")),
        (&[("action", "submit"), (CHOICE, "b")], None),
        (&[("action", "submit"), (CHOICE, "b"), (CHOICE, "a")], Some("Choose at most 1: 2 are chosen")),
    ] {
        let posted = decode_choice(&options, &pairs(form)).unwrap();
        assert_eq!(options.fault(&posted.selected).as_deref(), fault);
    }
    assert_eq!(decode_choice(&options, &pairs(&[("action", "cancel")])).unwrap().action, Action::Cancel);
}

proptest! {
    #[test]
    fn what_is_ticked_comes_back((options, selected) in chosen_among()) {
        let mut form: Vec<_> = selected.iter().map(|id| (CHOICE.to_owned(), encode(id))).collect();
        form.push(("action".to_owned(), "submit".to_owned()));
        let posted = decode_choice(&options, &form).unwrap();
        prop_assert_eq!(posted, PostedChoice { action: Action::Submit, selected: options.ordered(&selected) });
    }

    #[test]
    fn no_pairs_make_it_panic((options, _) in chosen_among(), pairs in prop::collection::vec((".{0,6}|choice|action", any::<String>()), 0..6)) {
        if let Ok(posted) = decode_choice(&options, &pairs) {
            prop_assert_eq!(options.ordered(&posted.selected), posted.selected);
        }
    }
}
