//! ValidateActionConfig: a check of an action's configuration.

use schema_runtime::schema::SchemaKind;
use schema_transport::proto::v6::validate_action_config::{Request, Response};

use crate::convert::{decode, diagnostics_to_wire};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.action_type;
    let diagnostics = async {
        let schema = provider.schema(SchemaKind::Action, name)?;
        let config = decode(&schema, "the configuration", request.config)?;
        Ok(provider
            .instance
            .validate_action_config(name, &config)
            .await)
    };
    let answer = Response {
        diagnostics: diagnostics_to_wire(diagnostics.await.unwrap_or_else(|errors| errors)),
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
