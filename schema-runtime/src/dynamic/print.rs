//! Writing schemas as Terraform's schema JSON.

use crate::codec::document::{Document, Members};

use super::types::type_to_json;
use crate::schema::{Block, Field, Flags, Kind, Nesting, Schema, SchemaKind, deprecation_message};

/// One schema as `terraform providers schema -json` prints it: `version` and `block`.
#[must_use]
pub fn schema_json(schema: &Schema) -> Document {
    Document::Object(schema_members(schema))
}

pub(super) fn schema_members(schema: &Schema) -> Members {
    let mut members = Members::new();
    members.put("version", schema.version);
    members.put("block", block_json(&schema.block, schema.kind));
    members
}

/// A member that is omitted if it is empty.
pub(super) fn put_text(members: &mut Members, name: &str, text: &str) {
    if !text.is_empty() {
        members.put(name, text);
    }
}

/// Values by their names, omitted if there are none.
pub(super) fn put_named(
    members: &mut Members,
    name: &str,
    named: impl Iterator<Item = (String, Document)>,
) {
    let named: Members = named.collect();
    if !named.is_empty() {
        members.put(name, named);
    }
}

/// One block as `terraform providers schema -json` prints it, with the presence that the fields
/// have on the wire (a default makes an attribute of a resource optional and computed).
#[must_use]
pub fn block_json(block: &Block, kind: SchemaKind) -> Document {
    let mut members = Members::new();
    put_fields(&mut members, "attributes", block, kind, attribute_json);
    put_fields(&mut members, "block_types", block, kind, block_type_json);
    put_description(&mut members, &block.description, block.is_markdown());
    if !block.deprecated.is_empty() {
        put_deprecation(&mut members, &block.deprecated);
    }
    Document::Object(members)
}

/// The fields that `json` writes.
fn put_fields(
    members: &mut Members,
    name: &str,
    block: &Block,
    kind: SchemaKind,
    json: fn(&Field, SchemaKind) -> Option<Document>,
) {
    let fields = block.fields.iter();
    let written = fields.filter_map(|field| Some((field.name.to_string(), json(field, kind)?)));
    put_named(members, name, written);
}

/// The flag, and the message that Terraform prints from 1.15 on.
fn put_deprecation(members: &mut Members, text: &str) {
    members.put("deprecated", true);
    members.remove("deprecation_message");
    put_text(members, "deprecation_message", deprecation_message(text));
}

fn put_description(members: &mut Members, description: &str, markdown: bool) {
    put_text(members, "description", description);
    let kind = if markdown { "markdown" } else { "plain" };
    members.put("description_kind", kind);
}

fn attribute_json(field: &Field, kind: SchemaKind) -> Option<Document> {
    let mut members = Members::new();
    match &field.kind {
        Kind::Attribute { ty } => members.put("type", type_to_json(ty)),
        Kind::Nested { nesting, block } => {
            let mut nested = Members::new();
            put_fields(&mut nested, "attributes", block, kind, attribute_json);
            nested.put("nesting_mode", nesting.for_rules().words());
            members.put("nested_type", nested);
        }
        Kind::Block { .. } => return None,
    }
    put_description(&mut members, &field.description, field.is_markdown());
    let wire = field.wire(kind);
    for (member, flag) in [
        ("required", wire.required),
        ("optional", wire.optional),
        ("computed", wire.computed),
        ("sensitive", field.is(Flags::SENSITIVE)),
        ("write_only", field.is(Flags::WRITE_ONLY)),
    ] {
        if flag {
            members.put(member, true);
        }
    }
    if let Some(text) = field.wire_deprecated() {
        put_deprecation(&mut members, text);
    }
    Some(Document::Object(members))
}

fn block_type_json(field: &Field, kind: SchemaKind) -> Option<Document> {
    let Kind::Block {
        nesting,
        block,
        min_items,
        max_items,
    } = &field.kind
    else {
        return None;
    };
    let mut members = Members::new();
    members.put("nesting_mode", nesting.for_rules().words());
    let mut inner = block_json(block, kind);
    if let Document::Object(inner) = &mut inner {
        let (description, markdown) = field.block_description(block);
        put_description(inner, description, markdown);
        if let Some(text) = field.wire_deprecated() {
            put_deprecation(inner, text);
        }
        if field.is_computed_block() {
            inner.put("computed", true);
        }
    }
    members.put("block", inner);
    // As on the wire: equal bounds for a single block, and none for a map or group.
    let (min_items, max_items) = match nesting {
        Nesting::Single if *min_items > 0 => (1, 1),
        Nesting::Single | Nesting::Group | Nesting::Map => (0, 0),
        Nesting::List | Nesting::Set => (*min_items, *max_items),
    };
    for (member, count) in [("min_items", min_items), ("max_items", max_items)] {
        if count > 0 {
            members.put(member, count);
        }
    }
    Some(Document::Object(members))
}
