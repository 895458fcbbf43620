//! Signatures of functions in the plugin protocol.

use schema_runtime::codec::type_json;
use schema_runtime::schema::{FunctionSchema, Parameter};
use schema_transport::proto::v6::{self, function};

use crate::schema::description_kind;

/// The signature of a function on the wire.
pub(super) fn to_wire(from: &FunctionSchema) -> v6::Function {
    let (variadic, fixed): (Vec<_>, Vec<_>) =
        from.parameters().partition(|parameter| parameter.variadic);
    v6::Function {
        parameters: fixed.iter().map(parameter).collect(),
        variadic_parameter: variadic.first().map(parameter),
        r#return: Some(function::Return {
            r#type: type_json::print(&from.result_type()).into(),
        }),
        summary: from.summary.as_str().to_owned(),
        description: from.description().to_owned(),
        description_kind: description_kind(from.parameters.block.is_markdown()).into(),
        deprecation_message: from.deprecated().to_owned(),
    }
}

fn parameter(from: &Parameter<'_>) -> function::Parameter {
    function::Parameter {
        name: from.field.name.as_str().to_owned(),
        r#type: type_json::print(&from.ty()).into(),
        allow_null_value: from.takes_null(),
        allow_unknown_values: from.takes_unknown(),
        description: from.field.description.as_str().to_owned(),
        description_kind: description_kind(from.field.is_markdown()).into(),
    }
}
