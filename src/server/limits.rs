//! How often is too often (contract § 8): wrong secrets from one address, calls of one agent.
//!
//! A right secret always passes, however many wrong ones came from its address: an address may be a whole office, and nobody guesses 256 bits.
//! What is limited is the work that wrong ones make.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::HeaderMap;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// Wrong tokens and links that one address may present in a minute.
const WRONG: NonZeroU32 = NonZeroU32::new(60).expect("not zero");

/// Who asks too often is told how long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait(Duration);

/// What became of a call that came too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooOften {
    /// The agent is told as a tool's fault, which its model reads.
    Told(Wait),
    /// It went on calling: turned away before anything is read.
    TurnedAway(Wait),
}

/// The address that a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Counts of the last minute.
pub struct Limits {
    wrong: DefaultKeyedRateLimiter<IpAddr>,
    calls: DefaultKeyedRateLimiter<i64>,
    refused: DefaultKeyedRateLimiter<i64>,
    calls_per_minute: NonZeroU32,
    clock: DefaultClock,
}

impl Limits {
    /// Each agent may make `calls_per_minute` calls.
    #[must_use]
    pub fn new(calls_per_minute: NonZeroU32) -> Self {
        let calls = Quota::per_minute(calls_per_minute);
        Self {
            wrong: RateLimiter::keyed(Quota::per_minute(WRONG)),
            calls: RateLimiter::keyed(calls),
            refused: RateLimiter::keyed(calls),
            calls_per_minute,
            clock: DefaultClock::default(),
        }
    }

    /// Counts a secret from `address` that is none.
    ///
    /// # Errors
    /// How long to wait, when there were too many.
    pub fn wrong_secret(&self, address: IpAddr) -> Result<(), Wait> {
        self.wrong.check_key(&counted(address)).map_err(|refused| Wait(refused.wait_time_from(self.clock.now())))
    }

    /// Counts a call of the agent whose id is `agent`.
    ///
    /// # Errors
    /// [`TooOften`]: as many calls again as are allowed are told so, then they are turned away.
    pub fn call(&self, agent: i64) -> Result<(), TooOften> {
        let Err(refused) = self.calls.check_key(&agent) else { return Ok(()) };
        let wait = Wait(refused.wait_time_from(self.clock.now()));
        Err(if self.refused.check_key(&agent).is_ok() { TooOften::Told(wait) } else { TooOften::TurnedAway(wait) })
    }

    /// How many calls an agent may make in a minute.
    #[must_use]
    pub const fn calls_per_minute(&self) -> NonZeroU32 {
        self.calls_per_minute
    }

    /// Forgets whoever was quiet for long enough.
    pub fn tidy(&self) {
        self.wrong.retain_recent();
        self.calls.retain_recent();
        self.refused.retain_recent();
    }
}

impl Wait {
    /// Whole seconds, one at least, as `Retry-After` has them.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.0.as_millis().div_ceil(1000).max(1).try_into().unwrap_or(u64::MAX)
    }
}

/// Where a request comes from: the connection's other end, or, when that is this machine's own proxy, whoever the proxy last named.
#[must_use]
pub fn address(peer: Peer, headers: &HeaderMap) -> IpAddr {
    let forwarded = || headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok();
    if peer.0.to_canonical().is_loopback() { forwarded().unwrap_or(peer.0) } else { peer.0 }
}

/// What an address is counted as: one household has a whole /64 of IPv6.
fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn wrong_secrets_are_counted_by_address() {
        let limits = Limits::new(NonZeroU32::MIN);
        for _ in 0..WRONG.get() {
            assert_eq!(limits.wrong_secret(ip("192.0.2.1")), Ok(()));
        }
        let wait = limits.wrong_secret(ip("192.0.2.1")).unwrap_err();
        assert!((1..=60).contains(&wait.seconds()), "{wait:?}");
        assert!(limits.wrong_secret(ip("::ffff:192.0.2.1")).is_err());
        assert_eq!(limits.wrong_secret(ip("192.0.2.2")), Ok(()));
    }

    #[test]
    fn a_household_counts_as_one() {
        assert_eq!(counted(ip("2001:db8:1:2:3:4:5:6")), counted(ip("2001:db8:1:2::9")));
        assert_ne!(counted(ip("2001:db8:1:2::1")), counted(ip("2001:db8:1:3::1")));
        assert_eq!(counted(ip("::ffff:192.0.2.1")), ip("192.0.2.1"));
    }

    #[test]
    fn calls_are_allowed_then_told_then_turned_away() {
        let limits = Limits::new(NonZeroU32::new(3).unwrap());
        let calls: Vec<_> = (0..7).map(|_| limits.call(1)).collect();
        assert!(calls[..3].iter().all(Result::is_ok));
        assert!(calls[3..6].iter().all(|call| matches!(call, Err(TooOften::Told(_)))), "{calls:?}");
        assert!(matches!(calls[6], Err(TooOften::TurnedAway(wait)) if wait.seconds() <= 20), "{calls:?}");
        assert_eq!(limits.call(2), Ok(()), "another agent's");
    }

    #[test]
    fn the_address_is_the_peers_or_what_a_proxy_here_says() {
        let headers = |lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            headers
        };
        for (peer, lines, wanted) in [
            ("192.0.2.1", &[][..], "192.0.2.1"),
            ("192.0.2.1", &["198.51.100.7"], "192.0.2.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
            ("127.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("::1", &["10.0.0.1, 198.51.100.7"], "198.51.100.7"),
            ("::ffff:127.0.0.1", &["10.0.0.1", "2001:db8::1"], "2001:db8::1"),
            ("127.0.0.1", &["nonsense"], "127.0.0.1"),
        ] {
            assert_eq!(address(Peer(ip(peer)), &headers(lines)), ip(wanted), "{peer} {lines:?}");
        }
    }
}
