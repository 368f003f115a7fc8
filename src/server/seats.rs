//! How many streams a session may hold open at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::auth::Digest;

/// The most streams of one session: a browser has six connections for one site.
const MOST: usize = 12;

/// The seats that are taken. Cheap to clone.
#[derive(Clone, Default)]
pub struct Seats(Arc<Mutex<HashMap<Digest, usize>>>);

/// A seat of a session, until it is dropped.
pub struct Seat {
    session: Digest,
    seats: Seats,
}

impl Seats {
    /// A seat for a stream of the session whose secret this is; `None` when it has too many already.
    #[must_use]
    pub fn take(&self, secret: &str) -> Option<Seat> {
        let session = Digest::of(secret);
        let mut taken = self.lock();
        let count = taken.entry(session).or_default();
        if *count >= MOST {
            return None;
        }
        *count += 1;
        Some(Seat { session, seats: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Digest, usize>> {
        // a panic elsewhere leaves the map whole: each change is one number
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.lock();
        if let Some(count) = taken.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_session_has_so_many_seats_and_no_more() {
        let seats = Seats::default();
        let mut taken: Vec<Seat> = (0..MOST).map(|_| seats.take("a").unwrap()).collect();
        assert!(seats.take("a").is_none() && seats.take("b").is_some());
        taken.pop();
        assert!(seats.take("a").is_some());
        taken.clear();
        assert!(seats.lock().is_empty());
    }
}
