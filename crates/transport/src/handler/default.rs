//! What is answered where a handler writes no method of its own.

use super::Handler;
use crate::proto::v6::*;
use crate::stream::{StreamReceiver, StreamSender};
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
        list_resources: named(schemas.list_resource_schemas.into_keys()),
        state_stores: named(schemas.state_store_schemas.into_keys()),
        actions: named(schemas.action_schemas.into_keys()),
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

pub(super) fn validate_list_resource_config<H: Handler + ?Sized>(
    _handler: &H,
    request: validate_list_resource_config::Request,
) -> impl Future<Output = validate_list_resource_config::Response> + Send {
    let diagnostics = unsupported("lists", &request.type_name);
    ready(validate_list_resource_config::Response { diagnostics })
}

pub(super) async fn list_resource<H: Handler + ?Sized>(
    _handler: &H,
    request: list_resource::Request,
    answer: StreamSender<list_resource::Event>,
) {
    let diagnostics = unsupported("lists", &request.type_name);
    // Who does not hear it has gone.
    let _ = answer
        .send(list_resource::Event {
            diagnostics,
            ..Default::default()
        })
        .await;
}

pub(super) fn generate_resource_config<H: Handler + ?Sized>(
    _handler: &H,
    request: generate_resource_config::Request,
) -> impl Future<Output = generate_resource_config::Response> + Send {
    let diagnostics = unsupported("generated configuration", &request.type_name);
    ready(generate_resource_config::Response {
        diagnostics,
        ..Default::default()
    })
}

pub(super) fn validate_action_config<H: Handler + ?Sized>(
    _handler: &H,
    request: validate_action_config::Request,
) -> impl Future<Output = validate_action_config::Response> + Send {
    let diagnostics = unsupported("actions", &request.action_type);
    ready(validate_action_config::Response { diagnostics })
}

pub(super) fn plan_action<H: Handler + ?Sized>(
    _handler: &H,
    request: plan_action::Request,
) -> impl Future<Output = plan_action::Response> + Send {
    let diagnostics = unsupported("actions", &request.action_type);
    ready(plan_action::Response {
        diagnostics,
        ..Default::default()
    })
}

pub(super) async fn invoke_action<H: Handler + ?Sized>(
    _handler: &H,
    request: invoke_action::Request,
    answer: StreamSender<invoke_action::Event>,
) {
    let diagnostics = unsupported("actions", &request.action_type);
    // Who does not hear it has gone.
    let _ = answer
        .send(invoke_action::Event::completed(diagnostics))
        .await;
}

pub(super) fn validate_state_store_config<H: Handler + ?Sized>(
    _handler: &H,
    request: validate_state_store_config::Request,
) -> impl Future<Output = validate_state_store_config::Response> + Send {
    let diagnostics = unsupported("state stores", &request.type_name);
    ready(validate_state_store_config::Response { diagnostics })
}

pub(super) fn configure_state_store<H: Handler + ?Sized>(
    _handler: &H,
    request: configure_state_store::Request,
) -> impl Future<Output = configure_state_store::Response> + Send {
    let diagnostics = unsupported("state stores", &request.type_name);
    ready(configure_state_store::Response {
        diagnostics,
        ..Default::default()
    })
}

pub(super) async fn read_state_bytes<H: Handler + ?Sized>(
    _handler: &H,
    request: read_state_bytes::Request,
    answer: StreamSender<read_state_bytes::Response>,
) {
    let diagnostics = unsupported("state stores", &request.type_name);
    // Who does not hear it has gone.
    let _ = answer
        .send(read_state_bytes::Response {
            diagnostics,
            ..Default::default()
        })
        .await;
}

pub(super) async fn write_state_bytes<H: Handler + ?Sized>(
    _handler: &H,
    mut request: StreamReceiver<write_state_bytes::RequestChunk>,
) -> write_state_bytes::Response {
    // The first chunk says what it is about; the others are not waited for.
    let first = request.next().await.ok().flatten();
    let meta = first.and_then(|chunk| chunk.meta).unwrap_or_default();
    let diagnostics = unsupported("state stores", &meta.type_name);
    write_state_bytes::Response { diagnostics }
}

pub(super) fn lock_state<H: Handler + ?Sized>(
    _handler: &H,
    request: lock_state::Request,
) -> impl Future<Output = lock_state::Response> + Send {
    let diagnostics = unsupported("state stores", &request.type_name);
    ready(lock_state::Response {
        diagnostics,
        ..Default::default()
    })
}

pub(super) fn unlock_state<H: Handler + ?Sized>(
    _handler: &H,
    request: unlock_state::Request,
) -> impl Future<Output = unlock_state::Response> + Send {
    let diagnostics = unsupported("state stores", &request.type_name);
    ready(unlock_state::Response { diagnostics })
}

pub(super) fn get_states<H: Handler + ?Sized>(
    _handler: &H,
    request: get_states::Request,
) -> impl Future<Output = get_states::Response> + Send {
    let diagnostics = unsupported("state stores", &request.type_name);
    ready(get_states::Response {
        diagnostics,
        ..Default::default()
    })
}

pub(super) fn delete_state<H: Handler + ?Sized>(
    _handler: &H,
    request: delete_state::Request,
) -> impl Future<Output = delete_state::Response> + Send {
    let diagnostics = unsupported("state stores", &request.type_name);
    ready(delete_state::Response { diagnostics })
}

fn unsupported(what: &str, type_name: &str) -> Vec<Diagnostic> {
    let detail = format!(
        "This provider has no support for {what}, so the call for \"{type_name}\" cannot be answered. \
         Its schema does not offer it either: this is a mistake of the caller or of the provider."
    );
    vec![Diagnostic::error("Not supported by this provider", detail)]
}
