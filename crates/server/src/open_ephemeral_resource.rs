//! OpenEphemeralResource: an ephemeral resource is opened, in plan and in apply.

use prost::Message as _;
use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::SchemaKind;
use schema_transport::proto::v6::open_ephemeral_resource::{Request, Response};

use crate::convert::{decode, diagnostics_to_wire, encode, timestamp};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = request.type_name;
    let answer = match opened(provider, &name, request.config).await {
        Ok(answer) => answer,
        Err(errors) => failed(errors),
    };
    size::or_else(provider.largest, answer, &name, Response::default)
}

async fn opened(
    provider: &ProviderServer,
    name: &str,
    config: Option<schema_transport::proto::v6::DynamicValue>,
) -> Result<Response, Diagnostics> {
    let schema = provider.schema(SchemaKind::Ephemeral, name)?;
    let config = decode(&schema, "the configuration", config)?;
    let instance = &provider.instance;
    let opened = instance.open_ephemeral_resource(name, config).await;
    if opened.diagnostics.has_errors() {
        return Ok(failed(opened.diagnostics));
    }
    let mut answer = Response {
        diagnostics: diagnostics_to_wire(opened.diagnostics),
        renew_at: opened.renew_at.and_then(timestamp),
        private: Some(opened.private.clone().into()),
        ..Response::default()
    };
    match encode(&schema, "what was opened", &opened.result) {
        Ok(result) => answer.result = Some(result),
        Err(mut errors) => {
            errors.extend(
                instance
                    .close_ephemeral_resource(name, opened.private)
                    .await,
            );
            return Err(errors);
        }
    }
    if answer.encoded_len() > provider.largest {
        // It is refused below: Terraform does not hear of it, so nobody else closes it.
        let closed = instance
            .close_ephemeral_resource(name, opened.private)
            .await;
        answer.diagnostics.extend(diagnostics_to_wire(closed));
    }
    Ok(answer)
}

fn failed(errors: Diagnostics) -> Response {
    Response {
        diagnostics: diagnostics_to_wire(errors),
        ..Response::default()
    }
}
