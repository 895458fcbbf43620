//! [`Journal`]: what is recorded while provider code runs.

use super::Private;
use crate::value::Value;

/// Receives what would have to be saved if the process died now: called by `set`, `set_id`,
/// `set_partial` and private data before they return.
///
/// The runtime layer passes one in, so a panic, an abandoned task or a cancellation saves what was
/// known although the data is lost with its task; the local runner's journal writes to disk.
pub trait Journal: Send + Sync {
    /// Remembers the object (null while nothing would be saved) and the private data.
    fn record(&self, object: &Value, private: &Private);

    /// Remembers what identifies the object, which `set_identity` says.
    fn identity(&self, identity: &Value) {
        let _ = identity;
    }
}
