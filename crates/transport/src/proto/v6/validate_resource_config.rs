//! Validates the configuration of a resource.

use super::{ClientCapabilities, DynamicValue};

messages! {
    /// The configuration to validate.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The configuration; parts may be unknown.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// What the caller can do (6.8).
        [message, optional, tag = "3"] client_capabilities: Option<ClientCapabilities>,
    }
}

/// Its errors and warnings.
pub use super::OnlyDiagnostics as Response;
