//! Makes a configuration of an object that was imported or listed (6.10); called only with the
//! capability `generate_resource_config`.

use super::{Diagnostic, DynamicValue};

/// What to make it of.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The resource's type.
    #[prost(string, tag = "1")]
    pub type_name: String,
    /// The object; null where a list gave none.
    #[prost(message, optional, tag = "2")]
    pub state: Option<DynamicValue>,
}

/// The configuration.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// A value of the resource's type, with null for what a configuration omits.
    #[prost(message, optional, tag = "1")]
    pub config: Option<DynamicValue>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "2")]
    pub diagnostics: Vec<Diagnostic>,
}
with_diagnostics!(Response);
