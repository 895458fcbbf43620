//! Finds an existing object by an id.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue, ResourceIdentityData};
use bytes::Bytes;

messages! {
    /// What to import.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The id that the user gave; empty where an identity is.
        [string, tag = "2"] id: String,
        /// What the caller can do (6.6).
        [message, optional, tag = "3"] client_capabilities: Option<ClientCapabilities>,
        /// The identity that the user gave (6.9).
        [message, optional, tag = "4"] identity: Option<ResourceIdentityData>,
    }

    /// What was found; each object is read next.
    Response {
        /// The objects.
        [message, repeated, tag = "1"] imported_resources: Vec<ImportedResource>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
        /// Put off (6.6).
        [message, optional, tag = "3"] deferred: Option<Deferred>,
    }
}
with_diagnostics!(Response);

opaque_messages! {
    /// An object.
    ImportedResource {
        /// Its type.
        [string, tag = "1"] type_name: String,
        /// Enough of its state to read it.
        [message, optional, tag = "2"] state: Option<DynamicValue>,
        /// The provider's own bytes.
        [bytes = "bytes", tag = "3"] private: Bytes,
        /// What identifies it (6.9); must be there where an identity was asked for.
        [message, optional, tag = "4"] identity: Option<ResourceIdentityData>,
    }
}
