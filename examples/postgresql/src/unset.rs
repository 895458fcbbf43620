//! What omitted arguments mean. An empty string means the same.

use schema_provider::prelude::*;

use crate::server::Server;

/// The database that is named, or else that of the provider.
pub(crate) fn database(server: &Server, named: Option<String>) -> String {
    named
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| server.database().to_owned())
}

/// A text, empty where it is omitted.
pub(crate) fn text(left_out: &Option<String>) -> &str {
    left_out.as_deref().unwrap_or_default()
}

/// Whether an empty text changes nothing: it leaves the choice to the server, as no text does.
#[allow(clippy::ptr_arg)] // The type of the fields.
pub(crate) fn leaves_it<R: Resource>(_: &Suppress<'_, R>, _: &String, new: &String) -> bool {
    new.is_empty()
}

/// What to store of an apply where the server had the choice: what it chose, but an empty text that
/// is configured stays as it is. The next refresh finds what was chosen.
pub(crate) fn chosen(stored: Val<String>, found: &str) -> String {
    match stored {
        Val::Known(empty) if empty.is_empty() => empty,
        _ => found.to_owned(),
    }
}

/// What becomes of everything that depends on what is dropped.
pub(crate) fn cascade(drop_cascade: bool) -> &'static str {
    match drop_cascade {
        true => "CASCADE",
        false => "RESTRICT",
    }
}
