//! [`Result`] of the commands.

/// The message of a failed command: one or a few lines for a person.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;
