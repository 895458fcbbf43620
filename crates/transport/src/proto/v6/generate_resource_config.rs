//! Generates a configuration for an imported or listed object (6.10); called only with the
//! capability `generate_resource_config`.

use super::{Diagnostic, DynamicValue};

messages! {
    /// The object to configure.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The object; null if a list returned none.
        [message, optional, tag = "2"] state: Option<DynamicValue>,
    }

    /// The configuration.
    Response {
        /// A value of the resource's type, with null for values that a configuration omits.
        [message, optional, tag = "1"] config: Option<DynamicValue>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
