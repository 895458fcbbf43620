//! Whole documents of `terraform providers schema -json`.

use serde_json::{Map, Value as Json};

use super::error::{DynamicSchemaError, Place};
use super::print::schema_members;
use super::terraform;
use super::{function, identity};
use crate::codec::document::json as document;
use crate::codec::document::{Document, Members};
use crate::schema::{FunctionSchema, Schema, SchemaKind};

/// The schemas of one provider.
#[derive(Clone, Debug)]
pub struct ProviderSchemas {
    /// The provider's address, as `registry.terraform.io/hashicorp/vault`.
    pub address: String,
    /// The schema of its own configuration.
    pub provider: Option<Schema>,
    /// Its resource types, sorted by name.
    pub resources: Vec<Schema>,
    /// Its data sources, sorted by name.
    pub data_sources: Vec<Schema>,
    /// Its ephemeral resources, sorted by name.
    pub ephemeral_resources: Vec<Schema>,
    /// The configurations of its list resources, sorted by name.
    pub list_resources: Vec<Schema>,
    /// The configurations of its actions, sorted by name.
    pub actions: Vec<Schema>,
    /// Its state stores, sorted by name.
    pub state_stores: Vec<Schema>,
    /// Its functions, sorted by name.
    pub functions: Vec<FunctionSchema>,
    /// The identities of its resource types, of kind [`SchemaKind::Identity`], sorted by name.
    pub identities: Vec<Schema>,
}

/// Reads the output of `terraform providers schema -json`.
///
/// # Errors
/// The first part that does not have the form of such a document, with its path.
pub fn read_document(json: &Json) -> Result<Vec<ProviderSchemas>, DynamicSchemaError> {
    let root = Place::ROOT;
    let members = root.object(json)?;
    if let Some(version) = root.optional_text(members, "format_version")? {
        // Terraform promises that a reader of version 1.0 can read all 1.x.
        if version.split('.').next() != Some("1") {
            return Err(root
                .member("format_version")
                .error(format!("format {version} is not known; 1.x can be read")));
        }
    }
    let Some(providers) = root.optional_object(members, "provider_schemas")? else {
        return Ok(Vec::new());
    };
    let providers_at = root.member("provider_schemas");
    providers
        .iter()
        .map(|(address, json)| provider(address, json, &providers_at.member(address)))
        .collect()
}

fn provider(
    address: &str,
    json: &Json,
    at: &Place<'_>,
) -> Result<ProviderSchemas, DynamicSchemaError> {
    let members = at.object(json)?;
    let name = address.rsplit('/').next().unwrap_or(address);
    let own = match members.get("provider") {
        None | Some(Json::Null) => None,
        Some(json) => Some(terraform::schema(
            SchemaKind::Provider,
            name,
            json,
            &at.member("provider"),
        )?),
    };
    Ok(ProviderSchemas {
        address: address.to_owned(),
        provider: own,
        resources: schemas(members, "resource_schemas", SchemaKind::Resource, at)?,
        data_sources: schemas(members, "data_source_schemas", SchemaKind::DataSource, at)?,
        ephemeral_resources: schemas(
            members,
            "ephemeral_resource_schemas",
            SchemaKind::Ephemeral,
            at,
        )?,
        list_resources: schemas(members, "list_resource_schemas", SchemaKind::List, at)?,
        actions: schemas(members, "action_schemas", SchemaKind::Action, at)?,
        state_stores: schemas(members, "state_store_schemas", SchemaKind::StateStore, at)?,
        functions: functions(members, at)?,
        identities: identity::read(members, at)?,
    })
}

fn functions(
    members: &Map<String, Json>,
    at: &Place<'_>,
) -> Result<Vec<FunctionSchema>, DynamicSchemaError> {
    let Some(functions) = at.optional_object(members, "functions")? else {
        return Ok(Vec::new());
    };
    let functions_at = at.member("functions");
    let mut read = functions
        .iter()
        .map(|(name, json)| function::read(name, json, &functions_at.member(name)))
        .collect::<Result<Vec<_>, _>>()?;
    read.sort_by(|a, b| a.name().cmp(b.name()));
    Ok(read)
}

fn schemas(
    members: &Map<String, Json>,
    member: &str,
    kind: SchemaKind,
    at: &Place<'_>,
) -> Result<Vec<Schema>, DynamicSchemaError> {
    let Some(schemas) = at.optional_object(members, member)? else {
        return Ok(Vec::new());
    };
    let schemas_at = at.member(member);
    let mut read = schemas
        .iter()
        .map(|(name, json)| terraform::schema(kind, name, json, &schemas_at.member(name)))
        .collect::<Result<Vec<_>, _>>()?;
    read.sort_by(|a, b| a.type_name.cmp(&b.type_name));
    Ok(read)
}

/// Writes a document as `terraform providers schema -json` prints it.
#[must_use]
pub fn document_json(providers: &[ProviderSchemas]) -> Document {
    let provider_schemas: Members = providers
        .iter()
        .map(|provider| (provider.address.clone(), provider_json(provider)))
        .collect();
    document!({"format_version": "1.0", "provider_schemas": provider_schemas})
}

fn provider_json(provider: &ProviderSchemas) -> Document {
    let mut members = Members::new();
    if let Some(own) = &provider.provider {
        members.insert("provider".to_owned(), Document::Object(schema_members(own)));
    }
    for (member, schemas) in [
        ("resource_schemas", &provider.resources),
        ("data_source_schemas", &provider.data_sources),
        ("ephemeral_resource_schemas", &provider.ephemeral_resources),
        ("list_resource_schemas", &provider.list_resources),
        ("action_schemas", &provider.actions),
        ("state_store_schemas", &provider.state_stores),
    ] {
        if !schemas.is_empty() {
            let named: Members = schemas
                .iter()
                .map(|schema| {
                    let mut json = schema_members(schema);
                    // Actions store nothing, so their schemas have no version.
                    if schema.kind == SchemaKind::Action {
                        json.remove("version");
                    }
                    (schema.type_name.to_string(), Document::Object(json))
                })
                .collect();
            members.insert(member.to_owned(), Document::Object(named));
        }
    }
    if !provider.functions.is_empty() {
        let named: Members = provider
            .functions
            .iter()
            .map(|function| (function.name().to_owned(), function::print(function)))
            .collect();
        members.insert("functions".to_owned(), Document::Object(named));
    }
    if !provider.identities.is_empty() {
        members.insert(
            "resource_identity_schemas".to_owned(),
            identity::print(&provider.identities),
        );
    }
    Document::Object(members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_document_comes_back_as_it_was_read() {
        let block = json!({
            "attributes": {
                "name": {"type": "string", "required": true, "description": "Its name.", "description_kind": "markdown"},
                "plain": {"type": "string", "computed": true, "description": "a\n  b ", "description_kind": "plain"},
                "empty": {"type": "string", "computed": true, "description_kind": "markdown"},
                "none": {"nested_type": {"nesting_mode": "list"}, "computed": true, "description_kind": "plain"},
            },
            "description": "Plain.",
            "block_types": {"disk": {
                "nesting_mode": "set",
                "block": {"attributes": {"size": {"type": "number", "description_kind": "plain", "optional": true}}, "description_kind": "plain"},
                "min_items": 1,
                "max_items": 4,
            }},
            "description_kind": "plain",
        });
        // With deprecation messages, which Terraform prints from 1.15 on, and without, as before.
        let old = json!({
            "attributes": {
                "size": {"type": "number", "description_kind": "plain", "optional": true, "deprecated": true, "deprecation_message": "use size_mb"},
                "flat": {"type": "bool", "description_kind": "plain", "optional": true, "deprecated": true},
            },
            "block_types": {
                "part": {"nesting_mode": "list", "block": {"description_kind": "plain", "deprecated": true, "deprecation_message": "use parts"}},
                "port": {"nesting_mode": "list", "block": {"description_kind": "plain", "deprecated": true}},
            },
            "description_kind": "plain",
            "deprecated": true,
            "deprecation_message": "use disk_image",
        });
        let document = json!({
            "format_version": "1.0",
            "provider_schemas": {"example.com/acme/disk": {
                "provider": {"version": 0, "block": {"description_kind": "plain"}},
                "action_schemas": {"disk_verify": {"block": {"description_kind": "plain"}}},
                "ephemeral_resource_schemas": {"disk_old": {"version": 0, "block": old}},
                "resource_schemas": {"disk_image": {"version": 3, "block": block}},
                "data_source_schemas": {"disk_image": {"version": 0, "block": block}},
                "functions": {
                    "join": {
                        "summary": "Joins.", "description": "Joins.\n\nAll of them.", "deprecation_message": "use `concat`",
                        "return_type": ["list", "string"],
                        "parameters": [
                            {"name": "with", "type": "string"},
                            {"name": "after", "type": ["object", {"a": "bool"}], "is_nullable": true, "description": "What."},
                        ],
                        "variadic_parameter": {"name": "rest", "type": "number", "is_nullable": true},
                    },
                    "now": {"return_type": "string"},
                },
                "resource_identity_schemas": {"disk_image": {"version": 2, "attributes": {
                    "name": {"type": "string", "required_for_import": true, "description": "Its name."},
                    "zones": {"type": ["list", "string"], "optional_for_import": true},
                    "found": {"type": "number"},
                }}},
            }},
        });
        let read = read_document(&document).unwrap();
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].resources[0].version, 3);
        assert_eq!(document_json(&read), document);
        // Terraform's order, not alphabetical order.
        let printed = document_json(&read).to_string();
        let place = |name: &str| printed.find(name).unwrap();
        assert!(place("resource_schemas") < place("data_source_schemas"));
        assert!(place("version") < place("block"), "{printed}");
    }

    #[test]
    fn another_format_is_rejected() {
        let error = read_document(&json!({"format_version": "2.0"})).unwrap_err();
        assert_eq!(error.path, "format_version");
        let error = read_document(&json!({"provider_schemas": {"x": {"resource_schemas": {"a": {"block": {"attributes": {"b": {}}}}}}}})).unwrap_err();
        assert_eq!(
            error.path,
            "provider_schemas.x.resource_schemas.a.block.attributes.b"
        );
    }
}
