//! The time left, in words.

/// Below each of these many seconds the time left is announced once: two minutes, half a minute, and when nothing is left.
const STAGES: [u64; 3] = [120, 30, 1];

/// How often the time left has been announced by now.
#[must_use]
pub fn stage(seconds: u64) -> usize {
    STAGES.into_iter().filter(|limit| seconds < *limit).count()
}

/// `seconds` left, in words.
#[must_use]
pub fn words(seconds: u64) -> String {
    let minutes = seconds / 60;
    match seconds {
        0 => "This request has expired".to_owned(),
        1..60 => format!("Closes in {seconds} s"),
        60..120 => format!("Closes in 1 min {} s", seconds - 60),
        120..3600 => format!("Closes in {minutes} min"),
        _ if minutes.is_multiple_of(60) => format!("Closes in {} h", minutes / 60),
        _ => format!("Closes in {} h {} min", minutes / 60, minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_how_much_is_left() {
        let cases = [
            (86_400, "Closes in 24 h", 0),
            (5400, "Closes in 1 h 30 min", 0),
            (3599, "Closes in 59 min", 0),
            (120, "Closes in 2 min", 0),
            (119, "Closes in 1 min 59 s", 1),
            (30, "Closes in 30 s", 1),
            (29, "Closes in 29 s", 2),
            (0, "This request has expired", 3),
        ];
        for (seconds, wanted, announced) in cases {
            assert_eq!((words(seconds).as_str(), stage(seconds)), (wanted, announced));
        }
    }
}
