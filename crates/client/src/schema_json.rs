//! Schemas of a program, in the format of `terraform providers schema -json`.

use schema_transport::proto::common::{StringKind, function};
use schema_transport::proto::v6::{self, get_provider_schema, get_resource_identity_schemas};
use serde_json::{Map, Value as Json};

/// The schemas of a provider without `provider_meta`, which Terraform does not print.
///
/// # Errors
/// They are not schemas; the message names the path.
pub fn provider_json(
    schemas: &get_provider_schema::Response,
    identities: &get_resource_identity_schemas::Response,
) -> Result<Json, String> {
    let actions = schemas.action_schemas.iter().map(|(name, action)| {
        let schema = action.schema.clone().unwrap_or_default();
        (name.clone(), schema)
    });
    let actions = actions.collect();
    let mut document = Map::new();
    if let Some(own) = &schemas.provider {
        document.insert("provider".to_owned(), schema_json(own)?);
    }
    for (member, all) in [
        ("resource_schemas", &schemas.resource_schemas),
        ("data_source_schemas", &schemas.data_source_schemas),
        (
            "ephemeral_resource_schemas",
            &schemas.ephemeral_resource_schemas,
        ),
        ("list_resource_schemas", &schemas.list_resource_schemas),
        ("action_schemas", &actions),
        ("state_store_schemas", &schemas.state_store_schemas),
    ] {
        let all = named(all.iter(), schema_json)?;
        document.insert(member.to_owned(), all);
    }
    let functions = named(schemas.functions.iter(), signature)?;
    document.insert("functions".to_owned(), functions);
    let identities = named(identities.identity_schemas.iter(), identity)?;
    document.insert("resource_identity_schemas".to_owned(), identities);
    Ok(document.into())
}

/// One schema.
///
/// # Errors
/// It is not a schema; the message names the path.
pub fn schema_json(schema: &v6::Schema) -> Result<Json, String> {
    let block = block(schema.block.as_ref())?;
    // The macro `json!` would copy each member, and so a whole schema once for each of its levels.
    Ok(Json::from_iter([
        ("version", schema.version.into()),
        ("block", block),
    ]))
}

/// Each by its name, which also prefixes errors.
fn named<'a, T: 'a>(
    all: impl IntoIterator<Item = (&'a String, &'a T)>,
    write: impl Fn(&T) -> Result<Json, String>,
) -> Result<Json, String> {
    let mut named = Map::new();
    for (name, one) in all {
        let one = write(one).map_err(|error| format!("{name}: {error}"))?;
        if named.insert(name.clone(), one).is_some() {
            return Err(format!("{name:?} appears twice"));
        }
    }
    Ok(named.into())
}

fn kind(kind: i32) -> Json {
    match kind == i32::from(StringKind::Markdown) {
        true => "markdown".into(),
        false => "plain".into(),
    }
}

fn block(block: Option<&v6::Block>) -> Result<Json, String> {
    let Some(block) = block else {
        return Ok(Map::new().into());
    };
    let nested = block.block_types.iter().map(|one| (&one.type_name, one));
    Ok(Json::from_iter([
        ("attributes", attributes(&block.attributes)?),
        ("block_types", named(nested, nested_block)?),
        ("description", block.description.as_str().into()),
        ("description_kind", kind(block.description_kind)),
        ("deprecated", block.deprecated.into()),
    ]))
}

fn attributes(all: &[v6::Attribute]) -> Result<Json, String> {
    named(all.iter().map(|one| (&one.name, one)), attribute)
}

fn attribute(one: &v6::Attribute) -> Result<Json, String> {
    let (name, of) = match &one.nested_type {
        Some(nested) => ("nested_type", nested_type(nested)?),
        None => ("type", type_of(&one.r#type)?),
    };
    Ok(Json::from_iter([
        ("description", one.description.as_str().into()),
        ("description_kind", kind(one.description_kind)),
        ("required", one.required.into()),
        ("optional", one.optional.into()),
        ("computed", one.computed.into()),
        ("sensitive", one.sensitive.into()),
        ("deprecated", one.deprecated.into()),
        ("write_only", one.write_only.into()),
        (name, of),
    ]))
}

fn nested_type(nested: &v6::Object) -> Result<Json, String> {
    let mode = match nested.nesting() {
        v6::ObjectNesting::Single => "single",
        v6::ObjectNesting::List => "list",
        v6::ObjectNesting::Set => "set",
        v6::ObjectNesting::Map => "map",
        v6::ObjectNesting::Invalid => return Err(UNKNOWN_NESTING.into()),
    };
    let attributes = attributes(&nested.attributes)?;
    Ok(Json::from_iter([
        ("nesting_mode", mode.into()),
        ("attributes", attributes),
    ]))
}

const UNKNOWN_NESTING: &str = "a nesting mode that is not known";

fn type_of(bytes: &[u8]) -> Result<Json, String> {
    serde_json::from_slice(bytes).map_err(|error| format!("its type cannot be read: {error}"))
}

fn nested_block(nested: &v6::NestedBlock) -> Result<Json, String> {
    let mode = match nested.nesting() {
        v6::BlockNesting::Single => "single",
        v6::BlockNesting::List => "list",
        v6::BlockNesting::Set => "set",
        v6::BlockNesting::Map => "map",
        v6::BlockNesting::Group => "group",
        v6::BlockNesting::Invalid => return Err(UNKNOWN_NESTING.into()),
    };
    Ok(Json::from_iter([
        ("nesting_mode", mode.into()),
        ("block", block(nested.block.as_ref())?),
        ("min_items", nested.min_items.max(0).into()),
        ("max_items", nested.max_items.max(0).into()),
    ]))
}

fn signature(function: &v6::Function) -> Result<Json, String> {
    let parameter = |one: &function::Parameter| {
        Ok::<_, String>(Json::from_iter([
            ("name", one.name.as_str().into()),
            ("description", one.description.as_str().into()),
            ("description_kind", kind(one.description_kind)),
            ("is_nullable", one.allow_null_value.into()),
            ("type", type_of(&one.r#type)?),
        ]))
    };
    let deprecated = function.deprecation_message.as_str();
    let returns = function.r#return.as_ref();
    let returned = type_of(returns.map_or(&[], |returns| &returns.r#type))?;
    let parameters = function.parameters.iter().map(parameter);
    let variadic = function.variadic_parameter.as_ref().map(parameter);
    Ok(Json::from_iter([
        ("description", function.description.as_str().into()),
        ("description_kind", kind(function.description_kind)),
        ("summary", function.summary.as_str().into()),
        ("deprecation_message", deprecated.into()),
        ("return_type", returned),
        ("parameters", parameters.collect::<Result<_, _>>()?),
        ("variadic_parameter", variadic.transpose()?.into()),
    ]))
}

fn identity(one: &get_resource_identity_schemas::ResourceIdentitySchema) -> Result<Json, String> {
    let all = one.identity_attributes.iter().map(|one| (&one.name, one));
    let attributes = named(all, |one| {
        Ok(Json::from_iter([
            ("type", type_of(&one.r#type)?),
            ("description", one.description.as_str().into()),
            ("required_for_import", one.required_for_import.into()),
            ("optional_for_import", one.optional_for_import.into()),
        ]))
    })?;
    Ok(Json::from_iter([
        ("version", one.version.into()),
        ("attributes", attributes),
    ]))
}
