//! Calls for ephemeral resources.

use prost::Message as _;
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use schema_transport::proto::v6::{
    close_ephemeral_resource, open_ephemeral_resource, renew_ephemeral_resource,
};

use crate::convert::{decode_config, diagnostics_to_wire, encode, placed, timestamp};
use crate::provider::ProviderServer;

/// Opens an ephemeral resource, in plan and in apply.
pub(crate) async fn open_ephemeral_resource(
    provider: &ProviderServer,
    request: open_ephemeral_resource::Request,
) -> open_ephemeral_resource::Response {
    let name = &request.type_name;
    let opened = async {
        let instance = &provider.instance;
        let schema = instance.schema_of(SchemaKind::Ephemeral, name)?;
        let config = decode_config(&schema, request.config, &Value::Null)?;
        let opened = instance.open_ephemeral_resource(name, config).await;
        if opened.diagnostics.has_errors() {
            return Err(placed(&schema, opened.diagnostics));
        }
        let mut answer = open_ephemeral_resource::Response {
            diagnostics: diagnostics_to_wire(placed(&schema, opened.diagnostics)),
            renew_at: opened.renew_at.and_then(timestamp),
            private: Some(opened.private.clone().into()),
            ..Default::default()
        };
        let close = || instance.close_ephemeral_resource(name, opened.private.clone());
        match encode(&schema, "what was opened", &opened.result) {
            Ok(result) => answer.result = Some(result),
            Err(mut errors) => {
                errors.extend(close().await);
                return Err(errors);
            }
        }
        if answer.encoded_len() > provider.largest {
            // The result is rejected below: Terraform never learns of it, so nobody else closes it.
            let closed = close().await;
            answer.diagnostics.extend(diagnostics_to_wire(closed));
        }
        Ok(answer)
    };
    provider.answer(name, Default::default(), opened).await
}

/// Keeps an ephemeral resource open for longer.
pub(crate) async fn renew_ephemeral_resource(
    provider: &ProviderServer,
    request: renew_ephemeral_resource::Request,
) -> renew_ephemeral_resource::Response {
    let name = &request.type_name;
    let private = request.private.unwrap_or_default();
    let bytes = private.to_vec();
    let renewed = async {
        let renewed = provider
            .instance
            .renew_ephemeral_resource(name, bytes)
            .await;
        Ok(renew_ephemeral_resource::Response {
            diagnostics: diagnostics_to_wire(renewed.diagnostics),
            renew_at: renewed.renew_at.and_then(timestamp),
            private: Some(renewed.private.into()),
        })
    };
    let unchanged = renew_ephemeral_resource::Response {
        private: Some(private),
        ..Default::default()
    };
    provider.answer(name, unchanged, renewed).await
}

/// Closes an ephemeral resource.
pub(crate) async fn close_ephemeral_resource(
    provider: &ProviderServer,
    request: close_ephemeral_resource::Request,
) -> close_ephemeral_resource::Response {
    let name = &request.type_name;
    let private = request.private.unwrap_or_default().to_vec();
    let closed = provider.instance.close_ephemeral_resource(name, private);
    provider.answer_told(name, async { Ok(closed.await) }).await
}
