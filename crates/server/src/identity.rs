//! Identities on the wire.

use schema_runtime::codec::type_json;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Flags, IdentitySchema};
use schema_runtime::value::Value;
use schema_transport::proto::v6::ResourceIdentityData;
use schema_transport::proto::v6::get_resource_identity_schemas::{
    IdentityAttribute, ResourceIdentitySchema,
};

use crate::convert::{decode, encode};
use crate::provider::ProviderServer;

/// The schema of an identity on the wire.
pub(crate) fn schema_to_wire(schema: &IdentitySchema) -> ResourceIdentitySchema {
    let attributes = schema.block().fields.iter().map(|field| IdentityAttribute {
        name: field.name.as_str().to_owned(),
        r#type: type_json::print(&field.implied_type()).into_bytes().into(),
        required_for_import: field.is(Flags::REQUIRED),
        optional_for_import: !field.is(Flags::REQUIRED),
        description: field.description.as_str().to_owned(),
    });
    ResourceIdentitySchema {
        version: schema.version(),
        identity_attributes: attributes.collect(),
    }
}

/// The identity schema of a resource, if it has one.
pub(crate) struct Identity(Option<Ref<IdentitySchema>>);

impl Identity {
    pub(crate) fn of(provider: &ProviderServer, type_name: &str) -> Self {
        let identities = &provider.instance.schemas().identities;
        Identity(identities.get(type_name).cloned())
    }

    /// Reads an identity; `None` if the resource has none.
    pub(crate) fn decode(
        &self,
        what: &str,
        data: Option<ResourceIdentityData>,
    ) -> Result<Option<Value>, Diagnostics> {
        let Some(schema) = &self.0 else {
            return Ok(None);
        };
        let data = data.and_then(|data| data.identity_data);
        let value = decode(&schema.schema, what, data)?;
        Ok(Some(value).filter(|value| !value.is_null()))
    }

    /// Reads a stored identity, in which nothing is unknown.
    pub(crate) fn decode_stored(
        &self,
        what: &str,
        data: Option<ResourceIdentityData>,
    ) -> Result<Option<Value>, Diagnostics> {
        let identity = self.decode(what, data)?;
        if let (Some(schema), false) = (&self.0, identity.iter().all(Value::is_wholly_known)) {
            let name = &schema.schema.type_name;
            let error = Diagnostic::error(format!("{name}: {what} is not known")).with_detail(
                "What is stored holds no unknown values. This is a bug in the program that called the provider.",
            );
            return Err(error.into());
        }
        Ok(identity)
    }

    /// Writes an identity.
    pub(crate) fn encode(
        &self,
        what: &str,
        identity: Option<&Value>,
    ) -> Result<Option<ResourceIdentityData>, Diagnostics> {
        let (Some(schema), Some(identity)) = (&self.0, identity) else {
            return Ok(None);
        };
        Ok(Some(ResourceIdentityData {
            identity_data: Some(encode(&schema.schema, what, identity)?),
        }))
    }
}
