//! GetProviderSchema: the schemas of everything the provider has.

use prost::Message as _;
use schema_runtime::diagnostics::Diagnostic;
use schema_transport::Bytes;
use schema_transport::proto::v6::get_provider_schema::{Request, Response};

use crate::convert::diagnostics_to_wire;
use crate::provider::{CAPABILITIES, ProviderServer, functions};
use crate::schema::encode;

/// The answer, encoded.
// Written anew for each call: Terraform asks once in a run, and a large provider's takes megabytes.
pub(crate) async fn encoded(provider: &ProviderServer) -> Bytes {
    let wrong_defaults = provider.instance.wrong_defaults().await;
    let rest = Response {
        server_capabilities: Some(CAPABILITIES),
        functions: functions(provider),
        diagnostics: diagnostics_to_wire(wrong_defaults),
        ..Default::default()
    };
    let schemas = provider.instance.schemas();
    let mut bytes = encode(schemas, rest.encoded_len());
    // What comes later in a message adds to what came before. A vector has room for all of it.
    let _ = rest.encode(&mut bytes);
    bytes.into()
}

/// The same as a message, for those who look into it and for protocol 5, which makes another of it.
pub(crate) async fn answer(provider: &ProviderServer, _request: Request) -> Response {
    Response::decode(encoded(provider).await).unwrap_or_else(|error| {
        let error = Diagnostic::error("The provider's schemas cannot be read")
            .with_detail(format!("{error}. This is a bug in the provider's SDK."));
        Response {
            diagnostics: diagnostics_to_wire(error.into()),
            ..Default::default()
        }
    })
}
