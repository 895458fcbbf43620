//! What is answered where a handler writes no method of its own.

use super::Handler;
use crate::proto::v6::*;
use std::future::{Future, ready};

pub(super) async fn get_metadata<H: Handler + ?Sized>(
    handler: &H,
    _request: get_metadata::Request,
) -> get_metadata::Response {
    let schemas = handler
        .get_provider_schema(get_provider_schema::Request {})
        .await;
    get_metadata::Response {
        server_capabilities: schemas.server_capabilities,
        diagnostics: schemas.diagnostics,
        data_sources: named(schemas.data_source_schemas.into_keys()),
        resources: named(schemas.resource_schemas.into_keys()),
        functions: named(schemas.functions.into_keys()),
        ephemeral_resources: named(schemas.ephemeral_resource_schemas.into_keys()),
    }
}

fn named(names: impl Iterator<Item = String>) -> Vec<get_metadata::Named> {
    names.map(|name| get_metadata::Named { name }).collect()
}

pub(super) fn move_resource_state<H: Handler + ?Sized>(
    _handler: &H,
    request: move_resource_state::Request,
) -> impl Future<Output = move_resource_state::Response> + Send {
    let diagnostics = unsupported("moved resources", &request.target_type_name);
    ready(move_resource_state::Response {
        diagnostics,
        ..Default::default()
    })
}

pub(super) fn get_resource_identity_schemas<H: Handler + ?Sized>(
    _handler: &H,
    _request: get_resource_identity_schemas::Request,
) -> impl Future<Output = get_resource_identity_schemas::Response> + Send {
    ready(get_resource_identity_schemas::Response::default())
}

pub(super) fn upgrade_resource_identity<H: Handler + ?Sized>(
    _handler: &H,
    request: upgrade_resource_identity::Request,
) -> impl Future<Output = upgrade_resource_identity::Response> + Send {
    let diagnostics = unsupported("identities of resources", &request.type_name);
    ready(upgrade_resource_identity::Response {
        diagnostics,
        ..Default::default()
    })
}

pub(super) fn validate_ephemeral_resource_config<H: Handler + ?Sized>(
    _handler: &H,
    request: validate_ephemeral_resource_config::Request,
) -> impl Future<Output = validate_ephemeral_resource_config::Response> + Send {
    let diagnostics = unsupported("ephemeral resources", &request.type_name);
    ready(validate_ephemeral_resource_config::Response { diagnostics })
}

pub(super) fn open_ephemeral_resource<H: Handler + ?Sized>(
    _handler: &H,
    request: open_ephemeral_resource::Request,
) -> impl Future<Output = open_ephemeral_resource::Response> + Send {
    let diagnostics = unsupported("ephemeral resources", &request.type_name);
    ready(open_ephemeral_resource::Response {
        diagnostics,
        ..Default::default()
    })
}

pub(super) fn renew_ephemeral_resource<H: Handler + ?Sized>(
    _handler: &H,
    request: renew_ephemeral_resource::Request,
) -> impl Future<Output = renew_ephemeral_resource::Response> + Send {
    let diagnostics = unsupported("ephemeral resources", &request.type_name);
    ready(renew_ephemeral_resource::Response {
        diagnostics,
        ..Default::default()
    })
}

pub(super) fn close_ephemeral_resource<H: Handler + ?Sized>(
    _handler: &H,
    request: close_ephemeral_resource::Request,
) -> impl Future<Output = close_ephemeral_resource::Response> + Send {
    let diagnostics = unsupported("ephemeral resources", &request.type_name);
    ready(close_ephemeral_resource::Response { diagnostics })
}

pub(super) async fn get_functions<H: Handler + ?Sized>(
    handler: &H,
    _request: get_functions::Request,
) -> get_functions::Response {
    let schemas = handler
        .get_provider_schema(get_provider_schema::Request {})
        .await;
    let (functions, diagnostics) = (schemas.functions, schemas.diagnostics);
    get_functions::Response {
        functions,
        diagnostics,
    }
}

pub(super) fn call_function<H: Handler + ?Sized>(
    _handler: &H,
    request: call_function::Request,
) -> impl Future<Output = call_function::Response> + Send {
    let text = format!("This provider has no function \"{}\".", request.name);
    let error = Some(FunctionError {
        text,
        function_argument: None,
    });
    ready(call_function::Response {
        result: None,
        error,
    })
}

pub(super) async fn stop_provider<H: Handler + ?Sized>(
    handler: &H,
    _request: stop_provider::Request,
) -> stop_provider::Response {
    handler.stop();
    stop_provider::Response::default()
}

fn unsupported(what: &str, type_name: &str) -> Vec<Diagnostic> {
    let detail = format!(
        "This provider has no support for {what}, so the call for \"{type_name}\" cannot be answered. \
         Its schema does not offer it either: this is a mistake of the caller or of the provider."
    );
    vec![Diagnostic::error("Not supported by this provider", detail)]
}
