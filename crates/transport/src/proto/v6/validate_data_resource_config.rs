//! Checks the configuration of a data source.

/// The configuration to check.
pub use super::TypeConfig as Request;

/// What was found.
pub use super::OnlyDiagnostics as Response;
