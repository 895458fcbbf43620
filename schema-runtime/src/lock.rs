//! [`unpoisoned`]: a lock stays of use after a panic.

use std::sync::{LockResult, PoisonError};

/// The locked value, even if a thread panicked while it held the lock: what is behind the
/// locks of this crate is changed in one step, so that it is never left half changed.
pub(crate) fn unpoisoned<T>(locked: LockResult<T>) -> T {
    locked.unwrap_or_else(PoisonError::into_inner)
}
