//! [`Result`]: how author code ends.

/// What author code returns: a value, or diagnostics. Every `std::error::Error` becomes a
/// diagnostic with `?`.
pub type Result<T = (), E = schema_runtime::diagnostics::Diagnostics> = std::result::Result<T, E>;
