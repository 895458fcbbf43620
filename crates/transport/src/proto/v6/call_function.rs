//! Calls a function; the provider may not be configured.

use super::{DynamicValue, FunctionError};

messages! {
    /// The call.
    Request {
        /// The function's name.
        [string, tag = "1"] name: String,
        /// The arguments, by position.
        [message, repeated, tag = "2"] arguments: Vec<DynamicValue>,
    }

    /// The result.
    Response {
        /// The value.
        [message, optional, tag = "1"] result: Option<DynamicValue>,
        /// The error instead of a result.
        [message, optional, tag = "2"] error: Option<FunctionError>,
    }
}

impl Response {
    /// An error that is about no argument.
    pub(crate) fn failed(text: String) -> Self {
        let function_argument = None;
        Self {
            result: None,
            error: Some(FunctionError {
                text,
                function_argument,
            }),
        }
    }
}
