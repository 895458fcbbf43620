//! The call for functions.

use prost::Message;
use schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_runtime::schema::FunctionSchema;
use schema_runtime::value::Value;
use schema_shell::lifecycle::{FunctionFailure, FunctionFault};
use schema_transport::proto::v6::call_function::{Request, Response};
use schema_transport::proto::v6::{DynamicValue, FunctionError};

use crate::convert::visible;
use crate::provider::ProviderServer;
use crate::size;

/// Calls a function; the provider may not be configured.
pub(crate) async fn call_function(provider: &ProviderServer, request: Request) -> Response {
    let result = called(provider, request).await;
    let answer = match result {
        Ok(result) => Response {
            result: Some(result),
            error: None,
        },
        Err(failure) => failed(failure),
    };
    let (size, largest) = (answer.encoded_len(), provider.largest);
    if size <= largest {
        return answer;
    }
    match answer.error {
        Some(error) => failed(FunctionFailure {
            text: size::shortened(error.text, largest / 2),
            argument: error
                .function_argument
                .and_then(|argument| usize::try_from(argument).ok()),
            fault: FunctionFault::Arguments,
        }),
        None => failed(FunctionFailure {
            text: format!(
                "the result is too large for Terraform: it takes {}, and a message of the plugin protocol holds at \
                 most {}",
                size::bytes(size),
                size::bytes(largest)
            ),
            argument: None,
            fault: FunctionFault::Result,
        }),
    }
}

fn failed(failure: FunctionFailure) -> Response {
    Response {
        result: None,
        error: Some(FunctionError {
            text: visible(failure.text),
            function_argument: failure
                .argument
                .and_then(|argument| i64::try_from(argument).ok()),
        }),
    }
}

async fn called(
    provider: &ProviderServer,
    request: Request,
) -> Result<DynamicValue, FunctionFailure> {
    let name = &request.name;
    let instance = &provider.instance;
    let schema = instance.function(name)?.clone();
    let mut arguments = Vec::with_capacity(request.arguments.len());
    for (index, argument) in request.arguments.iter().enumerate() {
        arguments.push(decode(&schema, index, argument)?);
    }
    let (_, encoded) = instance.call_function_encoded(name, arguments).await?;
    Ok(DynamicValue::from_msgpack(encoded))
}

fn decode(
    schema: &FunctionSchema,
    index: usize,
    argument: &DynamicValue,
) -> Result<Value, FunctionFailure> {
    let Some(parameter) = schema.parameter_of(index) else {
        // One argument too many: the function call counts them.
        return Ok(Value::Null);
    };
    // As for a whole object, no bytes mean null.
    if argument.msgpack.is_empty() && argument.json.is_empty() {
        return Ok(Value::Null);
    }
    let ty = parameter.ty();
    let decoded = if argument.msgpack.is_empty() && !argument.json.is_empty() {
        json::decode(&ty, &argument.json, UnsupportedAttributes::Refuse)
    } else {
        msgpack::decode(&ty, &argument.msgpack)
    };
    decoded.map_err(|error| FunctionFailure {
        text: format!(
            "Terraform sent a value that is not of type {ty}: {}",
            error.text()
        ),
        argument: Some(index),
        fault: FunctionFault::Arguments,
    })
}
