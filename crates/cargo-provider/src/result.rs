//! [`Result`] of the commands.

/// What a command says when it fails: one line or a few, for a person.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;
