//! Reads what exists now.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue, ResourceIdentityData};
use bytes::Bytes;

opaque_messages! {
    /// What to read.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The state so far.
        [message, optional, tag = "2"] current_state: Option<DynamicValue>,
        /// The provider's own bytes from the state.
        [bytes = "bytes", tag = "3"] private: Bytes,
        /// What the module says about itself.
        [message, optional, tag = "4"] provider_meta: Option<DynamicValue>,
        /// What the caller can do (6.6).
        [message, optional, tag = "5"] client_capabilities: Option<ClientCapabilities>,
        /// What identified the object so far (6.9).
        [message, optional, tag = "6"] current_identity: Option<ResourceIdentityData>,
    }

    /// What was read.
    Response {
        /// The state; null when it is gone.
        [message, optional, tag = "1"] new_state: Option<DynamicValue>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
        /// Replaces the bytes in the state: echo them, or they are lost.
        [bytes = "bytes", tag = "3"] private: Bytes,
        /// Put off (6.6).
        [message, optional, tag = "4"] deferred: Option<Deferred>,
        /// What identifies the object (6.9); missing drops it from the state.
        [message, optional, tag = "5"] new_identity: Option<ResourceIdentityData>,
    }
}
with_diagnostics!(Response);
