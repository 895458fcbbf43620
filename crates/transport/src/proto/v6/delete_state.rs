//! Deletes a state of a state store (6.11).

/// What to delete.
pub use super::OneState as Request;

/// The result.
pub use super::OnlyDiagnostics as Response;
