//! Identities in Terraform's schema JSON.

use serde_json::{Map, Value as Json};

use super::error::{DynamicSchemaError, Place};
use super::terraform::{empty_block, sorted};
use super::types::{self, type_to_json};
use crate::codec::document::{Document, Members};
use crate::refs::Ref;
use crate::schema::{Block, Field, Flags, Kind, Schema, SchemaKind};

/// Whether an import needs an attribute, or may have it.
const FLAGS: [(&str, Flags); 2] = [
    ("required_for_import", Flags::REQUIRED),
    ("optional_for_import", Flags::OPTIONAL),
];

/// Reads all identities of a provider, sorted by name.
pub(super) fn read(
    members: &Map<String, Json>,
    at: &Place<'_>,
) -> Result<Vec<Schema>, DynamicSchemaError> {
    let Some(identities) = at.optional_object(members, "resource_identity_schemas")? else {
        return Ok(Vec::new());
    };
    let identities_at = at.member("resource_identity_schemas");
    let read = identities
        .iter()
        .map(|(name, json)| identity(name, json, &identities_at.member(name)));
    let mut read = read.collect::<Result<Vec<_>, _>>()?;
    read.sort_by(|a, b| a.type_name.cmp(&b.type_name));
    Ok(read)
}

fn identity(name: &str, json: &Json, at: &Place<'_>) -> Result<Schema, DynamicSchemaError> {
    let members = at.object(json)?;
    let attributes_at = at.member("attributes");
    let mut fields = Vec::new();
    for (name, json) in at
        .optional_object(members, "attributes")?
        .into_iter()
        .flatten()
    {
        fields.push(attribute(name, json, &attributes_at.member(name))?);
    }
    let block = Block {
        fields: sorted(fields, &attributes_at)?.into(),
        ..empty_block()
    };
    Ok(Schema {
        kind: SchemaKind::Identity,
        type_name: name.to_owned().into(),
        version: at.count(members, "version")?,
        block: Ref::Shared(block.into()),
        timeouts: Ref::empty(),
        subcategory: Ref::text(""),
    })
}

fn attribute(name: &str, json: &Json, at: &Place<'_>) -> Result<Field, DynamicSchemaError> {
    let members = at.object(json)?;
    let ty = match members.get("type") {
        None | Some(Json::Null) => return Err(at.member("type").error("is missing")),
        Some(json) => types::read(json, &at.member("type"))?,
    };
    let mut flags = Flags::NULLABLE;
    for (member, flag) in FLAGS {
        if at.flag(members, member)? {
            flags = flags.with(flag);
        }
    }
    let description = at.optional_text(members, "description")?;
    Ok(Field {
        name: name.to_owned().into(),
        kind: Kind::Attribute {
            ty: Ref::Shared(ty.into()),
        },
        flags,
        description: description.unwrap_or_default().to_owned().into(),
        extras: Ref::empty(),
    })
}

/// All identities of a provider as `terraform providers schema -json` prints them.
pub(super) fn print(identities: &[Schema]) -> Document {
    let named = identities.iter().map(|identity| {
        let mut members = Members::new();
        members.insert("version".to_owned(), identity.version);
        let attributes: Members = identity
            .block
            .fields
            .iter()
            .map(|field| (field.name.to_string(), attribute_json(field)))
            .collect();
        if !attributes.is_empty() {
            members.insert("attributes".to_owned(), Document::Object(attributes));
        }
        (identity.type_name.to_string(), Document::Object(members))
    });
    Document::Object(named.collect())
}

fn attribute_json(field: &Field) -> Document {
    let mut members = Members::new();
    members.insert("type".to_owned(), type_to_json(&field.implied_type()));
    if !field.description.is_empty() {
        members.insert("description".to_owned(), field.description.as_str());
    }
    for (member, flag) in FLAGS {
        if field.is(flag) {
            members.insert(member.to_owned(), true);
        }
    }
    Document::Object(members)
}
