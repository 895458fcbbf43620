//! Whole documents of `terraform providers schema -json`.

use serde_json::Value as Json;

use super::error::{DynamicSchemaError, Place, Read};
use super::print::{put_named, schema_members};
use super::{function, identity, terraform};
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
    root.each(members, "provider_schemas", provider)
}

fn provider(address: &str, json: &Json, at: &Place<'_>) -> Read<ProviderSchemas> {
    let members = at.object(json)?;
    let name = address.rsplit('/').next().unwrap_or(address);
    let schemas = |member: &str, kind: SchemaKind| {
        at.each(members, member, |name, json, at| {
            terraform::schema(kind, name, json, at)
        })
    };
    Ok(ProviderSchemas {
        address: address.to_owned(),
        provider: at.optional(members, "provider", |at, json| {
            terraform::schema(SchemaKind::Provider, name, json, at)
        })?,
        resources: schemas("resource_schemas", SchemaKind::Resource)?,
        data_sources: schemas("data_source_schemas", SchemaKind::DataSource)?,
        ephemeral_resources: schemas("ephemeral_resource_schemas", SchemaKind::Ephemeral)?,
        list_resources: schemas("list_resource_schemas", SchemaKind::List)?,
        actions: schemas("action_schemas", SchemaKind::Action)?,
        state_stores: schemas("state_store_schemas", SchemaKind::StateStore)?,
        functions: at.each(members, "functions", function::read)?,
        identities: at.each(members, "resource_identity_schemas", identity::read)?,
    })
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
        members.put("provider", Document::Object(schema_members(own)));
    }
    for (member, schemas) in [
        ("resource_schemas", &provider.resources),
        ("data_source_schemas", &provider.data_sources),
        ("ephemeral_resource_schemas", &provider.ephemeral_resources),
        ("list_resource_schemas", &provider.list_resources),
        ("action_schemas", &provider.actions),
        ("state_store_schemas", &provider.state_stores),
    ] {
        let named = schemas.iter().map(|schema| {
            let mut json = schema_members(schema);
            // Actions store nothing, so their schemas have no version.
            if schema.kind == SchemaKind::Action {
                json.remove("version");
            }
            (schema.type_name.to_string(), Document::Object(json))
        });
        put_named(&mut members, member, named);
    }
    let functions = provider.functions.iter();
    let functions = functions.map(|it| (it.name().to_owned(), function::print(it)));
    put_named(&mut members, "functions", functions);
    let identities = provider.identities.iter();
    let identities = identities.map(|it| (it.type_name.to_string(), identity::print(it)));
    put_named(&mut members, "resource_identity_schemas", identities);
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
