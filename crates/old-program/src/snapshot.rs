//! The old program's schemas, stored when the provider is built.

use bytes::Bytes;
use prost::Message;
use schema_client::{CallError, Provider};
use schema_transport::proto::v6::{get_provider_schema, get_resource_identity_schemas};
use std::sync::Arc;

/// The header of each snapshot: what it is, and the version of its format.
const HEAD: &[u8] = b"old program's schemas 1\n";

/// A program's schemas and identities, in the messages of protocol 6.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot(pub(crate) Arc<Schemas>);

/// The content of a snapshot.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Schemas {
    #[prost(message, required, tag = "1")]
    pub(crate) schemas: get_provider_schema::Response,
    #[prost(message, required, tag = "2")]
    pub(crate) identities: get_resource_identity_schemas::Response,
}

impl Snapshot {
    /// Requests the schemas from a program.
    ///
    /// # Errors
    /// A call failed, or its answer has errors.
    pub async fn ask(provider: &Provider) -> Result<Self, CallError> {
        let (schemas, identities) = provider.schemas().await?;
        Ok(Self(Arc::new(Schemas {
            schemas,
            identities,
        })))
    }

    /// Reads a file's content.
    ///
    /// # Errors
    /// It is not a snapshot.
    pub fn read(file: &'static [u8]) -> Result<Self, String> {
        let wrong = |why: &str| {
            format!(
                "The snapshot of the old program's schemas {why}. Write it again with `cargo provider snapshot`."
            )
        };
        let content = file.strip_prefix(HEAD);
        let content = content.ok_or_else(|| wrong("is none, or of another version of the SDK"))?;
        let schemas = Schemas::decode(Bytes::from_static(content));
        let schemas = schemas.map_err(|error| wrong(&format!("cannot be read ({error})")))?;
        Ok(Self(Arc::new(schemas)))
    }

    /// The content of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [HEAD, &self.0.encode_to_vec()].concat()
    }

    /// What differs in the program's schemas now, such as `the resource old_thing`.
    pub(crate) fn differences(&self, now: &Self) -> Vec<String> {
        let mut differing = Vec::new();
        let (before, after) = (&self.0.schemas, &now.0.schemas);
        let mut one = |what: &str, same: bool| {
            if !same {
                differing.push(what.to_owned());
            }
        };
        one("the provider's settings", before.provider == after.provider);
        one("provider_meta", before.provider_meta == after.provider_meta);
        macro_rules! many {
            ($($what:literal $field:ident;)+) => {$(
                let names = before.$field.keys().chain(after.$field.keys());
                for name in names.collect::<std::collections::BTreeSet<_>>() {
                    let same = before.$field.get(name) == after.$field.get(name);
                    one(&format!("the {} {name}", $what), same);
                }
            )+};
        }
        many! {
            "resource" resource_schemas;
            "data source" data_source_schemas;
            "ephemeral resource" ephemeral_resource_schemas;
            "list resource" list_resource_schemas;
            "action" action_schemas;
            "function" functions;
        }
        let identities = (
            &self.0.identities.identity_schemas,
            &now.0.identities.identity_schemas,
        );
        one("identities", identities.0 == identities.1);
        differing
    }
}
