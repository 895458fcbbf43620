//! ValidateDataResourceConfig: a check of a data source's configuration.

use schema_runtime::schema::SchemaKind;
use schema_transport::proto::v6::validate_data_resource_config::{Request, Response};

use crate::convert::{decode, diagnostics_to_wire};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let diagnostics = async {
        let schema = provider.schema(SchemaKind::DataSource, &request.type_name)?;
        let config = decode(&schema, "the configuration", request.config)?;
        let name = &request.type_name;
        Ok(provider
            .instance
            .validate_data_resource_config(name, &config)
            .await)
    };
    let answer = Response {
        diagnostics: diagnostics_to_wire(diagnostics.await.unwrap_or_else(|errors| errors)),
    };
    let name = &request.type_name;
    size::or_else(provider.largest, answer, name, Response::default)
}
