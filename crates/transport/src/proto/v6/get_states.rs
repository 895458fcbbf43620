//! The states of a state store (6.11).

use super::Diagnostic;

messages! {
    /// The state store to list.
    Request {
        /// The state store's type.
        [string, tag = "1"] type_name: String,
    }

    /// Its states.
    Response {
        /// The states: the workspaces' names.
        [string, repeated, tag = "1"] state_ids: Vec<String>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
