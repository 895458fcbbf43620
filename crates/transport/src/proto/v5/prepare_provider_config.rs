//! Validates the provider's configuration.

use crate::proto::common::{Diagnostic, DynamicValue};

pub use crate::proto::v6::validate_provider_config::Request;

messages! {
    /// The result.
    Response {
        /// The unchanged configuration; Terraform only logs a difference.
        [message, optional, tag = "1"] prepared_config: Option<DynamicValue>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
