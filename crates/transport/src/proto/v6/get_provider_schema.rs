//! All schemas of the provider.

use super::{Attribute, Diagnostic, Function, ServerCapabilities};
use crate::proto::schema::{ActionSchema, AttributeMessage, Schema};
use std::collections::BTreeMap;
use std::fmt::Arguments;

messages! {
    /// Asks for the schemas.
    #[derive(Copy)]
    Request {}
}

/// The schemas, with the attributes of protocol 6.
pub type Response = ResponseOf<Attribute>;
with_diagnostics! { diagnostics of Response }

messages_of_attributes! {
    /// The schemas, with the attributes of either protocol; at most 64 MiB.
    ResponseOf {
        /// The provider's own configuration; must be set.
        [message, optional, tag = "1"] provider: Option<Schema<A>>,
        /// Resources by type name.
        [btree_map = "string, message", tag = "2"] resource_schemas: BTreeMap<String, Schema<A>>,
        /// Data sources by type name.
        [btree_map = "string, message", tag = "3"] data_source_schemas: BTreeMap<String, Schema<A>>,
        /// Errors and warnings.
        [message, repeated, tag = "4"] diagnostics: Vec<Diagnostic>,
        /// The `provider_meta` block that modules may have.
        [message, optional, tag = "5"] provider_meta: Option<Schema<A>>,
        /// What the provider can do (6.3).
        [message, optional, tag = "6"] server_capabilities: Option<ServerCapabilities>,
        /// Functions by name (6.5).
        [btree_map = "string, message", tag = "7"] functions: BTreeMap<String, Function>,
        /// Ephemeral resources by type name (6.7).
        [btree_map = "string, message", tag = "8"] ephemeral_resource_schemas: BTreeMap<String, Schema<A>>,
        /// Configurations of lists by the listed resources' type name (6.10).
        [btree_map = "string, message", tag = "9"] list_resource_schemas: BTreeMap<String, Schema<A>>,
        /// State stores by type name (6.11); protocol 5 has none.
        [btree_map = "string, message", tag = "10"] state_store_schemas: BTreeMap<String, Schema<A>>,
        /// Actions by type name (6.10).
        [btree_map = "string, message", tag = "11"] action_schemas: BTreeMap<String, ActionSchema<A>>,
    }
}

impl<A: AttributeMessage> ResponseOf<A> {
    /// The same schemas with the attributes of the other protocol; `map` also gets the place of
    /// each.
    ///
    /// # Errors
    /// The first error of `map`.
    pub fn try_map<B: AttributeMessage, E>(
        self,
        mut map: impl FnMut(Arguments<'_>, Schema<A>) -> Result<Schema<B>, E>,
    ) -> Result<ResponseOf<B>, E> {
        let map: &mut Map<'_, Schema<A>, Schema<B>, E> = &mut map;
        Ok(ResponseOf {
            provider: only("provider", self.provider, map)?,
            resource_schemas: each("resource", self.resource_schemas, map)?,
            data_source_schemas: each("data source", self.data_source_schemas, map)?,
            diagnostics: self.diagnostics,
            provider_meta: only("provider_meta", self.provider_meta, map)?,
            server_capabilities: self.server_capabilities,
            functions: self.functions,
            ephemeral_resource_schemas: each(
                "ephemeral resource",
                self.ephemeral_resource_schemas,
                map,
            )?,
            list_resource_schemas: each("list resource", self.list_resource_schemas, map)?,
            state_store_schemas: each("state store", self.state_store_schemas, map)?,
            action_schemas: each("action", self.action_schemas, &mut |place, action| {
                let schema = action.schema.map(|schema| map(place, schema));
                let schema = schema.transpose()?;
                Ok(ActionSchema { schema })
            })?,
        })
    }
}

type Map<'a, A, B, E> = dyn FnMut(Arguments<'_>, A) -> Result<B, E> + 'a;

fn only<A, B, E>(
    place: &str,
    schema: Option<A>,
    map: &mut Map<'_, A, B, E>,
) -> Result<Option<B>, E> {
    let mapped = schema.map(|schema| map(format_args!("{place}"), schema));
    mapped.transpose()
}

fn each<A, B, E>(
    kind: &str,
    schemas: BTreeMap<String, A>,
    map: &mut Map<'_, A, B, E>,
) -> Result<BTreeMap<String, B>, E> {
    let mapped = schemas.into_iter().map(|(name, schema)| {
        let schema = map(format_args!("{kind} {name}"), schema)?;
        Ok((name, schema))
    });
    mapped.collect()
}
