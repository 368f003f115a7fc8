//! Sorting with an order that may fail.

use std::cmp::Ordering;

use super::budget::Fallible;

/// `items` sorted, stably, with an order that may fail and need not be consistent.
///
/// Short runs are sorted as V8 does it (a run, then binary insertion), since there an inconsistent order shows; then runs are merged.
pub fn sort<T: Clone>(items: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Fallible<Ordering>) -> Fallible<()> {
    const RUN: usize = 32;
    let run = if items.len() < 64 { 64 } else { RUN };
    for part in items.chunks_mut(run) {
        sort_run(part, &mut compare)?;
    }
    let mut width = run;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for pair in items.chunks(width * 2) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            merge(left, right, &mut merged, &mut compare)?;
        }
        *items = merged;
        width *= 2;
    }
    Ok(())
}

fn sort_run<T>(items: &mut [T], compare: &mut impl FnMut(&T, &T) -> Fallible<Ordering>) -> Fallible<()> {
    let mut sorted = 1;
    if items.len() > 1 {
        let descending = compare(&items[1], &items[0])? == Ordering::Less;
        sorted = 2;
        while sorted < items.len() && (compare(&items[sorted], &items[sorted - 1])? == Ordering::Less) == descending {
            sorted += 1;
        }
        if descending {
            items[..sorted].reverse();
        }
    }
    for at in sorted..items.len() {
        let (mut low, mut high) = (0, at);
        while low < high {
            let middle = low + (high - low) / 2;
            if compare(&items[at], &items[middle])? == Ordering::Less {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        items[low..=at].rotate_right(1);
    }
    Ok(())
}

fn merge<T: Clone>(left: &[T], right: &[T], merged: &mut Vec<T>, compare: &mut impl FnMut(&T, &T) -> Fallible<Ordering>) -> Fallible<()> {
    let (mut l, mut r) = (0, 0);
    while l < left.len() && r < right.len() {
        if compare(&right[r], &left[l])? == Ordering::Less {
            merged.push(right[r].clone());
            r += 1;
        } else {
            merged.push(left[l].clone());
            l += 1;
        }
    }
    merged.extend_from_slice(&left[l..]);
    merged.extend_from_slice(&right[r..]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_stably_whatever_the_length() {
        for length in [0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 100, 257, 1000_usize] {
            let mut items: Vec<(usize, usize)> = (0..length).map(|at| (at * 7919 % 13, at)).collect();
            let mut wanted = items.clone();
            wanted.sort_by_key(|item| item.0);
            sort(&mut items, |a, b| Ok(a.0.cmp(&b.0))).unwrap();
            assert_eq!(items, wanted, "{length}");
        }
    }

    #[test]
    fn ends_with_any_order() {
        let mut items: Vec<usize> = (0..500).collect();
        sort(&mut items, |a, b| Ok(if (a * b) % 3 == 0 { Ordering::Less } else { Ordering::Greater })).unwrap();
        items.sort_unstable();
        assert_eq!(items, (0..500).collect::<Vec<_>>());
        assert!(sort(&mut items, |_, _| Err("enough".to_owned())).is_err());
    }
}
