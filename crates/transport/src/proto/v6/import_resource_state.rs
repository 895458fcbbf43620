//! Finds an existing object by an id.

use super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue, ResourceIdentityData};
use bytes::Bytes;

messages! {
    /// What to import.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The id that the user gave; empty if an identity is given.
        [string, tag = "2"] id: String,
        /// What the caller can do (6.6).
        [message, optional, tag = "3"] client_capabilities: Option<ClientCapabilities>,
        /// The identity that the user gave (6.9).
        [message, optional, tag = "4"] identity: Option<ResourceIdentityData>,
    }

    /// The imported objects; each is read next.
    Response {
        /// The objects.
        [message, repeated, tag = "1"] imported_resources: Vec<ImportedResource>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
        /// Why the answer is deferred (6.6).
        [message, optional, tag = "3"] deferred: Option<Deferred>,
    }
}

opaque_messages! {
    /// An object.
    ImportedResource {
        /// Its type.
        [string, tag = "1"] type_name: String,
        /// Enough of its state to read it.
        [message, optional, tag = "2"] state: Option<DynamicValue>,
        /// The private data.
        [bytes = "bytes", tag = "3"] private: Bytes,
        /// Its identity (6.9); required if an identity was requested.
        [message, optional, tag = "4"] identity: Option<ResourceIdentityData>,
    }
}
