//! Names of all types of the provider (6.4); Terraform 1.11 does not call it.

use super::{Diagnostic, ServerCapabilities};

messages! {
    /// Asks for the names.
    #[derive(Copy)]
    Request {}

    /// The names.
    Response {
        /// What the provider can do.
        [message, optional, tag = "1"] server_capabilities: Option<ServerCapabilities>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
        /// Data sources.
        [message, repeated, tag = "3"] data_sources: Vec<Named>,
        /// Resources.
        [message, repeated, tag = "4"] resources: Vec<Named>,
        /// Functions (6.5).
        [message, repeated, tag = "5"] functions: Vec<Named>,
        /// Ephemeral resources (6.7).
        [message, repeated, tag = "6"] ephemeral_resources: Vec<Named>,
        /// Resources that can be listed (6.10).
        [message, repeated, tag = "7"] list_resources: Vec<Named>,
        /// State stores (6.11).
        [message, repeated, tag = "8"] state_stores: Vec<Named>,
        /// Actions (6.10).
        [message, repeated, tag = "9"] actions: Vec<Named>,
    }

    /// A name.
    Named {
        /// The type's or the function's name.
        [string, tag = "1"] name: String,
    }
}
