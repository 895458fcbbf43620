//! Validates the configuration of an ephemeral resource.

/// The configuration to validate.
pub use super::TypeConfig as Request;

/// Its errors and warnings.
pub use super::OnlyDiagnostics as Response;
