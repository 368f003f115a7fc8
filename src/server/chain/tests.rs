use proptest::prelude::*;

use super::*;

fn any_chain() -> impl Strategy<Value = Vec<Link>> {
    let event = (0..Kind::ALL.len(), "[ab]", 0..3_i64, "[a-c]{1,2}", any::<Option<u8>>());
    prop::collection::vec(event, 1..12).prop_map(|events| {
        let mut end = End::default();
        let link = |(kind, id, at, actor, content): (usize, String, i64, String, Option<u8>)| {
            let content = content.map(|content| content.to_string());
            let link = end.next(&id, Kind::ALL[kind], Timestamp::from_millis(at), &actor, content.as_deref());
            end = end.then(&link).unwrap();
            link
        };
        events.into_iter().map(link).collect()
    })
}

/// The end, or the place (from 0) of the first event that is none.
fn follow(links: &[Link]) -> Result<End, (usize, Fault)> {
    let mut end = End::default();
    for (place, link) in links.iter().enumerate() {
        end = end.then(link).map_err(|fault| (place, fault))?;
    }
    Ok(end)
}

/// Changes one fact of an event.
fn change(link: &mut Link, fact: usize) {
    match fact {
        0 => link.number += 1,
        1 => link.elicitation_id.push('x'),
        2 => link.kind.push('x'),
        3 => link.at = Timestamp::from_millis(link.at.millis() + 1),
        4 => link.actor.push('x'),
        5 => link.content_hash = if link.content_hash.is_some() { None } else { Some(Hash::NONE) },
        6 => link.previous_hash.0[31] ^= 1,
        _ => link.hash.0[0] ^= 0x80,
    }
}

proptest! {
    #[test]
    fn a_chain_is_followed_to_its_end(links in any_chain()) {
        let last = links.last().unwrap();
        prop_assert_eq!(follow(&links), Ok(End { number: last.number, hash: last.hash }));
    }

    #[test]
    fn a_changed_fact_is_found_where_it_is(links in any_chain(), place in any::<prop::sample::Index>(), fact in 0..8_usize) {
        let (mut links, place) = (links.clone(), place.index(links.len()));
        change(&mut links[place], fact);
        prop_assert_eq!(follow(&links).unwrap_err().0, place);
    }

    #[test]
    fn a_changed_event_with_its_hash_made_good_is_found_at_the_next(links in any_chain(), place in any::<prop::sample::Index>(), fact in 1..6_usize) {
        let (mut links, place) = (links.clone(), place.index(links.len()));
        change(&mut links[place], fact);
        links[place].hash = links[place].due();
        if place + 1 < links.len() {
            prop_assert_eq!(follow(&links), Err((place + 1, Fault::Detached)));
        }
    }

    #[test]
    fn what_is_taken_out_or_put_in_is_missed_there(links in any_chain(), place in any::<prop::sample::Index>()) {
        let place = place.index(links.len());
        let mut fewer = links.clone();
        fewer.remove(place);
        let mut more = links.clone();
        more.insert(place, links[place].clone());
        prop_assert_eq!(follow(&more), Err((place + 1, Fault::Missing)));
        if place < fewer.len() {
            prop_assert_eq!(follow(&fewer), Err((place, Fault::Missing)));
            // and if those behind it close the ranks
            fewer.iter_mut().skip(place).for_each(|link| link.number -= 1);
            prop_assert_eq!(follow(&fewer), Err((place, Fault::Changed)));
        }
    }

    #[test]
    fn events_in_another_order_are_found(links in any_chain(), a in any::<prop::sample::Index>(), b in any::<prop::sample::Index>()) {
        let (a, b) = (a.index(links.len()), b.index(links.len()));
        let mut swapped = links.clone();
        swapped.swap(a, b);
        if a != b {
            prop_assert_eq!(follow(&swapped).unwrap_err().0, a.min(b));
            // and if they change numbers too
            let number = swapped[a].number;
            swapped[a].number = swapped[b].number;
            swapped[b].number = number;
            prop_assert_eq!(follow(&swapped), Err((a.min(b), Fault::Changed)));
        }
    }

    #[test]
    fn a_shorter_chain_has_another_end(links in any_chain(), length in any::<prop::sample::Index>()) {
        let shorter = &links[..length.index(links.len())];
        prop_assert!(follow(shorter).is_ok(), "nothing in it tells");
        prop_assert_ne!(follow(shorter), follow(&links));
    }
}

#[test]
fn sha_256_is_what_everybody_calls_so() {
    assert_eq!(hash("abc").to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
