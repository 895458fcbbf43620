//! Reads the present state of an object.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue, ResourceIdentityData};
use bytes::Bytes;

opaque_messages! {
    /// What to read.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The state so far.
        [message, optional, tag = "2"] current_state: Option<DynamicValue>,
        /// The private data from the state.
        [bytes = "bytes", tag = "3"] private: Bytes,
        /// The module's `provider_meta` block.
        [message, optional, tag = "4"] provider_meta: Option<DynamicValue>,
        /// What the caller can do (6.6).
        [message, optional, tag = "5"] client_capabilities: Option<ClientCapabilities>,
        /// The prior identity of the object (6.9).
        [message, optional, tag = "6"] current_identity: Option<ResourceIdentityData>,
    }

    /// The data that was read.
    Response {
        /// The state; null if the object no longer exists.
        [message, optional, tag = "1"] new_state: Option<DynamicValue>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
        /// Replaces the private data in the state: return them, or they are lost.
        [bytes = "bytes", tag = "3"] private: Bytes,
        /// Why the answer is deferred (6.6).
        [message, optional, tag = "4"] deferred: Option<Deferred>,
        /// The identity of the object (6.9); if missing, it is removed from the state.
        [message, optional, tag = "5"] new_identity: Option<ResourceIdentityData>,
    }
}
