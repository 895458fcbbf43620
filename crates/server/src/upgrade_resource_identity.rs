//! UpgradeResourceIdentity: a stored identity is brought to the present version.

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use schema_transport::proto::v6::upgrade_resource_identity::{Request, Response};

use crate::convert::{diagnostics_to_wire, raw_state};
use crate::identity::Identity;
use crate::provider::ProviderServer;
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let name = &request.type_name;
    let upgraded = async {
        provider.schema(SchemaKind::Resource, name)?;
        let raw = request.raw_identity.and_then(raw_state);
        let instance = &provider.instance;
        let upgrade = instance.upgrade_resource_identity(name, request.version, raw);
        let (identity, warnings) = upgrade.await?;
        let of = Identity::of(provider, name);
        // OpenTofu cannot read an object whose answer lacks the identity; null says that it has none.
        let identity = identity.unwrap_or(Value::Null);
        let identity = of.encode("the upgraded identity", Some(&identity))?;
        Ok::<_, Diagnostics>((identity, warnings))
    };
    let (upgraded_identity, diagnostics) = upgraded.await.unwrap_or_else(|errors| (None, errors));
    let answer = Response {
        upgraded_identity,
        diagnostics: diagnostics_to_wire(diagnostics),
    };
    size::or_else(provider.largest, answer, name, Response::default)
}
