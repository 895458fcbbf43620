//! Checks the configuration of a list (6.10).

use super::DynamicValue;

messages! {
    /// What to check.
    Request {
        /// The listed resources' type.
        [string, tag = "1"] type_name: String,
        /// The configuration, perhaps with unknowns: the contents of `config` of the `list` block.
        [message, optional, tag = "2"] config: Option<DynamicValue>,
        /// Whether whole objects are asked for; Terraform does not fill it in.
        [message, optional, tag = "3"] include_resource_object: Option<DynamicValue>,
        /// At most so many results; Terraform does not fill it in.
        [message, optional, tag = "4"] limit: Option<DynamicValue>,
    }
}

/// What is wrong with it.
pub use super::OnlyDiagnostics as Response;
