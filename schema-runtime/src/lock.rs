//! [`unpoisoned`]: a lock stays of use after a panic.

use std::sync::{LockResult, PoisonError};

/// What the lock holds, also where a thread panicked while it had the lock: what is behind the
/// locks of this crate is changed in one step, so that it is never left half changed.
pub(crate) fn unpoisoned<T>(locked: LockResult<T>) -> T {
    locked.unwrap_or_else(PoisonError::into_inner)
}
