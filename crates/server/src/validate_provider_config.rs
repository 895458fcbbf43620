//! ValidateProviderConfig: a check of the provider's configuration.

use schema_transport::proto::v6::validate_provider_config::{Request, Response};

use crate::convert::{decode, diagnostics_to_wire};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let schema = &provider.instance.schemas().provider;
    let diagnostics = match decode(schema, "the provider's configuration", request.config) {
        Ok(config) => provider.instance.validate_provider_config(&config).await,
        Err(errors) => errors,
    };
    let answer = Response {
        diagnostics: diagnostics_to_wire(diagnostics),
    };
    size::or_else(
        provider.largest,
        answer,
        &schema.type_name,
        Response::default,
    )
}
