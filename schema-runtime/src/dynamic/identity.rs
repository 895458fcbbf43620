//! Identities in Terraform's schema JSON.

use serde_json::Value as Json;

use super::error::{Place, Read};
use super::print::{put_named, put_text};
use super::terraform::field;
use super::types::{self, type_to_json};
use crate::codec::document::{Document, Members};
use crate::schema::{Block, Field, Flags, Schema, SchemaKind};

/// Whether an import needs an attribute, or may have it.
const FLAGS: [(&str, Flags); 2] = [
    ("required_for_import", Flags::REQUIRED),
    ("optional_for_import", Flags::OPTIONAL),
];

/// Reads the identity of a resource type.
pub(super) fn read(name: &str, json: &Json, at: &Place<'_>) -> Read<Schema> {
    let members = at.object(json)?;
    let fields = at.each(members, "attributes", attribute)?;
    let version = at.count(members, "version")?;
    let (kind, name) = (SchemaKind::Identity, name.to_owned().into());
    Ok(Schema::plain(kind, name, version, Block::plain(fields)))
}

fn attribute(name: &str, json: &Json, at: &Place<'_>) -> Read<Field> {
    let members = at.object(json)?;
    let ty = at.required(members, "type", types::read)?;
    let mut flags = Flags::NULLABLE;
    for (member, flag) in FLAGS {
        flags = flags.with_if(at.flag(members, member)?, flag);
    }
    Ok(Field {
        flags,
        description: at.text(members, "description")?,
        ..field(name, ty)
    })
}

/// An identity as `terraform providers schema -json` prints it.
pub(super) fn print(identity: &Schema) -> Document {
    let mut members = Members::new();
    members.put("version", identity.version);
    let attributes = identity.block.fields.iter();
    let attributes = attributes.map(|field| (field.name.to_string(), attribute_json(field)));
    put_named(&mut members, "attributes", attributes);
    Document::Object(members)
}

fn attribute_json(field: &Field) -> Document {
    let mut members = Members::new();
    members.put("type", type_to_json(&field.implied_type()));
    put_text(&mut members, "description", &field.description);
    for (member, flag) in FLAGS {
        if field.is(flag) {
            members.put(member, true);
        }
    }
    Document::Object(members)
}
