//! Checks the configuration of an ephemeral resource.

/// The configuration to check.
pub use super::TypeConfig as Request;

/// What was found.
pub use super::OnlyDiagnostics as Response;
