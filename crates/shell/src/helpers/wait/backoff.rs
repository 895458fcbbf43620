//! How long to wait between two checks.

use std::time::Duration;

const BASE: Duration = Duration::from_millis(100);
const MOST: Duration = Duration::from_secs(10);
/// The Go SDK ignores a poll interval of three minutes or more.
const MOST_POLL: Duration = Duration::from_secs(180);

/// The waits, each longer than the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backoff {
    next: Duration,
    least: Duration,
    every: Option<Duration>,
}

impl Backoff {
    /// `least` is the lower bound of each wait, and may exceed the usual maximum; `every` replaces
    /// all waits with one duration.
    pub(super) fn new(least: Duration, every: Option<Duration>) -> Self {
        Backoff {
            next: BASE,
            least,
            every: every.filter(|every| !every.is_zero() && *every < MOST_POLL),
        }
    }

    /// The next wait. It grows unless `settling`: then the object exists already and is only
    /// checked again.
    pub(super) fn wait(&mut self, settling: bool) -> Duration {
        if !settling {
            self.next = (self.next * 2).min(MOST);
        }
        // The lower bound takes part in the doubling, as in the Go SDK: 500 ms, then 1 s, 2 s, 4 s.
        self.next = self.next.max(self.least.min(MOST));
        self.every.unwrap_or_else(|| self.next.max(self.least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(mut backoff: Backoff, count: usize) -> Vec<u64> {
        (0..count)
            .map(|_| u64::try_from(backoff.wait(false).as_millis()).unwrap())
            .collect()
    }

    #[test]
    fn waits_double_up_to_ten_seconds() {
        assert_eq!(
            waits(Backoff::new(Duration::ZERO, None), 9),
            [200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]
        );
    }

    #[test]
    fn the_lower_bound_counts_for_each_wait_and_may_be_above_the_most() {
        assert_eq!(
            waits(Backoff::new(Duration::from_millis(500), None), 7),
            [500, 1000, 2000, 4000, 8000, 10_000, 10_000]
        );
        assert_eq!(
            waits(Backoff::new(Duration::from_secs(15), None), 2),
            [15_000, 15_000]
        );
    }

    #[test]
    fn a_poll_interval_replaces_all_unless_it_is_too_long() {
        let every = |seconds| Backoff::new(Duration::ZERO, Some(Duration::from_secs(seconds)));
        assert_eq!(waits(every(3), 3), [3000, 3000, 3000]);
        assert_eq!(waits(every(180), 2), [200, 400]);
        assert_eq!(waits(every(0), 2), [200, 400]);
    }

    #[test]
    fn what_is_only_checked_again_is_not_slowed_down() {
        let mut backoff = Backoff::new(Duration::ZERO, None);
        assert_eq!(backoff.wait(true), Duration::from_millis(100));
        assert_eq!(backoff.wait(true), Duration::from_millis(100));
        assert_eq!(backoff.wait(false), Duration::from_millis(200));
    }
}
