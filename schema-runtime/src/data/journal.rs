//! [`Journal`]: what is remembered while author code runs.

use super::Private;
use crate::value::Value;

/// Gets what would have to be saved if the process died now: called by `set`, `set_id`,
/// `set_partial` and private data before they return.
///
/// The shell hands one in, so that a panic, an abandoned task or a cancellation saves what was
/// known although the data died with its task; the local runner's writes to disk.
pub trait Journal: Send + Sync {
    /// Remembers the object (null while nothing would be saved) and the private data.
    fn record(&self, object: &Value, private: &Private);

    /// Remembers what identifies the object, which `set_identity` says.
    fn identity(&self, identity: &Value) {
        let _ = identity;
    }
}
