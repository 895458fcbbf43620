//! The meaning of omitted arguments. An empty string means the same.

use schema_provider::prelude::*;

use crate::server::Server;

/// The configured database, or else that of the provider.
pub(crate) fn database(server: &Server, named: Option<String>) -> String {
    named
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| server.database().to_owned())
}

/// A string, empty if it is omitted.
pub(crate) fn text(left_out: &Option<String>) -> &str {
    left_out.as_deref().unwrap_or_default()
}

/// Whether the change is to an empty string, which leaves the choice to the server.
#[allow(clippy::ptr_arg)] // The type of the fields.
pub(crate) fn leaves_it<R: Resource>(_: &Suppress<'_, R>, _: &String, new: &String) -> bool {
    new.is_empty()
}

/// What to store if the server chose the value: its choice, but a configured empty string is kept.
/// The next refresh finds the choice.
pub(crate) fn chosen(stored: Val<String>, found: &str) -> String {
    match stored {
        Val::Known(empty) if empty.is_empty() => empty,
        _ => found.to_owned(),
    }
}

/// What to do with everything that depends on what is dropped.
pub(crate) fn cascade(drop_cascade: bool) -> &'static str {
    match drop_cascade {
        true => "CASCADE",
        false => "RESTRICT",
    }
}
