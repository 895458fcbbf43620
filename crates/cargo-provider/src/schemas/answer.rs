//! A program's answer about its schemas.

use std::collections::BTreeMap;
use std::time::Duration;

use schema_client::proto::common::{StringKind, function};
use schema_client::proto::v6::{self, get_provider_schema, get_resource_identity_schemas};
use schema_client::{CallError, Plugin, Program, Provider as Connection, no_errors};
use serde_json::Value as Json;

use super::document::{
    Attribute, Block, Function, Identity, IdentityAttribute, Named, NestedBlock, NestedType,
    Parameter, Provider, Schema,
};
use crate::result::Result;

/// How long an answer may take. The largest providers need seconds.
const DEADLINE: Duration = Duration::from_secs(120);

/// Starts a program and asks it.
pub(super) async fn ask(program: &Program) -> Result<Provider> {
    let mut plugin = program.connect().await.map_err(|error| error.to_string())?;
    let answer = answer(&plugin).await;
    let told = match answer {
        Ok(provider) => provider,
        Err(error) => return Err(plugin.explain(&error).await),
    };
    let name = plugin.program().display().to_string();
    // It has answered; how it ends is of no interest.
    let _ = plugin.close().await;
    told.map_err(|error| format!("{name}: {error}"))
}

async fn answer(plugin: &Plugin) -> std::result::Result<Result<Provider>, CallError> {
    let client = plugin.provider().client().clone().with_deadline(DEADLINE);
    let provider = Connection::new(client, plugin.provider().protocol());
    let schemas = provider
        .get_provider_schema(&get_provider_schema::Request {})
        .await?;
    no_errors(&schemas.diagnostics)?;
    let request = get_resource_identity_schemas::Request {};
    let identities = match provider.get_resource_identity_schemas(&request).await {
        Ok(identities) => {
            no_errors(&identities.diagnostics)?;
            identities.identity_schemas
        }
        // Programs that are older than identities do not have the call.
        Err(error) if error.is_unimplemented() => BTreeMap::new(),
        Err(error) => return Err(error),
    };
    Ok(read(schemas, identities))
}

fn read(
    answer: get_provider_schema::Response,
    identities: BTreeMap<String, get_resource_identity_schemas::ResourceIdentitySchema>,
) -> Result<Provider> {
    let actions = answer.action_schemas.into_iter();
    let actions = actions.map(|(name, action)| (name, action.schema.unwrap_or_default()));
    Ok(Provider {
        provider: answer.provider.map(schema).transpose()?,
        provider_meta: answer.provider_meta.map(schema).transpose()?,
        resource_schemas: named(answer.resource_schemas, schema)?,
        data_source_schemas: named(answer.data_source_schemas, schema)?,
        ephemeral_resource_schemas: named(answer.ephemeral_resource_schemas, schema)?,
        list_resource_schemas: named(answer.list_resource_schemas, schema)?,
        action_schemas: named(actions, schema)?,
        state_store_schemas: named(answer.state_store_schemas, schema)?,
        functions: named(answer.functions, signature)?,
        resource_identity_schemas: named(identities, identity)?,
    })
}

/// Each by its name, which an error gets in front.
fn named<T, U>(
    all: impl IntoIterator<Item = (String, T)>,
    read: impl Fn(T) -> Result<U>,
) -> Result<Named<U>> {
    let mut named = BTreeMap::new();
    for (name, one) in all {
        let one = read(one).map_err(|error| format!("{name}: {error}"))?;
        if named.contains_key(&name) {
            return Err(format!("{name:?} is there twice"));
        }
        named.insert(name, one);
    }
    Ok(Named(named))
}

fn schema(schema: v6::Schema) -> Result<Schema> {
    Ok(Schema {
        version: schema.version,
        block: block(schema.block.unwrap_or_default())?,
    })
}

fn kind(kind: i32) -> Option<String> {
    let markdown = kind == i32::from(StringKind::Markdown);
    Some(if markdown { "markdown" } else { "plain" }.to_owned())
}

fn block(block: v6::Block) -> Result<Block> {
    let nested = block.block_types.into_iter();
    let nested = nested.map(|nested| (nested.type_name.clone(), nested));
    Ok(Block {
        attributes: attributes(block.attributes)?,
        block_types: named(nested, nested_block)?,
        description: block.description,
        description_kind: kind(block.description_kind),
        deprecated: block.deprecated,
    })
}

fn attributes(attributes: Vec<v6::Attribute>) -> Result<Named<Attribute>> {
    let all = attributes.into_iter();
    named(all.map(|one| (one.name.clone(), one)), attribute)
}

fn attribute(attribute: v6::Attribute) -> Result<Attribute> {
    let nested_type = attribute.nested_type.map(|nested| {
        let mode = match nested.nesting() {
            v6::ObjectNesting::Single => "single",
            v6::ObjectNesting::List => "list",
            v6::ObjectNesting::Set => "set",
            v6::ObjectNesting::Map => "map",
            v6::ObjectNesting::Invalid => return Err("a nesting mode that is not known".into()),
        };
        Ok::<_, String>(NestedType {
            attributes: attributes(nested.attributes)?,
            nesting_mode: mode.to_owned(),
        })
    });
    let nested_type = nested_type.transpose()?;
    Ok(Attribute {
        r#type: match &nested_type {
            Some(_) => None,
            None => Some(type_of(&attribute.r#type)?),
        },
        nested_type,
        description: attribute.description,
        description_kind: kind(attribute.description_kind),
        required: attribute.required,
        optional: attribute.optional,
        computed: attribute.computed,
        sensitive: attribute.sensitive,
        deprecated: attribute.deprecated,
        write_only: attribute.write_only,
    })
}

fn type_of(bytes: &[u8]) -> Result<Json> {
    serde_json::from_slice(bytes).map_err(|error| format!("its type cannot be read: {error}"))
}

fn nested_block(nested: v6::NestedBlock) -> Result<NestedBlock> {
    let mode = match nested.nesting() {
        v6::BlockNesting::Single => "single",
        v6::BlockNesting::List => "list",
        v6::BlockNesting::Set => "set",
        v6::BlockNesting::Map => "map",
        v6::BlockNesting::Group => "group",
        v6::BlockNesting::Invalid => return Err("a nesting mode that is not known".into()),
    };
    Ok(NestedBlock {
        nesting_mode: mode.to_owned(),
        block: block(nested.block.unwrap_or_default())?,
        min_items: u64::try_from(nested.min_items).unwrap_or(0),
        max_items: u64::try_from(nested.max_items).unwrap_or(0),
    })
}

fn signature(function: v6::Function) -> Result<Function> {
    let parameter = |parameter: function::Parameter| {
        Ok::<_, String>(Parameter {
            r#type: type_of(&parameter.r#type)?,
            name: parameter.name,
            description: parameter.description,
            is_nullable: parameter.allow_null_value,
        })
    };
    let returns = function.r#return.unwrap_or_default();
    Ok(Function {
        description: function.description,
        summary: function.summary,
        deprecation_message: function.deprecation_message,
        return_type: type_of(&returns.r#type)?,
        parameters: function
            .parameters
            .into_iter()
            .map(parameter)
            .collect::<Result<_>>()?,
        variadic_parameter: function.variadic_parameter.map(parameter).transpose()?,
    })
}

fn identity(identity: get_resource_identity_schemas::ResourceIdentitySchema) -> Result<Identity> {
    let all = identity.identity_attributes.into_iter();
    let attributes = named(all.map(|one| (one.name.clone(), one)), |one| {
        Ok(IdentityAttribute {
            r#type: type_of(&one.r#type)?,
            description: one.description,
            required_for_import: one.required_for_import,
            optional_for_import: one.optional_for_import,
        })
    })?;
    Ok(Identity {
        version: identity.version,
        attributes,
    })
}
