//! The answers of methods that a handler does not implement.

use super::Handler;
use crate::proto::Refusal;
use crate::proto::v6::*;
use crate::stream::StreamReceiver;
use std::future::{Future, ready};

pub(super) async fn get_metadata<H: Handler + ?Sized>(
    handler: &H,
    _request: get_metadata::Request,
) -> get_metadata::Response {
    let schemas = handler.get_provider_schema(Default::default()).await;
    get_metadata::Response {
        server_capabilities: schemas.server_capabilities,
        diagnostics: schemas.diagnostics,
        data_sources: named(schemas.data_source_schemas.into_keys()),
        resources: named(schemas.resource_schemas.into_keys()),
        functions: named(schemas.functions.into_keys()),
        ephemeral_resources: named(schemas.ephemeral_resource_schemas.into_keys()),
        list_resources: named(schemas.list_resource_schemas.into_keys()),
        state_stores: named(schemas.state_store_schemas.into_keys()),
        actions: named(schemas.action_schemas.into_keys()),
    }
}

fn named(names: impl Iterator<Item = String>) -> Vec<get_metadata::Named> {
    names.map(|name| get_metadata::Named { name }).collect()
}

pub(super) fn get_resource_identity_schemas<H: Handler + ?Sized>(
    _handler: &H,
    _request: get_resource_identity_schemas::Request,
) -> impl Future<Output = get_resource_identity_schemas::Response> + Send {
    ready(get_resource_identity_schemas::Response::default())
}

pub(super) async fn get_functions<H: Handler + ?Sized>(
    handler: &H,
    _request: get_functions::Request,
) -> get_functions::Response {
    let schemas = handler.get_provider_schema(Default::default()).await;
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
    ready(call_function::Response::failed(text))
}

pub(super) async fn stop_provider<H: Handler + ?Sized>(
    handler: &H,
    _request: stop_provider::Request,
) -> stop_provider::Response {
    handler.stop();
    stop_provider::Response::default()
}

pub(super) async fn write_state_bytes<H: Handler + ?Sized>(
    _handler: &H,
    mut request: StreamReceiver<write_state_bytes::RequestChunk>,
) -> write_state_bytes::Response {
    // The first chunk says what it is about; the answer does not wait for the others.
    let first = request.next().await.ok().flatten();
    let meta = first.and_then(|chunk| chunk.meta).unwrap_or_default();
    unsupported("state stores", &meta.type_name)
}

pub(super) fn unsupported<A: Refusal>(what: &str, type_name: &str) -> A {
    let detail = format!(
        "This provider has no support for {what}, so the call for \"{type_name}\" cannot be answered. \
         Its schema does not offer it either: this is a mistake of the caller or of the provider."
    );
    A::refused(Diagnostic::error("Not supported by this provider", detail))
}
