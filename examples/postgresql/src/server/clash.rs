//! [`Clashes`]: what the server gives up because of another transaction.

use std::time::Duration;

use super::{Error, State};

/// How often what clashed with others is tried.
const TRIES: u32 = 12;

/// What the server gave up because of another transaction, and is done again. It must be one
/// transaction, or one statement outside of any, of which nothing is left then.
///
/// What is locked here clashes with nothing of ours; temporary memberships, and what others do,
/// can.
#[derive(Default)]
pub(crate) struct Clashes {
    seen: u32,
}

impl Clashes {
    /// Whether it is worth another try, after a while.
    pub(crate) async fn may_repeat(&mut self, error: &Error) -> bool {
        self.seen += 1;
        if self.seen >= TRIES || !is_clash(error) {
            return false;
        }
        // Not all at the same moment again: the clock is as good as dice.
        let now = std::time::SystemTime::UNIX_EPOCH
            .elapsed()
            .unwrap_or_default();
        let spread = u64::from(now.subsec_micros() % 50);
        tokio::time::sleep(Duration::from_millis(u64::from(self.seen) * 10 + spread)).await;
        true
    }
}

fn is_clash(error: &Error) -> bool {
    let clashes = [
        State::T_R_DEADLOCK_DETECTED,
        State::T_R_SERIALIZATION_FAILURE,
        // An entry of a catalog that another transaction made at the same time.
        State::UNIQUE_VIOLATION,
        // "tuple concurrently updated" has no better one.
        State::INTERNAL_ERROR,
    ];
    clashes.iter().any(|state| error.is(state))
}
