//! Deletes a state of a state store (6.11).

/// What to delete.
pub use super::OneState as Request;

/// Whether it is deleted.
pub use super::OnlyDiagnostics as Response;
