//! ImportResourceState: an existing object is taken over by its id, or by its identity.

use schema_runtime::schema::SchemaKind;
use schema_runtime::value::Value;
use schema_shell::lifecycle::ImportBy;
use schema_transport::proto::v6::import_resource_state::{ImportedResource, Request, Response};

use crate::convert::{diagnostics_to_wire, encode};
use crate::identity::Identity;
use crate::provider::{ProviderServer, deferred, deferring};
use crate::size;

pub(crate) async fn answer(provider: &ProviderServer, request: Request) -> Response {
    let deferral = ProviderServer::deferral(request.client_capabilities);
    let imported = async {
        provider.schema(SchemaKind::Resource, &request.type_name)?;
        let identity = Identity::of(provider, &request.type_name);
        let asked = request.identity.filter(|_| request.id.is_empty());
        let by = match asked {
            Some(asked) => {
                let asked = identity.decode("the identity", Some(asked))?;
                ImportBy::Identity(asked.unwrap_or(Value::Null))
            }
            None => ImportBy::Id(request.id),
        };
        let instance = deferring(provider.instance.clone(), deferral.as_ref());
        let import = instance.import_resource_state(&request.type_name, by);
        let (imported, warnings) = import.await?;
        let mut objects = Vec::with_capacity(imported.len());
        for object in imported {
            let schema = provider.schema(SchemaKind::Resource, &object.type_name)?;
            objects.push(ImportedResource {
                state: Some(encode(&schema, "the imported state", &object.state)?),
                identity: identity.encode("the imported identity", object.identity.as_ref())?,
                type_name: object.type_name,
                private: object.private.into(),
            });
        }
        Ok((objects, warnings))
    };
    let (imported_resources, diagnostics) =
        imported.await.unwrap_or_else(|errors| (Vec::new(), errors));
    let diagnostics = diagnostics_to_wire(diagnostics);
    let deferred = deferred(deferral.as_ref(), &diagnostics);
    let answer = Response {
        imported_resources,
        diagnostics,
        deferred,
    };
    let name = &request.type_name;
    size::or_else(provider.largest, answer, name, Response::default)
}
