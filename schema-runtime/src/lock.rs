//! [`unpoisoned`]: a lock stays usable after a panic.

use std::sync::{LockResult, PoisonError};

/// The locked value, even if a thread panicked while it held the lock: the data behind this crate's
/// locks changes in one step, so it is never left half changed.
pub(crate) fn unpoisoned<T>(locked: LockResult<T>) -> T {
    locked.unwrap_or_else(PoisonError::into_inner)
}
