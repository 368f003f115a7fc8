//! Waiters by request id: a wake is a hint, the row is the fact.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// Everybody who waits for something to happen to a request, in this process. Cheap to clone; a waiter costs one receiver.
#[derive(Clone, Default)]
pub struct Wakes(Arc<Mutex<HashMap<String, watch::Sender<()>>>>);

/// A place in the queue of one request. Whatever happens after [`Wakes::subscribe`] wakes it; dropping it leaves nothing behind.
pub struct Waiter {
    id: String,
    /// `None` only while being dropped.
    receiver: Option<watch::Receiver<()>>,
    wakes: Wakes,
}

/// The queue of those who wait for all requests: no request has this id.
const ALL: &str = "";

impl Wakes {
    /// A waiter for request `id`. Subscribe first, then read the row: what is written in between wakes the waiter.
    #[must_use]
    pub fn subscribe(&self, id: &str) -> Waiter {
        let mut queues = self.lock();
        let receiver = match queues.get(id) {
            Some(sender) => sender.subscribe(),
            None => {
                let (sender, receiver) = watch::channel(());
                queues.insert(id.to_owned(), sender);
                receiver
            }
        };
        Waiter { id: id.to_owned(), receiver: Some(receiver), wakes: self.clone() }
    }

    /// A waiter for all requests, those that are yet to be made too.
    #[must_use]
    pub fn subscribe_to_all(&self) -> Waiter {
        self.subscribe(ALL)
    }

    /// Wakes everybody who waits for request `id`, or for all.
    pub fn wake(&self, id: &str) {
        let queues = self.lock();
        for sender in [id, ALL].into_iter().filter_map(|id| queues.get(id)) {
            sender.send_replace(());
        }
    }

    /// Whether anybody waits.
    #[must_use]
    pub fn wanted(&self) -> bool {
        !self.lock().is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<()>>> {
        // a panic elsewhere leaves the map whole: each change is one insert or one remove
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiter {
    /// Returns at the next wake since subscription or since the last one.
    pub async fn woken(&mut self) {
        if let Some(receiver) = &mut self.receiver {
            // the sender lives in the map as long as this waiter does
            let _ = receiver.changed().await;
        }
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut queues = self.wakes.lock();
        self.receiver = None;
        if queues.get(&self.id).is_some_and(|sender| sender.receiver_count() == 0) {
            queues.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn is_woken(waiter: &mut Waiter) -> bool {
        tokio::time::timeout(Duration::from_millis(20), waiter.woken()).await.is_ok()
    }

    #[tokio::test]
    async fn a_wake_reaches_each_waiter_of_its_request_and_no_other() {
        let wakes = Wakes::default();
        let (mut first, mut second, mut other) = (wakes.subscribe("a"), wakes.subscribe("a"), wakes.subscribe("b"));
        wakes.wake("a");
        assert!(is_woken(&mut first).await && is_woken(&mut second).await);
        assert!(!is_woken(&mut other).await);
        assert!(!is_woken(&mut first).await, "a wake is used up");
    }

    #[tokio::test]
    async fn a_wake_before_the_wait_is_not_lost() {
        let wakes = Wakes::default();
        let mut waiter = wakes.subscribe("a");
        wakes.wake("a");
        assert!(is_woken(&mut waiter).await);
    }

    #[tokio::test]
    async fn who_waits_for_all_is_woken_by_each() {
        let wakes = Wakes::default();
        let mut all = wakes.subscribe_to_all();
        for id in ["a", "b"] {
            wakes.wake(id);
            assert!(is_woken(&mut all).await, "{id}");
        }
        assert!(!is_woken(&mut all).await);
    }

    #[test]
    fn nothing_is_left_behind_by_waiters_that_went() {
        let wakes = Wakes::default();
        let (first, second) = (wakes.subscribe("a"), wakes.subscribe("a"));
        drop(first);
        assert_eq!(wakes.lock().len(), 1);
        assert!(wakes.wanted());
        drop(second);
        assert_eq!(wakes.lock().len(), 0);
        assert!(!wakes.wanted());
        wakes.wake("a");
    }
}
