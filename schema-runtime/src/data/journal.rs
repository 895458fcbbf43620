//! [`Journal`]: what is recorded while provider code runs.

use super::Private;
use crate::value::Value;

/// Receives what would have to be saved if the process died now. It is called by `set`, `set_id`,
/// `set_partial` and private data before they return.
///
/// The runtime layer passes one in, so after a panic, an abandoned task or a cancellation, what was
/// known is saved although the data is lost with its task; the local runner's journal writes to
/// disk.
pub trait Journal: Send + Sync {
    /// Records the object (null while nothing would be saved) and the private data.
    fn record(&self, object: &Value, private: &Private);

    /// Records the object's identity, as passed to `set_identity`.
    fn identity(&self, identity: &Value) {
        let _ = identity;
    }
}
