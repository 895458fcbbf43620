//! Calls a function; the provider may not be configured.

use super::{DynamicValue, FunctionError};

/// The call.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Request {
    /// The function's name.
    #[prost(string, tag = "1")]
    pub name: String,
    /// The arguments, by position.
    #[prost(message, repeated, tag = "2")]
    pub arguments: Vec<DynamicValue>,
}

/// The result.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct Response {
    /// The value.
    #[prost(message, optional, tag = "1")]
    pub result: Option<DynamicValue>,
    /// Why there is none.
    #[prost(message, optional, tag = "2")]
    pub error: Option<FunctionError>,
}
