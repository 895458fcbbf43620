//! [`Clashes`]: repeats what the server aborts because of another transaction.

use std::time::Duration;

use super::{Error, State};

/// How often to try after clashes with others.
const TRIES: u32 = 12;

/// Work that is repeated if the server aborts it because of another transaction. It must be one
/// transaction, or one statement outside of any, which leaves nothing behind then.
///
/// Locks keep our own operations from clashing, except for temporary memberships; others can clash
/// too.
#[derive(Default)]
pub(crate) struct Clashes {
    seen: u32,
}

impl Clashes {
    /// Whether to try again; returns after a pause.
    pub(crate) async fn may_repeat(&mut self, error: &Error) -> bool {
        self.seen += 1;
        if self.seen >= TRIES || !is_clash(error) {
            return false;
        }
        // Not all at the same moment: the clock serves as random source.
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
        // A catalog entry that another transaction created at the same time.
        State::UNIQUE_VIOLATION,
        // "tuple concurrently updated" has no better one.
        State::INTERNAL_ERROR,
    ];
    clashes.iter().any(|state| error.is(state))
}
