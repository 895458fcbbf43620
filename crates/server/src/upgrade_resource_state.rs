//! UpgradeResourceState: a stored state is brought to the present schema version.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::SchemaKind;
use schema_transport::proto::v6::DynamicValue;
use schema_transport::proto::v6::upgrade_resource_state::{Request, Response};

use crate::convert::{encode, raw_state, result_to_wire};
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    let upgraded = async {
        let schema = provider.schema(SchemaKind::Resource, name)?;
        let Some(state) = request.raw_state.and_then(raw_state) else {
            return Ok((DynamicValue::default(), Diagnostics::new()));
        };
        let upgrade = provider
            .instance
            .upgrade_resource_state(name, request.version, state);
        let (state, warnings) = upgrade.await?;
        Ok((encode(&schema, "the upgraded state", &state)?, warnings))
    };
    let (upgraded_state, diagnostics) = result_to_wire(upgraded.await);
    let answer = Response {
        upgraded_state,
        diagnostics,
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
