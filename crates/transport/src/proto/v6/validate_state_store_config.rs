//! Checks a state store's configuration (6.11).

/// What to check.
pub use super::TypeConfig as Request;

/// What is wrong with it.
pub use super::OnlyDiagnostics as Response;
