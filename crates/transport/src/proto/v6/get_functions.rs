//! The signatures of all functions; Terraform 1.11 takes them from the provider's schema instead.

use super::{Diagnostic, Function};
use std::collections::BTreeMap;

messages! {
    /// Asks for the signatures.
    #[derive(Copy)]
    Request {}

    /// The signatures.
    Response {
        /// Functions by name.
        [btree_map = "string, message", tag = "1"] functions: BTreeMap<String, Function>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
