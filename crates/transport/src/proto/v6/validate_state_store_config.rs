//! Validates a state store's configuration (6.11).

/// The configuration to validate.
pub use super::TypeConfig as Request;

/// Its errors and warnings.
pub use super::OnlyDiagnostics as Response;
