//! Validates the configuration of a data source.

/// The configuration to validate.
pub use super::TypeConfig as Request;

/// Its errors and warnings.
pub use super::OnlyDiagnostics as Response;
