//! Adds the missing right to the error if the server denies an operation.

use schema_provider::prelude::*;

use crate::server::{Error, Server, State};

/// The error of an operation, with the right that the user lacks.
pub(crate) fn needs(server: &Server, error: Error, right: &str) -> Diagnostics {
    let is_refused = error.is(&State::INSUFFICIENT_PRIVILEGE);
    let mut diagnostics = Diagnostics::from(error);
    if is_refused {
        for diagnostic in diagnostics.iter_mut() {
            let user = server.user();
            diagnostic
                .detail
                .push_str(&format!("\nThe provider's user {user:?} needs {right}."));
        }
    }
    diagnostics
}
