//! Which words of a text another text does not have: what the eye looks for in a Source beside Current.

/// More words than this are not compared: the table of the comparison grows with their product.
const MOST: usize = 400;

/// `new` in runs, each with whether `old` lacks it; `None` when marking words would not help: too many of them, or hardly any in common.
pub fn added<'a>(old: &str, new: &'a str) -> Option<Vec<(bool, &'a str)>> {
    let (before, after) = (words(old), words(new));
    if before.is_empty() || after.len() < 3 || before.len() > MOST || after.len() > MOST || old == new {
        return None;
    }
    let kept = common(&before, &after);
    // hardly anything in common: everything would be marked
    if kept.iter().filter(|kept| **kept).count() * 3 < after.len() {
        return None;
    }
    let mut runs = Vec::new();
    let (mut done, mut at) = (0, 0);
    while at < after.len() {
        if !kept[at] {
            let start = after[at].0;
            runs.push((false, &new[done..start]));
            while at < after.len() && !kept[at] {
                done = after[at].0 + after[at].1.len();
                at += 1;
            }
            runs.push((true, &new[start..done]));
        } else {
            at += 1;
        }
    }
    runs.push((false, &new[done..]));
    runs.retain(|(_, run)| !run.is_empty());
    Some(runs)
}

/// The words of `text`, each with where it starts.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let pieces = text.split_inclusive(char::is_whitespace).map(|piece| {
        let start = at;
        at += piece.len();
        (start, piece.trim_end())
    });
    pieces.filter(|(_, word)| !word.is_empty()).take(MOST + 1).collect()
}

/// For each word of `after`, whether it is part of the longest common sequence with `before`.
fn common(before: &[(usize, &str)], after: &[(usize, &str)]) -> Vec<bool> {
    let width = after.len() + 1;
    let mut longest = vec![0_u16; (before.len() + 1) * width];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            longest[i * width + j] = if before[i].1 == after[j].1 {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let mut kept = vec![false; after.len()];
    let (mut i, mut j) = (0, 0);
    while i < before.len() && j < after.len() {
        if before[i].1 == after[j].1 {
            kept[j] = true;
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_added_words() {
        let cases = [
            (
                "Multi-strategy asset manager, founded 2013.",
                "Multi-strategy alternative asset manager based in Dallas, founded 2013.",
                "Multi-strategy [alternative] asset [manager based in Dallas,] founded 2013.",
            ),
            ("one two three", "one two three four", "one two three [four]"),
            ("one two three", "zero one two three ", "[zero] one two three "),
            ("a b c d", "a b c  [x]\nd", "a b c  [[x]]\nd"),
        ];
        for (old, new, wanted) in cases {
            let runs = added(old, new).unwrap();
            assert_eq!(runs.iter().map(|(_, run)| *run).collect::<String>(), new);
            let marked: String = runs.iter().map(|(added, run)| if *added { format!("[{run}]") } else { (*run).to_owned() }).collect();
            assert_eq!(marked, wanted);
        }
    }

    #[test]
    fn leaves_unlike_texts_alone() {
        for (old, new) in [("", "a b c"), ("a", "b"), ("a b c d", "e f g h"), ("a b c", "a b c"), ("x y z w", "a b c x")] {
            assert_eq!(added(old, new), None, "{old:?} {new:?}");
        }
        let long = "word ".repeat(MOST + 1);
        assert_eq!(added(&long, &format!("{long}more")), None);
    }
}
