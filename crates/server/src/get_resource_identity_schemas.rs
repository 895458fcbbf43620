//! GetResourceIdentitySchemas: what identifies the objects of the provider's resources.

use std::future::{Future, ready};

use schema_transport::proto::v6::get_resource_identity_schemas::{Request, Response};

use crate::identity::schema_to_wire;
use crate::provider::ProviderServer;

pub(crate) fn answer(
    provider: &ProviderServer,
    _request: Request,
) -> impl Future<Output = Response> + Send {
    let identities = provider.instance.schemas().identities.iter();
    let identities = identities.map(|(name, schema)| (name.clone(), schema_to_wire(schema)));
    ready(Response {
        identity_schemas: identities.collect(),
        diagnostics: Vec::new(),
    })
}
