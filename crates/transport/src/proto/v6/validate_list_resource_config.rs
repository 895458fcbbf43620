//! Validates the configuration of a list (6.10).

use super::DynamicValue;

messages! {
    /// The configuration to validate.
    Request {
        /// The listed resources' type.
        [string, tag = "1"] type_name: String,
        /// The configuration, perhaps with unknowns: the contents of `config` of the `list` block.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// Whether whole objects are requested; Terraform does not set it.
        [message, optional, tag = "3"] include_resource_object: Option<DynamicValue>,
        /// The maximum number of results; Terraform does not set it.
        [message, optional, tag = "4"] limit: Option<DynamicValue>,
    }
}

/// Its errors and warnings.
pub use super::OnlyDiagnostics as Response;
