//! Passes the configuration to the provider; once in a process.

use super::{ClientCapabilities, DynamicValue};

messages! {
    /// The configuration.
    Request {
        /// The calling Terraform's version.
        [string, tag = "1"] terraform_version: String,
        /// The configuration; parts may be unknown.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// What the caller can do (6.6).
        [message, optional, tag = "3"] client_capabilities: Option<ClientCapabilities>,
    }
}

/// Its errors and warnings.
pub use super::OnlyDiagnostics as Response;
