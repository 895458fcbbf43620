//! Calls about functions (6.5).

/// The signatures of all functions; Terraform 1.11 takes them from the provider's schema instead.
pub mod get_functions {
    use super::super::{Diagnostic, Function};
    use std::collections::BTreeMap;

    /// Asks for the signatures.
    #[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
    pub struct Request {}

    /// The signatures.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// Functions by name.
        #[prost(btree_map = "string, message", tag = "1")]
        pub functions: BTreeMap<String, Function>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// Calls a function; the provider may not be configured.
pub mod call_function {
    use super::super::{DynamicValue, FunctionError};

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
}
