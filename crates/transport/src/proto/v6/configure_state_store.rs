//! Configures a state store (6.11), and agrees on the chunk size.

use super::{Diagnostic, DynamicValue};

messages! {
    /// The configuration, and what the caller can do.
    Request {
        /// The state store's type.
        [string, tag = "1"] type_name: String,
        /// The configuration, fully known.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// What the caller can do.
        [message, optional, tag = "3"] capabilities: Option<StateStoreClientCapabilities>,
    }

    /// What the state store can do.
    Response {
        /// Errors and warnings.
        [message, repeated, tag = "1"] diagnostics: Vec<Diagnostic>,
        /// What the state store can do; Terraform rejects a size of 0.
        [message, optional, tag = "2"] capabilities: Option<StateStoreServerCapabilities>,
    }

    /// What the calling Terraform can do with a state store.
    #[derive(Copy)]
    StateStoreClientCapabilities {
        /// The size of a chunk that it offers, in bytes.
        [int64, tag = "1"] chunk_size: i64,
    }

    /// What the state store can do.
    #[derive(Copy)]
    StateStoreServerCapabilities {
        /// The size of each chunk but the last, in bytes: more than 0 and at most 128 MiB.
        [int64, tag = "1"] chunk_size: i64,
    }
}
